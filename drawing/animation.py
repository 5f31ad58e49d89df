"""An animated tour: a marker moved by animateTransform, each line shown once it is walked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drawing.canvas import Canvas
from drawing.path_lines import Stretch
from drawing.style import BLUE, CELL, hexadecimal, number
from drawing.tour import add_marker, add_numbers, colour_of, lines_of, move_element
from engine.boards.board import Board
from engine.errors import InvalidProblemError
from language.translate import gettext, gettext_noop

MAX_ANIMATED = 2500
"""Squares of the largest animated tour; larger ones would take too long to watch."""

REST = 4
"""How long the finished tour stays still, in the time of moves."""


def animated_tour_svg(
    board: Board,
    piece: tuple[int, ...],
    tour: NDArray[np.integer],
    *,
    closed: bool,
    seconds: float = 0.4,
    title: str | None = None,
) -> str:
    """Return the drawing of a tour that is walked at `seconds` a move, over and over.

    Any path of moves can be drawn so, under a `title` of its own.

    InvalidProblemError on boards of more than MAX_ANIMATED squares.
    """
    if board.size > MAX_ANIMATED:
        raise InvalidProblemError("/board", f"only tours of at most {MAX_ANIMATED} squares are animated")
    sort = (
        gettext_noop("A closed tour of %(board)s, move by move")
        if closed
        else gettext_noop("An open tour of %(board)s, move by move")
    )
    canvas = Canvas(board, title or gettext(sort, board=board.label))
    lines = lines_of(board, piece, canvas.layout, tour, closed=closed)
    clock = Clock(len(lines) + REST, seconds)
    for index, move in enumerate(lines):
        colour = colour_of(index / max(1, len(lines) - 1), closed=closed)
        canvas.add(move_element(move, colour, clock.visibility(index + 1)))
    add_numbers(canvas, tour)
    add_marker(canvas, int(tour[0]), hexadecimal(BLUE))
    canvas.add(walker(lines, canvas.at(int(tour[0])), clock))
    return canvas.svg()


@dataclass(frozen=True)
class Clock:
    """The timing of an endless animation of `total` moves, including the pause at its end."""

    total: int
    seconds: float

    @property
    def timing(self) -> str:
        """The attributes that every part of the animation has."""
        return f'dur="{number(self.total * self.seconds)}s" repeatCount="indefinite"'

    def share(self, time: float) -> str:
        """Return a moment as a share of the whole, fine enough to tell moves apart."""
        return f"{time / self.total:.5f}".rstrip("0").rstrip(".")

    def visibility(self, begin: int, end: int | None = None) -> str:
        """Return the animation that shows its parent element from one move on, until another if given."""
        last = "" if end is None else f";{self.share(end)}"
        states = ("hidden;visible" if begin else "visible;visible") + (";hidden" if last else "")
        times = f"0;{self.share(begin)}{last}"
        return (
            f'<animate attributeName="visibility" values="{states}" keyTimes="{times}" '
            f'calcMode="discrete" {self.timing}/>'
        )


def walker(lines: list[list[Stretch]], start: tuple[float, float], clock: Clock) -> str:
    """Return the marker that walks the lines; over a glued edge it leaves on one side and enters on the other."""
    times, places = [0.0], [start]
    for done, move in enumerate(lines):
        for part, (begin, end) in enumerate(move):
            times += [done + part / len(move), done + (part + 1) / len(move)]
            places += [(x * CELL, y * CELL) for x, y in (begin, end)]
    times.append(clock.total)
    places.append(places[-1])
    values = ";".join(f"{number(x)} {number(y)}" for x, y in places)
    moments = ";".join(map(clock.share, times))
    motion = f'<animateTransform attributeName="transform" type="translate" values="{values}" keyTimes="{moments}" '
    x, y = (number(part) for part in start)
    dot = '<circle class="cv-ring" r="10" fill="#e07a1f"/>'
    return f'<g transform="translate({x} {y})">{dot}{motion}{clock.timing}/></g>'
