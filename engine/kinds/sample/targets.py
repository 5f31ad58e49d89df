"""The tasks of the shards of sampling jobs."""

from __future__ import annotations

from typing import Annotated

from pydantic import PlainSerializer

from engine.kinds.common.target import Target

Logarithms = tuple[float, ...]

LargeInt = Annotated[int, PlainSerializer(str, when_used="json")]
"""An integer of any size, a decimal string in JSON."""


class Pilot(Target):
    """The state of a pilot run: the potentials that each of its stages tries, and the one that it has found."""

    pilot: tuple[tuple[Logarithms, ...], ...] = ()
    potential: Logarithms | None = None


class StreamTarget(Pilot):
    """A stream's part of the work up to the end of this round.

    units: walks or populations. keep: tours to be stored at most, None for all.
    """

    stream: int
    units: int = 0
    keep: int | None = None


class DrawTarget(Target):
    """A sweep, by its number, and, once all sweeps have counted, the draws from it.

    Tour numbers run through the sweeps: of `total` numbers it has those from `first` on. draws: of all sweeps together.
    """

    sweep: int
    first: LargeInt = 0
    total: LargeInt | None = None
    draws: int = 0
