"""The one place that sets numba options; every kernel is decorated with `kernel`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

Function = TypeVar("Function", bound=Callable[..., Any])

OPTIONS: dict[str, Any] = {
    # Compile once for good: start-up of a worker costs seconds otherwise. The cache folder is keyed by the
    # engine digest (engine/digest.py), because numba does not notice edits to helpers in other files.
    "cache": True,
    # The threads pool of an embedded worker scales only when kernels release the interpreter lock.
    "nogil": True,
    # Integer division by zero cannot happen in kernels; numpy's model spares the check.
    "error_model": "numpy",
    # `boundscheck` stays off; tests run the kernels' Python source with NUMBA_DISABLE_JIT=1 instead.
    "boundscheck": False,
}


def kernel(function: Function) -> Function:
    """Compile `function` with the house's options; types are inferred at the first call."""
    compiled: Function = numba.njit(**OPTIONS)(function)
    return compiled
