"""Which threads wait for the compiler."""

from __future__ import annotations

import threading

import numpy as np
from numba.core.event import Event, Listener, install_listener
from numpy.typing import NDArray

from engine import compile_waits as compilation
from engine.jit import allocating

HERE = threading.get_ident()


def test_waits_nest_and_end() -> None:
    """A thread waits from its first `begin` to its last `end`; other threads do not, and an extra `end` is harmless."""
    compilation.begin()
    compilation.begin()
    compilation.end()
    assert compilation.waiting_seconds(HERE) > 0
    assert compilation.waiting_seconds(HERE + 1) == 0
    compilation.end()
    compilation.end()
    assert compilation.waiting_seconds(HERE) == 0


def test_the_compiler_tells() -> None:
    """While a kernel is compiled its thread counts as waiting, and no longer afterwards."""
    waits: list[float] = []

    class Seen(Listener):
        def on_start(self, event: Event) -> None:  # noqa: ARG002  numba's signature
            waits.append(compilation.waiting_seconds(HERE))

        def on_end(self, event: Event) -> None:
            pass

    @allocating
    def doubled(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return values + values

    assert doubled(np.ones(3)).tolist() == [2, 2, 2]
    with install_listener("numba:run_pass", Seen()):
        doubled.recompile()  # a cached kernel would not be compiled for its first call
    assert waits
    assert min(waits) > 0
    assert compilation.waiting_seconds(HERE) == 0
