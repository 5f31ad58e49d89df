"""The surfaces that boards lie on: how the sides of each are joined, and what follows from that.

The checker of tours (engine/tours/legality.py) describes them independently, so that the two can disagree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Rectangle = Literal["flat", "torus", "cylinder", "moebius", "klein", "projective"]
Surface = Literal[Rectangle, "cube", "box"]


@dataclass(frozen=True)
class Joining:
    """How the sides of a board are joined, in two dimensions or more; the last two axes are its rows and columns.

    rows: whether the rows, and every axis before them, wrap around; columns: whether the columns do.
    reverse_rows: whether rows are reversed when the columns wrap.
    antipodal: whether sides are joined through the middle of the board, so that each axis reverses all others.
    folded: whether the squares lie on the faces of a solid, which meet at all their edges.
    """

    rows: bool = False
    columns: bool = False
    reverse_rows: bool = False
    antipodal: bool = False
    folded: bool = False

    @property
    def is_glued(self) -> bool:
        """Whether opposite sides of a rectangle or box are joined."""
        return self.rows or self.columns

    @property
    def is_bordered(self) -> bool:
        """Whether every side is a hard border, so that each leap is one difference of coordinates."""
        return not (self.is_glued or self.folded)

    def wraps(self, dimensions: int) -> tuple[bool, ...]:
        """Return, per axis, whether it wraps around."""
        return (self.rows,) * (dimensions - 1) + (self.columns,)

    def reversers(self, axis: int, dimensions: int) -> tuple[int, ...]:
        """Return the axes that reverse this one each time they wrap."""
        if self.antipodal:
            return tuple(other for other in range(dimensions) if other != axis)
        return (dimensions - 1,) if self.reverse_rows and axis == dimensions - 2 else ()

    def part(self, axis: int, dimensions: int) -> int:
        """Return the part that an axis plays; axes of equal part and equal length may be exchanged."""
        if self.reverse_rows and axis == dimensions - 2:
            return 1
        apart = self.reverse_rows or self.rows != self.columns
        return 2 if apart and axis == dimensions - 1 else 0

    def shifts(self, shape: Sequence[int]) -> list[range]:
        """Return, per axis, the shifts along it that map the board onto itself."""
        if self.antipodal:
            return [range(1) for _ in shape]  # the corners are marked points
        wraps = self.wraps(len(shape))
        return [_shifts(side, wraps[axis], bool(self.reversers(axis, len(shape)))) for axis, side in enumerate(shape)]


def _shifts(side: int, wraps: bool, reversed_: bool) -> range:
    """Return the shifts of one coordinate; one that is reversed may go half way round only."""
    if not wraps or (reversed_ and side % 2):
        return range(1)
    return range(0, side, side // 2) if reversed_ else range(side)


SURFACES: dict[Surface, Joining] = {
    "flat": Joining(),
    "torus": Joining(rows=True, columns=True),
    "cylinder": Joining(columns=True),
    "moebius": Joining(columns=True, reverse_rows=True),
    "klein": Joining(rows=True, columns=True, reverse_rows=True),
    "projective": Joining(rows=True, columns=True, antipodal=True),
    "cube": Joining(folded=True),
    "box": Joining(),
}
GLUED = tuple(surface for surface, joining in SURFACES.items() if joining.is_glued)
"""The surfaces made from a rectangle or box by joining its sides; their names begin the labels of their boards."""


def bordered_surface(dimensions: int) -> Surface:
    """Return the surface of boards whose sides are all borders."""
    return "flat" if dimensions == 2 else "box"
