"""Pooling of estimates: independence, pooled means, and the best pool."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot

NORMAL_95 = 1.96
"""Half the width of a 95 % interval in standard errors. A pool has the batches of several jobs."""


@dataclass(frozen=True)
class Estimated:
    """One job's estimate. seed: generator and seed of its streams, None for deterministic estimates."""

    value: float
    error: float
    estimator: str
    samples: int
    seed: str | None
    job: int


@dataclass(frozen=True)
class Pool:
    """Pooled independent estimates by one estimator: their mean weighted by samples."""

    value: float
    error: float
    samples: int
    members: tuple[Estimated, ...]


def independent(estimates: Iterable[Estimated]) -> list[Estimated]:
    """Keep the estimate with the most samples of each seed: equal streams add no evidence.

    estimates: by one estimator; another one makes different evidence from the same streams.
    """
    best: dict[str, Estimated] = {}
    for one in estimates:
        seed = one.seed or f"job {one.job}"
        if seed not in best or one.samples > best[seed].samples:
            best[seed] = one
    return sorted(best.values(), key=lambda one: one.job)


def pool(estimates: Sequence[Estimated]) -> Pool:
    """Average independent estimates of one estimator.

    Weights are numbers of samples, not inverse variances: where the error is itself estimated, and small whenever the
    value is, weights made of it would pull the mean down.
    """
    total = sum(one.samples for one in estimates)
    value = sum(one.samples * one.value for one in estimates) / total
    error = hypot(*(one.samples * one.error for one in estimates)) / total
    return Pool(value, error, total, tuple(estimates))


def best_pool(estimates: Iterable[Estimated]) -> Pool | None:
    """Return the pool of the estimator with the least relative error; None where no estimate found anything.

    An estimate of 0 is evidence like any other, and so is one whose samples were all alike: only all of them together
    are unbiased, and leaving out zeros would raise the mean. Weights are numbers of samples, so an error of 0 adds no
    weight. A pool whose value or error is 0 says neither how large nor how certain the value is, and is ignored.
    """
    by_estimator: dict[str, list[Estimated]] = {}
    for one in estimates:
        if one.samples > 0:
            by_estimator.setdefault(one.estimator, []).append(one)
    pools = (pool(independent(group)) for group in by_estimator.values())
    positive = [one for one in pools if one.value > 0 and one.error > 0]
    return min(positive, key=lambda one: one.error / one.value, default=None)
