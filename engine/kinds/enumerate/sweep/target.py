"""The task of a shard of a sweep."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator

from engine.kinds.common.target import Target

SweepName = tuple[tuple[int, ...], str | None]
"""The squares that a sweep is for, and what it carries beside a count."""


class SweepRound(Target):
    """What a round begins with, the same for all its parts.

    step: squares settled. order: of the squares, None until the runner chooses it. chunks: the files with the
    states that were sent, None in the first round, which has only the sweep's one shard. received: states sent.
    """

    step: int = 0
    order: tuple[int, ...] | None = None
    chunks: tuple[str, ...] | None = None
    received: int = 0


class SweepTarget(SweepRound):
    """A sweep, or a part of it.

    sweep: the squares it is for: none for cycles, else the first one and perhaps the last. why: the reason, where
    sweeping was chosen. counted: nothing is left to do but to keep the count. before: what the round before began
    with. superseded: files no longer needed. buckets: the first of a part and the one after its last.
    weights: what it carries beside a count, by name; stride: words of a digit.
    """

    sweep: tuple[int, ...]
    why: str | None = None
    counted: bool = False
    before: Annotated[SweepRound | None, BeforeValidator(lambda value: value or None)] = None
    superseded: tuple[str, ...] = ()
    buckets: tuple[int, int] | None = None
    weights: str | None = None
    stride: int = 1

    @property
    def name(self) -> SweepName:
        """What distinguishes the sweep from the others of its job."""
        return self.sweep, self.weights

    def without_round(self) -> SweepTarget:
        """Return the target that the sweep was planned with, without the fields of a round."""
        return SweepTarget(sweep=self.sweep, why=self.why, weights=self.weights, stride=self.stride)

    def begun_with(self) -> SweepRound | None:
        """Return the states that this round began with; None for the first round."""
        if self.chunks is None:
            return None
        return SweepRound(step=self.step, order=self.order, chunks=self.chunks, received=self.received)
