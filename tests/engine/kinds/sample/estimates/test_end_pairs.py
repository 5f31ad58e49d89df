"""Tours between two ends: errors that hold for many seeds, with a warning where a pair rests on few samples."""

from __future__ import annotations

import numpy as np
import pytest

from tests.in_memory import enumerated, sample

FEW = 400


@pytest.fixture(scope="module")
def exact() -> dict[tuple[int, ...], int]:
    """Return the numbers of directed tours of 5x5 by start and end."""
    found = enumerated(board="5x5", by_end=True).ends
    return {(*row.start, *row.end): int(row.tours) for row in found}


@pytest.mark.parametrize(
    "fields",
    [
        {"method": "importance", "budget": {"walks": 50_000}},
        {"method": "smc", "particles": 500, "budget": {"walks": 16_000}},
    ],
)
def test_errors_hold(exact: dict[tuple[int, ...], int], fields: dict[str, object]) -> None:
    """Over ten seeds the deviations of all pairs, in units of their errors, have a standard deviation below 1.2.

    With errors from the spread of a pair's own samples it was 1.8 to 2.6, and one deviation in six was beyond three.
    """
    scores = []
    for seed in range(5000, 5010):
        for row in sample(board="5x5", rng={"seed": seed}, **fields)[0].extra["end_pairs"]:
            deviation = row["value"] - exact.get((*row["start"], *row["end"]), 0)
            scores.append(deviation / row["standard_error"])

    assert np.std(scores) < 1.2
    assert np.mean(np.abs(scores) > 3) <= 0.05


def test_warnings_by_pair() -> None:
    """A pair found by fewer than 400 samples' worth of walks says so; one found by more does not."""
    rows = sample(board="5x5", method="importance", budget={"walks": 50_000})[0].extra["end_pairs"]

    assert {bool(row["warnings"]) for row in rows} == {True, False}
    assert all(bool(row["warnings"]) == (row["effective_samples"] < FEW) for row in rows)
