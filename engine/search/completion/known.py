"""What is given of a tour, as numbers of squares."""

from __future__ import annotations

from dataclasses import dataclass

Pair = tuple[int, int]


@dataclass(frozen=True)
class PartialTour:
    """What is given of a tour, by numbers of squares.

    at: the given times by square, 0 for the first square, ascending in time, then square. arcs: moves made in this
    direction. bonds: moves made in either direction, the lesser square first. barred: moves not made, likewise.
    """

    at: dict[int, int]
    arcs: tuple[Pair, ...]
    bonds: tuple[Pair, ...]
    barred: tuple[Pair, ...]

    @property
    def begins_nowhere(self) -> bool:
        """Whether nothing fixes a time or a direction, so that the reverse of a tour has all the givens too."""
        return not self.at and not self.arcs
