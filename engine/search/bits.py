"""Bits of 64-bit masks, for kernels. LLVM turns each of these patterns into one instruction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from engine.jit import kernel

Lowered: TypeAlias = Any
"""What numba and llvmlite hand to intrinsics and overloads: they publish no types of it."""

ONE = np.uint64(1)


@kernel
def population(bits: np.uint64) -> np.uint64:
    """Return the number of set bits."""
    pairs = bits - ((bits >> ONE) & np.uint64(0x5555555555555555))
    fours = (pairs & np.uint64(0x3333333333333333)) + ((pairs >> np.uint64(2)) & np.uint64(0x3333333333333333))
    bytes_ = (fours + (fours >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (bytes_ * np.uint64(0x0101010101010101)) >> np.uint64(56)


@kernel
def lowest(bits: np.uint64) -> np.uint64:
    """Return the number of the lowest set bit; 64 where none is set."""
    return population(~bits & (bits - ONE))


@kernel
def as_signed(bits: np.uint64) -> int:
    """Return bits below 2**63 as a signed number: in kernels int() leaves unsigned what is unsigned."""
    return np.int64(bits)  # type: ignore[return-value]  # numba's int


def highest(bits: np.uint64) -> np.uint64:
    """Return the number of the highest set bit; the word is not 0."""
    number = np.uint64(0)
    while bits > ONE:
        bits >>= ONE
        number += ONE
    return number


@intrinsic
def _highest(_context: Lowered, bits: Lowered) -> Lowered:  # noqa: ARG001  numba types by them
    """Compile `highest` to one instruction."""

    def generate(_context: Lowered, builder: Lowered, _signature: Lowered, values: Lowered) -> Lowered:
        word = ir.IntType(64)
        return builder.sub(word(63), builder.ctlz(values[0], ir.IntType(1)(1)))

    return types.uint64(types.uint64), generate


@overload(highest)
def _highest_in_kernels(bits: Lowered) -> Lowered:  # noqa: ARG001  numba finds them by their names
    def lower(bits: Lowered) -> Lowered:
        return _highest(bits)  # type: ignore[call-arg]  # the compiler passes the context

    return lower


def spread(bits: np.uint64, places: np.uint64) -> np.uint64:
    """Return the lowest bits at the places, from the lowest up.

    In kernels it is one instruction where the processor has it (PDEP), else this loop.
    """
    found = np.uint64(0)
    while places:
        if bits & ONE:
            found |= places & (~places + ONE)
        bits >>= ONE
        places &= places - ONE
    return found


def _of_bmi2(instruction: str, builder: Lowered, values: Sequence[Lowered]) -> Lowered:
    """Call an instruction of processors with BMI2, on two words."""
    word = ir.IntType(64)
    kind = ir.FunctionType(word, [word, word])
    return builder.call(builder.module.declare_intrinsic(f"llvm.x86.bmi.{instruction}.64", (), kind), values)


def _has_bmi2(context: Lowered) -> bool:
    """Whether the processor that a kernel is compiled for has BMI2."""
    _, _, features = context.codegen().magic_tuple()
    return "+bmi2" in features


@intrinsic
def _lower_spread(_context: Lowered, bits: Lowered, places: Lowered) -> Lowered:  # noqa: ARG001  numba types by them
    """Compile `spread` for the processor that the kernel is compiled for."""

    def generate(context: Lowered, builder: Lowered, signature: Lowered, values: Lowered) -> Lowered:
        if not _has_bmi2(context):
            return context.compile_internal(builder, spread, signature, values)
        return _of_bmi2("pdep", builder, values)

    return types.uint64(types.uint64, types.uint64), generate


@overload(spread)
def _spread_in_kernels(bits: Lowered, places: Lowered) -> Lowered:  # noqa: ARG001  numba finds them by their names
    def lower(bits: Lowered, places: Lowered) -> Lowered:
        return _lower_spread(bits, places)  # type: ignore[call-arg]  # the compiler passes the context

    return lower


@kernel
def nth_bit(bits: np.uint64, number: np.uint64) -> np.uint64:
    """Return the mask of the set bit that has `number` set bits below it; 0 where there is none."""
    return spread(ONE << number, bits)


def gather(bits: np.uint64, places: np.uint64) -> np.uint64:
    """Return the bits that stand at the places, side by side, from the lowest up.

    In kernels it is one instruction where the processor has it (PEXT), else this loop.
    """
    found, place = np.uint64(0), ONE
    while places:
        if bits & places & (~places + ONE):
            found |= place
        places &= places - ONE
        place <<= ONE
    return found


@intrinsic
def _lower_gather(_context: Lowered, bits: Lowered, places: Lowered) -> Lowered:  # noqa: ARG001  numba types by them
    """Compile `gather` for the processor that the kernel is compiled for."""

    def generate(context: Lowered, builder: Lowered, signature: Lowered, values: Lowered) -> Lowered:
        if not _has_bmi2(context):
            return context.compile_internal(builder, gather, signature, values)
        return _of_bmi2("pext", builder, values)

    return types.uint64(types.uint64, types.uint64), generate


@overload(gather)
def _gather_in_kernels(bits: Lowered, places: Lowered) -> Lowered:  # noqa: ARG001  numba finds them by their names
    def lower(bits: Lowered, places: Lowered) -> Lowered:
        return _lower_gather(bits, places)  # type: ignore[call-arg]  # the compiler passes the context

    return lower
