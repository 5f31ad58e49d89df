"""Moves on the surface of a cube, decided on its paper net: faces are squares of paper, edges are glued by a table."""

from __future__ import annotations

from functools import lru_cache

TOP, RIGHT, BOTTOM, LEFT = range(4)

Edge = tuple[int, int]

# Which edges of the net meet, and whether positions along them (columns of a top or bottom edge, rows of a left or
# right one) run the same way. The net: face 1 above face 3, face 6 below it, faces 2, 3, 4, 5 in a belt.
GLUE: list[tuple[Edge, Edge, bool]] = [
    ((1, BOTTOM), (3, TOP), True),
    ((1, LEFT), (2, TOP), True),
    ((1, RIGHT), (4, TOP), False),
    ((1, TOP), (5, TOP), False),
    ((2, RIGHT), (3, LEFT), True),
    ((3, RIGHT), (4, LEFT), True),
    ((4, RIGHT), (5, LEFT), True),
    ((5, RIGHT), (2, LEFT), True),
    ((6, TOP), (3, BOTTOM), True),
    ((6, LEFT), (2, BOTTOM), False),
    ((6, RIGHT), (4, BOTTOM), True),
    ((6, BOTTOM), (5, BOTTOM), False),
]
ACROSS: dict[Edge, tuple[Edge, bool]] = {a: (b, same) for a, b, same in GLUE} | {b: (a, same) for a, b, same in GLUE}

Square = tuple[int, int, int]
"""Face (1 to 6), row and column, 1-based."""


@lru_cache(maxsize=16)
def cube_moves(side: int, piece: tuple[int, ...]) -> frozenset[tuple[Square, Square]]:
    """Return every ordered pair of squares of the cube `side` x `side` x `side` that a leap joins."""
    first, second = (*piece, 0)[:2]
    squares = [(f, r, c) for f in range(1, 7) for r in range(1, side + 1) for c in range(1, side + 1)]
    return frozenset(
        (square, _leap(square, heading, legs, turn, side))
        for square in squares
        for heading in range(4)
        for legs in ((first, second), (second, first))
        for turn in (1, -1)
    )


def leap_on_net(side: int, piece: tuple[int, ...], square: Square, target: Square) -> tuple[int, int]:
    """Return how far the leap from `square` to `target` goes to the right and down in the plane of its first face."""
    first, second = (*piece, 0)[:2]
    ahead = {TOP: (0, -1), RIGHT: (1, 0), BOTTOM: (0, 1), LEFT: (-1, 0)}
    for heading in range(4):
        for legs in ((first, second), (second, first)):
            for turn in (1, -1):
                if _leap(square, heading, legs, turn, side) == target:
                    (x, y), (u, v) = ahead[heading], ahead[(heading + turn) % 4]
                    return legs[0] * x + legs[1] * u, legs[0] * y + legs[1] * v
    raise ValueError(f"{target} is not one leap from {square}")


def _leap(square: Square, heading: int, legs: tuple[int, int], turn: int, side: int) -> Square:
    around = 4 * side  # this many steps straight ahead lead around the cube and back
    for _ in range(legs[0] % around):
        square, heading = _step(square, heading, side)
    heading = (heading + turn) % 4
    for _ in range(legs[1] % around):
        square, heading = _step(square, heading, side)
    return square


def _step(square: Square, heading: int, side: int) -> tuple[Square, int]:
    """Go one square towards the edge `heading` of this face; over it, away from the edge that it is glued to."""
    face, row, column = square
    row += (heading == BOTTOM) - (heading == TOP)
    column += (heading == RIGHT) - (heading == LEFT)
    if 1 <= row <= side and 1 <= column <= side:
        return (face, row, column), heading
    along = column if heading in (TOP, BOTTOM) else row
    (face, edge), same = ACROSS[face, heading]
    along = along if same else side + 1 - along
    arrived = {TOP: (1, along), BOTTOM: (side, along), LEFT: (along, 1), RIGHT: (along, side)}[edge]
    return (face, *arrived), (edge + 2) % 4
