"""What is fuzzed reads its corpus, and strange bytes, without a crash."""

from __future__ import annotations

import random

import pytest

from tests.fuzz.__main__ import CORPUS
from tests.fuzz.targets import TARGETS

CHANGES = 40


@pytest.mark.parametrize("target", TARGETS)
def test_the_corpus_is_read(target: str) -> None:
    """Each input that was kept, and each with some bytes changed, left out or put in."""
    inputs = sorted((CORPUS / target).iterdir())
    assert inputs
    for path in inputs:
        data = path.read_bytes()
        TARGETS[target](data)
        chance = random.Random(path.name)
        for _ in range(CHANGES):
            TARGETS[target](_changed(data, chance))


def _changed(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(changed) + 1)
        changed[place : place + chance.randint(0, 2)] = chance.randbytes(chance.randint(0, 2))
    return bytes(changed)
