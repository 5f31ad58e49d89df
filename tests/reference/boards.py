"""Slow, obvious boards: every surface walked one unit step at a time, with the standard library only.

A square is a tuple of 0-based coordinates. `moves(label, piece)` gives, for every square in the order of the
project's numbering, the set of squares one move away.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

Cell = tuple[int, ...]
Piece = tuple[int, ...]
Moves = list[set[int]]
Edge = frozenset[tuple[int, ...]]
State = tuple[Cell, Cell]

GLUED = {
    # surface: the axes that wrap around, the axes that are turned around when others wrap
    "flat": ("none", "none"),
    "torus": ("all", "none"),
    "cylinder": ("columns", "none"),
    "moebius": ("columns", "rows by columns"),
    "klein": ("all", "rows by columns"),
    "projective": ("all", "each by all others"),
}


def squares_and_moves(label: str, piece: Piece) -> tuple[list[Cell], Moves]:
    """Return (squares, moves): the list of squares and, for each, the set of numbers of the squares one move away."""
    surface, _, rest = label.rpartition(":")
    surface = surface or ("flat" if rest.count("x") == 1 else "box")
    kept: set[Cell] | None = None
    sides: tuple[int, ...]
    if surface == "ring":
        down, right, thick = map(int, rest.replace("-", "x").split("x"))
        places = product(range(down), range(right))
        kept = {s for s in places if min(s[0], down - 1 - s[0]) < thick or min(s[1], right - 1 - s[1]) < thick}
        surface, sides = "flat", (down, right)
    elif "#" in rest:
        drawn = drawn_cells(rest)
        kept = {cell for cell, sign in drawn.items() if sign == "#"}
        sides = tuple(1 + max(places) for places in zip(*drawn, strict=True))
        surface = "flat" if surface == "mask" and len(sides) == 2 else "box" if surface == "mask" else surface
    else:
        sides = tuple(map(int, rest.split("x")))
    if surface == "cube":
        whole = cube_moves(sides[-1], piece)
    elif surface == "box":
        whole = box_moves(sides, piece)
    else:
        whole = glued_moves(surface, sides, piece)
    kept = set(whole) if kept is None else kept
    return _numbered({square: reached & kept for square, reached in whole.items() if square in kept})


def drawn_cells(text: str) -> dict[Cell, str]:
    """Return the signs of a mask by their places; "/" ends a row, "//" a layer, and so on, read sign by sign."""
    leading = len(text) - len(text.lstrip("/"))
    deepest = max((len(run) for run in text[leading:].replace("#", " ").replace(".", " ").split()), default=0)
    dimensions = 1 + max(1, leading, deepest)
    place, slashes = [0] * dimensions, 0
    cells: dict[Cell, str] = {}
    for sign in text[leading:]:
        if sign == "/":
            slashes += 1
            continue
        if slashes:
            axis = dimensions - 1 - slashes
            place = [*place[:axis], place[axis] + 1, *[0] * slashes]
            slashes = 0
        cells[tuple(place)] = sign
        place[-1] += 1
    return cells


def _numbered(moves: dict[Cell, set[Cell]]) -> tuple[list[Cell], Moves]:
    squares = sorted(moves)
    number = {square: index for index, square in enumerate(squares)}
    return squares, [{number[other] for other in moves[square] - {square}} for square in squares]


def box_moves(sides: tuple[int, ...], piece: Piece) -> dict[Cell, set[Cell]]:
    """Return square -> squares reached in a box, by trying every square as a target."""
    everything = list(product(*(range(side) for side in sides)))
    wanted = sorted([component for component in piece if component] + [0] * (len(sides) - sum(map(bool, piece))))
    return {
        square: {
            other for other in everything if sorted(abs(a - b) for a, b in zip(square, other, strict=True)) == wanted
        }
        for square in everything
    }


def glued_moves(surface: str, sides: tuple[int, ...], piece: Piece) -> dict[Cell, set[Cell]]:
    """Return square -> squares reached on a board with glued sides, walking unit steps across the sides."""
    wrapping, turned = GLUED[surface]
    axes, columns = range(len(sides)), len(sides) - 1

    def step(state: State, axis: int) -> State | None:
        """Take one step along `axis`; a reversing side turns other axes around."""
        square, facing = list(state[0]), list(state[1])
        square[axis] += facing[axis]
        if not 0 <= square[axis] < sides[axis]:
            if wrapping == "none" or (wrapping == "columns" and axis != columns):
                return None
            square[axis] %= sides[axis]
            for other in axes:
                by_columns = turned == "rows by columns" and axis == columns and other == columns - 1
                if by_columns or (turned == "each by all others" and other != axis):
                    square[other] = sides[other] - 1 - square[other]
                    facing[other] = -facing[other]
        return tuple(square), tuple(facing)

    def walk(square: Cell, facing: Cell, legs: Sequence[tuple[int, int]]) -> Cell | None:
        state: State | None = (square, facing)
        for axis, steps in legs:
            for _ in range(steps):
                state = None if state is None else step(state, axis)
        return None if state is None else state[0]

    components = [component for component in piece if component]
    moves: dict[Cell, set[Cell]] = {}
    for square in product(*map(range, sides)):
        walked = [
            walk(square, facing, legs)
            for facing in product((1, -1), repeat=len(sides))
            for order in permutations(axes, len(components))
            for legs in permutations(list(zip(order, components, strict=True)))
        ]
        moves[square] = {other for other in walked if other is not None}
    return moves


def cube_moves(side: int, piece: Piece) -> dict[Cell, set[Cell]]:
    """Return square -> squares reached on the surface of a cube.

    A square is known by its four corners in space. Two squares are joined where they share two corners; going
    straight ahead leaves a square through the edge opposite to the one of entry. Nothing is unfolded by formula.
    """
    corners: dict[Cell, list[Edge]] = {}
    for face, row, column in product(range(6), range(side), range(side)):
        spots = [_corner(face, row + down, column + right, side) for down, right in ((0, 0), (0, 1), (1, 1), (1, 0))]
        corners[(face, row, column)] = [frozenset((spots[k], spots[(k + 1) % 4])) for k in range(4)]
    at_edge: dict[Edge, list[Cell]] = {}
    for square, edges in corners.items():
        for edge in edges:
            at_edge.setdefault(edge, []).append(square)

    def cross(square: Cell, edge: Edge) -> Cell:
        """Leave through the edge; return the square behind it."""
        first, second = at_edge[edge]
        return second if first == square else first

    def straight(square: Cell, edge: Edge, steps: int) -> tuple[Cell, Edge]:
        """Go `steps` squares, the first through `edge`; return the square and the edge straight ahead of it."""
        for _ in range(steps):
            square = cross(square, edge)
            edge = next(other for other in corners[square] if not other & edge)
        return square, edge

    long, short = max(piece), min(piece) if len(piece) == 2 else 0
    moves: dict[Cell, set[Cell]] = {}
    for square, edges in corners.items():
        reached = set()
        for first, second in ((long, short), (short, long)):
            for edge in edges:
                turn, ahead = straight(square, edge, first)
                back = next(other for other in corners[turn] if not other & ahead)
                for sideways in corners[turn]:
                    if sideways not in (ahead, back):
                        reached.add(straight(turn, sideways, second)[0])
        moves[square] = reached
    return moves


def _corner(face: int, down: int, right: int, side: int) -> tuple[int, int, int]:
    """Return the point of space (x right, y down, z away) of a grid corner of a face of the unfolded net."""
    return {
        0: (right, 0, side - down),
        1: (0, down, side - right),
        2: (right, down, 0),
        3: (side, down, right),
        4: (side - right, down, side),
        5: (right, side, down),
    }[face]


def tours_by_end(moves: Moves, start: int) -> dict[int, int]:
    """Return the number of tours from `start` by their last square, adding up over (visited squares, last square)."""
    states = {(1 << start, start): 1}
    for _ in range(len(moves) - 1):
        longer: dict[tuple[int, int], int] = {}
        for (visited, last), ways in states.items():
            for other in moves[last]:
                if not visited >> other & 1:
                    key = (visited | 1 << other, other)
                    longer[key] = longer.get(key, 0) + ways
        states = longer
    ends: dict[int, int] = {}
    for (_, last), ways in states.items():
        ends[last] = ends.get(last, 0) + ways
    return ends


def tour_ends(moves: Moves, start: int) -> set[int]:
    """Return the squares on which a tour from `start` can end."""
    return set(tours_by_end(moves, start))


def distances(moves: Moves, start: int) -> dict[int, int]:
    """Return square -> fewest moves from `start`, by whole rings; squares out of reach are missing."""
    found, ring, far = {start: 0}, {start}, 0
    while ring:
        far += 1
        ring = {other for square in ring for other in moves[square]} - set(found)
        found |= dict.fromkeys(ring, far)
    return found
