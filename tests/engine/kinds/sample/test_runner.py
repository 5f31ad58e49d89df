"""Streams of walks and populations leave the same bits however their work is cut."""

from __future__ import annotations

import itertools
import random

import pytest

from tests.in_memory import sample


@pytest.mark.parametrize(
    "fields",
    [
        {"method": "uniform", "budget": {"walks": 30_000}},
        {"method": "importance", "budget": {"walks": 3_000}, "store": {"first": 5}},
        {"method": "smc", "budget": {"walks": 2_000}, "particles": 100, "store": {"first": 3}},
        {"method": "smc", "budget": {"walks": 2_000}, "particles": 100, "tours": "closed"},
        {"method": "smc", "budget": {"walks": 1_000}, "particles": 50, "potential": "auto", "store": {"first": 3}},
        {"method": "frontier", "budget": {"walks": 9_000}, "store": {"first": 8_500}, "tours": "closed"},
    ],
)
def test_the_cut_leaves_no_trace(fields: dict[str, object]) -> None:
    """Steps of any length, each followed by a checkpoint and a new runner, end in the result of one long step."""
    lengths = random.Random(3)
    cut = (lengths.choice([1, 3, 17, 400, 5000]) for _ in itertools.count())
    common = {"board": "6x6", "rng": {"seed": 4, "streams": 2}, **fields}

    assert sample(cut=cut, **common) == sample(**common)
