"""Pools of estimates: only independent ones, weighted by samples."""

from __future__ import annotations

import numpy as np
import pytest

from findings.statements.pooling import Estimated, best_pool, independent, pool


def estimated(value: float, error: float, samples: int, seed: str | None, job: int = 1) -> Estimated:
    """Return an estimate by Knuth's method."""
    return Estimated(value, error, "knuth", samples, seed, job)


def test_equal_seeds_are_no_further_evidence() -> None:
    """Of each seed the estimate with the most samples counts; jobs without streams count separately."""
    few, many = estimated(1.0, 1.0, 10, "a:1", 1), estimated(2.0, 0.5, 40, "a:1", 2)
    alone = [estimated(3.0, 1.0, 5, None, 3), estimated(4.0, 1.0, 5, None, 4)]

    assert independent([few, many, *alone]) == [many, *alone]


def test_a_pool_by_hand() -> None:
    """(10 x 1 + 30 x 5) / 40 = 4; the error is the root of (10 x 3)^2 + (30 x 1)^2, over 40."""
    found = pool([estimated(1.0, 3.0, 10, "a:1"), estimated(5.0, 1.0, 30, "a:2")])

    assert (found.value, found.samples) == (4.0, 40)
    assert found.error == pytest.approx((900 + 900) ** 0.5 / 40)


def test_the_best_estimator_wins_and_nothing_found_says_nothing() -> None:
    """The least relative error wins; a pool of zero or without an error is ignored."""
    other = Estimated(10.0, 0.1, "smc", 5, "a:3", 7)

    best = best_pool([estimated(10.0, 1.0, 10, "a:1"), estimated(12.0, 1.0, 10, "a:2"), other])

    assert best is not None
    assert best.members == (other,)
    for nothing in (estimated(0.0, 0.0, 9, "a:1"), estimated(5.0, 0.0, 9, "a:1"), estimated(5.0, 1.0, 0, "a:1")):
        assert best_pool([nothing]) is None


def test_who_found_nothing_counts() -> None:
    """Jobs without finds count: for a rare tour the pools average 10, not 30."""
    rng = np.random.default_rng(7)
    values = []
    for number in range(300):
        found = rng.random(40) < 1 / 3
        best = best_pool(estimated(30.0 * hit, 30.0 * hit, 1000, f"{number}:{at}", at) for at, hit in enumerate(found))
        assert best is not None
        assert (best.samples, best.error) == (40_000, pytest.approx(30 * found.sum() ** 0.5 / 40))
        values.append(best.value)
    assert np.mean(values) == pytest.approx(10.0, abs=4 * 30 * (2 / 9 / 12_000) ** 0.5)


def test_another_method_with_the_same_seed_hides_nothing() -> None:
    """Another method with the same seed hides no estimate, even if it has more samples and no tours."""
    found = Estimated(10.0, 1.0, "smc", 5, "a:1", 7)

    best = best_pool([estimated(0.0, 0.0, 900, "a:1"), estimated(12.0, 9.0, 900, "a:1"), found])

    assert best is not None
    assert best.members == (found,)
