"""The one place that sets numba options; every kernel is decorated with `kernel`, `inlined` or `allocating`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba.core.caching import FunctionCache
from numba.core.event import Event, Listener, register
from numba.core.runtime.nrt import rtsys

from engine import compile_waits as compilation

Function = TypeVar("Function", bound=Callable[..., object])


def kernel(function: Function) -> Function:
    """Compile `function` with the house's options; types are inferred at the first call.

    It must make no arrays and return none, as references to arrays are not counted inside it. Counting takes atomic
    additions at every call and every slice, which can take most of the time of a loop.
    """
    return _compile(function, counts_references=False)


def inline_kernel(function: Function) -> Function:
    """Compile `function`, a kernel, into each kernel that calls it, where a call would copy arrays one by one."""
    return _compile(function, counts_references=False, forceinline=True)


def allocating(function: Function) -> Function:
    """Compile a kernel that makes arrays of its own."""
    return _compile(function, counts_references=True)


def _compile(function: Function, *, counts_references: bool, forceinline: bool = False) -> Function:
    compiled: Any = numba.njit(  # type: ignore[call-overload]  # an option that its types do not name
        # The threads pool of an embedded worker scales only when kernels release the interpreter lock.
        nogil=True,
        # Integer division by zero cannot happen in kernels; numpy's model spares the check.
        error_model="numpy",
        # Stays off; tests run the kernels' Python source with NUMBA_DISABLE_JIT=1 instead.
        boundscheck=False,
        forceinline=forceinline,
        # Numba's runtime, which counts references.
        _nrt=counts_references,
    )(function)
    if compiled is not function:  # with NUMBA_DISABLE_JIT=1 both are the same
        # Compile once for good: start-up of a worker costs seconds otherwise. The cache folder is named by
        # `kernels_digest` (engine/code_digest.py), because numba does not notice edits to helpers in other files.
        cache = _Cache(function)  # type: ignore[no-untyped-call]  # numba's own
        compiled._cache = cache  # noqa: SLF001  the option `cache=True` would put numba's there
    called: Function = compiled
    return called


class _Cache(FunctionCache):
    """Machine code in files, loaded without what only compiling needs.

    numba's own cache first loads the whole compiler, and scipy with it: a quarter of a second before the first kernel
    of a process. Existing machine code needs only the runtime functions that it calls.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:  # noqa: ANN401  numba's signature
        """Load the machine code for a signature; None where there is none yet."""
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]  # as above


class _Waits(Listener):
    """A listener that reports to `engine.compile_waits` which thread holds or awaits the compiler's lock."""

    def on_start(self, event: Event) -> None:  # noqa: ARG002  numba's signature
        """Note that a thread asks for the lock."""
        compilation.begin()

    def on_end(self, event: Event) -> None:  # noqa: ARG002  as above
        """Note that a thread released the lock."""
        compilation.end()


register("numba:compiler_lock", _Waits())  # type: ignore[no-untyped-call]  # numba's own function
