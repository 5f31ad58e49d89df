"""The door to the generators: opens streams by name. Importing it loads numba."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.streams.catalogue import SHIFT_REGISTER_POLYNOMIALS, generator_facts
from engine.streams.generator import Generator
from engine.streams.historic.additive import AdditiveGenerator
from engine.streams.historic.congruential import CongruentialGenerator
from engine.streams.historic.linear_congruential import RANDU, TURBO_PASCAL
from engine.streams.historic.maple import Maple
from engine.streams.historic.shift_register import ShiftRegister
from engine.streams.pcg64dxsm import Pcg64Dxsm
from engine.streams.philox import Philox
from engine.streams.sfc64 import Sfc64
from engine.streams.stream import Stream
from engine.streams.word_block import WordBlock

_GENERATORS: tuple[Generator, ...] = (
    Pcg64Dxsm(),
    Philox(),
    Sfc64(),
    Maple(),
    TURBO_PASCAL,
    RANDU,
    AdditiveGenerator("mitchell-moore", short=24, long=55),
    *(ShiftRegister(generator_facts(f"shift-register-{degree}")) for degree in SHIFT_REGISTER_POLYNOMIALS),
)
GENERATORS = {generator.name: generator for generator in _GENERATORS}


@cache
def find_generator(name: str) -> Generator:
    """Return the generator called `name`; InvalidProblemError where there is none."""
    facts = generator_facts(name)
    if name in GENERATORS:
        return GENERATORS[name]
    if facts.lags is not None:
        return AdditiveGenerator(facts.name, *facts.lags)
    return ShiftRegister(facts) if facts.polynomial is not None else CongruentialGenerator(facts)


def open_stream(name: str, seed: int, index: int = 0, count: int = 1) -> Stream:
    """Open stream `index` of the `count` streams of this generator and seed, at its start."""
    return Stream.begin(find_generator(name), seed, index, count)


def resume_stream(checkpoint: Arrays) -> Stream:
    """Resume a stream from its checkpoint."""
    generator = find_generator(_text(checkpoint["name"]))
    index, count = (int(number) for number in checkpoint["stream"])
    position = int(_text(checkpoint["position"]))
    state = np.array(checkpoint["state"], dtype=np.uint64)
    return Stream(generator, int(checkpoint["seed"][0]), index, count, position, state)


def resume_words(checkpoint: Arrays) -> WordBlock:
    """Resume a block of words from its checkpoint."""
    return WordBlock.resume(resume_stream(checkpoint), int(checkpoint["skip"][0]))


def _text(characters: NDArray[np.generic]) -> str:
    return np.asarray(characters, dtype=np.uint8).tobytes().decode("ascii")
