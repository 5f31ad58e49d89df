"""The surfaces that boards lie on: how the sides of each are joined. What follows from that is read here.

The checker of tours (engine/tours/legality.py) has its own account of them, so that the two can disagree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Rectangle = Literal["flat", "torus", "cylinder", "moebius", "klein", "projective"]
Surface = Literal[Rectangle, "cube", "box"]


@dataclass(frozen=True)
class Joining:
    """How the sides of a board are joined.

    rows, columns: whether that coordinate of a rectangle wraps around.
    reverse_rows: whether rows are reversed when the columns wrap; reverse_columns: the other way round.
    exchangeable: whether the axes play the same part, so that axes of equal length may be exchanged.
    folded: whether the squares lie on the faces of a solid, which meet at all their edges.
    """

    rows: bool = False
    columns: bool = False
    reverse_rows: bool = False
    reverse_columns: bool = False
    exchangeable: bool = False
    folded: bool = False

    @property
    def glued(self) -> bool:
        """Whether opposite sides of a rectangle are joined."""
        return self.rows or self.columns

    @property
    def bordered(self) -> bool:
        """Whether every side is a hard border, so that each leap is one difference of coordinates."""
        return not (self.glued or self.folded)

    def shifts(self, rows: int, columns: int) -> tuple[range, range]:
        """Return by how much a glued rectangle may be moved along itself, down and to the right, to lie on itself."""
        if self.reverse_rows and self.reverse_columns:
            return range(1), range(1)  # the corners are marked points
        return _shifts(rows, self.rows, self.reverse_rows), _shifts(columns, self.columns, self.reverse_columns)


def _shifts(side: int, wraps: bool, reversed_: bool) -> range:
    """Return the shifts of one coordinate; one that is reversed may go half way round only."""
    if not wraps or (reversed_ and side % 2):
        return range(1)
    return range(0, side, side // 2) if reversed_ else range(side)


SURFACES: dict[Surface, Joining] = {
    "flat": Joining(exchangeable=True),
    "torus": Joining(rows=True, columns=True, exchangeable=True),
    "cylinder": Joining(columns=True),
    "moebius": Joining(columns=True, reverse_rows=True),
    "klein": Joining(rows=True, columns=True, reverse_rows=True),
    "projective": Joining(rows=True, columns=True, reverse_rows=True, reverse_columns=True, exchangeable=True),
    "cube": Joining(folded=True, exchangeable=True),
    "box": Joining(exchangeable=True),
}
GLUED = tuple(surface for surface, joining in SURFACES.items() if joining.glued)
"""The surfaces made from a rectangle by joining its sides; their names begin the labels of their boards."""
