"""Guarantees: distances that hold, found again by other means."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.number_theory.discrete_logarithm import DiscreteLogarithm
from engine.streams.catalogue import CATALOGUE, generator_facts, split_guarantee
from engine.streams.registry import open_stream
from engine.streams.spacing import GOLDEN_JUMP, MAPLE_PERIOD, MAPLE_STARTS, shortest_gap


def test_the_shortest_gap_by_all_pairs() -> None:
    """The least distance on a cycle is the least over all ordered pairs."""
    positions = [5, 93, 40, 41, 70]
    pairs = [(b - a) % 100 for a in positions for b in positions if a != b]
    assert shortest_gap(positions, 100) == min(pairs) == 1
    assert shortest_gap([7], 100) == 100


@pytest.mark.parametrize("streams", [2, 7, 64, 1000])
def test_golden_streams_are_apart(streams: int) -> None:
    """Streams of pcg64dxsm are at least 2**128 / (3 streams) apart: the golden ratio spreads well."""
    guarantee = split_guarantee("pcg64dxsm", streams)
    distances = [index * GOLDEN_JUMP % 2**128 for index in range(1, streams)]
    assert guarantee.draws == min(min(distance, 2**128 - distance) for distance in distances)
    assert guarantee.draws > 2**128 // (3 * streams)


def test_the_maple_streams() -> None:
    """The 32 starts are 3.12e10 apart; in both directions each stream has half of a gap to itself; 65 are even."""
    positions = sorted(position for _, position in MAPLE_STARTS)
    gap = min(
        (after - before) % MAPLE_PERIOD for before, after in zip(positions, positions[1:] + positions[:1], strict=True)
    )
    assert split_guarantee("maple", 32).draws == gap
    assert gap > 3.12e10
    assert split_guarantee("maple", 64).draws == gap // 2
    assert split_guarantee("maple", 65).draws == MAPLE_PERIOD // 65
    assert split_guarantee("maple", 2).draws >= gap


def test_seeded_streams_state_a_probability() -> None:
    """sfc64 and additive generators of unknown period promise a probability, which one stream does not need."""
    for name in ("sfc64", "additive-1-16"):
        guarantee = split_guarantee(name, 8)
        assert guarantee.kind == "probability"
        assert 0 < guarantee.probability < 1e-30
        assert split_guarantee(name, 1).probability == 0


@pytest.mark.parametrize("name", [*CATALOGUE, "additive-1-22"])
def test_every_generator_says_what_it_is(name: str) -> None:
    """Each has a title, a period in words, advice, and a guarantee for the most streams it allows."""
    facts = generator_facts(name)
    assert facts.name == name
    assert all((facts.title, facts.period_text, facts.advice))
    guarantee = split_guarantee(name, facts.streams)
    assert guarantee.draws >= 1
    assert guarantee.text


@pytest.mark.parametrize("streams", [2, 8, 32, 64, 100])
def test_maple_streams_by_discrete_logarithms(streams: int) -> None:
    """Where the streams really stand on the cycle, no two meet within the guaranteed draws."""
    logarithm = DiscreteLogarithm(427419669081, 10**12 - 11)
    draws = split_guarantee("maple", streams).draws
    stretches = []
    for index in range(streams):
        start, multiplier = (int(word) for word in open_stream("maple", 777, index, streams).state)
        first = logarithm.of(start)
        stretches.append(first + 1 if multiplier == 427419669081 else (first - draws) % MAPLE_PERIOD)
    stretches.sort()
    assert all(after - before >= draws for before, after in pairwise(stretches))
    assert stretches[0] + MAPLE_PERIOD - stretches[-1] >= draws


@pytest.mark.parametrize("name", ["turbo-pascal", "randu", "mitchell-moore", "shift-register-47"])
def test_even_streams_are_one_jump_apart(name: str) -> None:
    """The guaranteed draws lead from the start of one stream exactly to that of the next."""
    draws = split_guarantee(name, 6).draws
    for index in range(5):
        stream = open_stream(name, 3, index, 6)
        stream.jump(draws)
        assert stream.state.tolist() == open_stream(name, 3, index + 1, 6).state.tolist()
