"""Copying arrays inside kernels."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.jit import inline_kernel

Value = TypeVar("Value", bound=np.generic)


@inline_kernel
def copy_to(target: NDArray[Value], values: NDArray[Value]) -> None:
    """Copy values (k,) to target (k or more,); the two must not overlap.

    An assignment would test for overlap and, for other layouts, make a third array.
    """
    for index in range(len(values)):
        target[index] = values[index]
