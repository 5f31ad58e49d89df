"""A way over a board, such as a shortest path or a walk that collects squares: still, animated, or step by step.

Unlike a tour it may visit a square more than once and leave others out. On flat boards each leap of a piece of two
components is drawn as its steps, the long leg first; elsewhere, and of an uncrossed path, as the line from square
to square.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from drawing.animation import REST, Clock, walker
from drawing.canvas import Canvas, text
from drawing.layout import Layout
from drawing.path_lines import Point, Stretch
from drawing.style import BLUE, CELL, ORANGE, PURPLE, hexadecimal, number
from drawing.tour import add_marker, colour_of, lines_of, move_element
from engine.boards.board import Board
from engine.errors import InvalidProblemError
from language.translate import translate

MAX_MOVES = 1000
MAX_SQUARES = 2500
GREEN = (0x2A, 0x8F, 0x5B)
"""Colour of the squares to be collected."""

SECONDS = 0.6
"""Seconds of one move."""


@dataclass(frozen=True)
class Way:
    """A way over a board. squares: int32, in the order visited. goals: the squares to be collected.

    covered: how many squares a snake's body, head included, covers at each place of the walk; empty where all visited
    squares stay in view. straight: draw each move as one line on flat boards, too.
    """

    board: Board
    piece: tuple[int, ...]
    squares: NDArray[np.integer]
    title: str
    goals: Sequence[int] = ()
    covered: Sequence[int] = ()
    straight: bool = False

    def check(self) -> None:
        """Raise InvalidProblemError where it is too long or its board too large to be shown."""
        if len(self.squares) > MAX_MOVES + 1:
            raise InvalidProblemError("/to", f"ways of at most {MAX_MOVES} moves are drawn")
        if self.board.size > MAX_SQUARES:
            raise InvalidProblemError("/board", f"ways are drawn on boards of at most {MAX_SQUARES} squares")

    def lines(self, layout: Layout) -> list[list[Stretch]]:
        """Return each move's line, in squares; on flat boards as its unit steps, unless it is to be straight."""
        moves = lines_of(self.board, self.piece, layout, self.squares, closed=False)
        if self.straight or self.board.surface != "flat" or np.count_nonzero(self.piece) != 2:
            return moves
        return [unit_steps(*move[0]) for move in moves]

    def gone_after(self, place: int) -> int | None:
        """Return the first place at which the tail has left the line of move `place`, None where it never does."""
        covered = enumerate(self.covered)
        return next((now for now, length in covered if now > place and now - (length - 1) > place), None)


def snake_lengths(squares: Sequence[int], goals: Sequence[int], body: int) -> list[int]:
    """Return how many squares the body covers at each place of a walk: one more with each square collected."""
    left, lengths = set(goals), []
    for square in squares:
        left.discard(square)
        lengths.append(body + len(set(goals)) - len(left))
    return lengths


def unit_steps(start: Point, end: Point) -> list[Stretch]:
    """Return the steps of one square that a leap is made of, along its longer leg, then along the shorter."""
    across, down = end[0] - start[0], end[1] - start[1]
    legs = [(across, 0.0), (0.0, down)] if abs(across) >= abs(down) else [(0.0, down), (across, 0.0)]
    points = [start]
    for leg in legs:
        length = max(abs(leg[0]), abs(leg[1]))
        for _ in range(round(length)):
            x, y = points[-1]
            points.append((x + leg[0] / length, y + leg[1] / length))
    return list(pairwise(points))


def way_svg(way: Way) -> str:
    """Return the drawing of a whole way, its moves numbered."""
    canvas = _canvas(way)
    moves = way.lines(canvas.layout)
    for index, move in enumerate(moves):
        canvas.add(move_element(move, _colour(index, len(moves))))
    _add_ends(canvas, way)
    _add_numbers(canvas, way)
    return canvas.svg()


def stepped_way_svg(way: Way) -> str:
    """Return the drawing for a script: the group `walk` with a path for each move, then the numbers, as for tours."""
    canvas = _canvas(way)
    moves = way.lines(canvas.layout)
    drawn = "".join(move_element(move, _colour(index, len(moves))) for index, move in enumerate(moves))
    places = " ".join(",".join(map(number, canvas.at(square))) for square in way.squares.tolist())
    canvas.add(f'<g class="walk" data-squares="{places}">{drawn}</g>')
    _add_ends(canvas, way)
    canvas.add('<g class="numbers">')
    _add_numbers(canvas, way)
    canvas.add("</g>")
    return canvas.svg()


def animated_way_svg(way: Way) -> str:
    """Return the drawing of a way that is walked step by step, over and over; squares collected lose their mark."""
    canvas = _canvas(way, still=False)
    moves = way.lines(canvas.layout)
    clock = Clock(len(moves) + REST, SECONDS)
    for goal in dict.fromkeys(way.goals):
        met = np.flatnonzero(way.squares == goal)
        canvas.add(_goal(canvas, goal, clock.visibility(0, int(met[0])) if len(met) and met[0] else ""))
    for index, move in enumerate(moves):
        shown = clock.visibility(index + 1, way.gone_after(index))
        canvas.add(move_element(move, _colour(index, len(moves)), shown))
    _add_ends(canvas, way)
    canvas.add(walker(moves, canvas.at(int(way.squares[0])), clock))
    return canvas.svg()


def _canvas(way: Way, *, still: bool = True) -> Canvas:
    way.check()
    canvas = Canvas(way.board, translate(way.title))
    if still:
        for goal in dict.fromkeys(way.goals):
            canvas.add(_goal(canvas, goal))
    return canvas


def _goal(canvas: Canvas, square: int, inside: str = "") -> str:
    x, y = canvas.at(square)
    place = f'cx="{number(x)}" cy="{number(y)}" r="{number(0.36 * CELL)}"'
    return f'<circle {place} fill="{hexadecimal(GREEN)}" opacity=".55">{inside}</circle>'


def _colour(index: int, moves: int) -> str:
    return colour_of(index / max(1, moves - 1), closed=False)


def _add_ends(canvas: Canvas, way: Way) -> None:
    """Mark the squares visited, but not the corners of the steps, and both ends."""
    for square in dict.fromkeys(way.squares.tolist()):
        x, y = canvas.at(square)
        canvas.add(f'<circle cx="{number(x)}" cy="{number(y)}" r="4.5" fill="{hexadecimal(PURPLE)}"/>')
    add_marker(canvas, int(way.squares[0]), hexadecimal(BLUE))
    if way.squares[-1] != way.squares[0]:
        add_marker(canvas, int(way.squares[-1]), hexadecimal(ORANGE))


def _add_numbers(canvas: Canvas, way: Way) -> None:
    """Write after how many moves each square is visited; a later visit stands below the earlier one."""
    visits: Counter[int] = Counter()
    for moves, square in enumerate(way.squares.tolist()):
        x, y = canvas.at(square)
        shift = 0.45 - 0.15 * len(str(moves))
        down = -0.33 + 0.26 * (visits[square] % 4)
        canvas.add(text(x / CELL - shift, y / CELL + down, str(moves), 10.5, "cv-number"))
        visits[square] += 1
