"""What is given of a tour, as numbers of squares."""

from __future__ import annotations

from dataclasses import dataclass

Pair = tuple[int, int]


@dataclass(frozen=True)
class PartialTour:
    """What is given of a tour, by numbers of squares.

    at: the times that are given, 0 for the first square, by square, ascending in time, then square. arcs: moves made in
    this direction. bonds: moves made in either direction, the lesser square first. barred: moves not made, likewise.
    """

    at: dict[int, int]
    arcs: tuple[Pair, ...]
    bonds: tuple[Pair, ...]
    barred: tuple[Pair, ...]

    @property
    def begins_nowhere(self) -> bool:
        """Whether nothing says where or in which direction the tour goes: it is given with its reverse."""
        return not self.at and not self.arcs
