"""The upper half of a 64 x 64 bit product, which numpy's integers cannot express."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def _multiply_high(typing_context: Any, left: Any, right: Any) -> Any:  # noqa: ANN401, ARG001  numba's own protocol
    """Return the upper 64 bits of the 128-bit product of two uint64, as uint64: one machine instruction."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:  # noqa: ANN401  numba's protocol
        wide = ir.IntType(128)
        product = builder.mul(*(builder.zext(argument, wide) for argument in arguments))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), generate


multiply_high = cast("Callable[[np.uint64, np.uint64], np.uint64]", _multiply_high)
