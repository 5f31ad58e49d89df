"""Contradictions among the givens of a tour, with simple reasons: which two do not go together, and why.

Plain Python without kernels: used while a job is being submitted.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from engine.boards.components import colouring
from engine.boards.move_graph import MoveGraph
from engine.boards.piece import KNIGHT
from engine.boards.squares import written_square
from engine.search.completion.known import Pair, PartialTour

Namer = Callable[[int], str]


def contradiction(graph: MoveGraph, known: PartialTour, *, closed: bool) -> str | None:
    """Return why no tour has all the givens, None where no single reason was found (there may still be no such tour).

    closed: whether the tour has to close, so that the first number comes after the last as well.
    """
    return next(_contradictions(graph, known, closed=closed), None)


def _contradictions(graph: MoveGraph, known: PartialTour, *, closed: bool) -> Iterator[str]:
    def name(square: int) -> str:
        return written_square(graph.board, square)

    yield from _find_conflicts(known, name)
    for time, next_time, square, other in _neighbours_in_time(known, graph.size if closed else None):
        one, two = (time % graph.size + 1, next_time % graph.size + 1)
        here, there, apart = f"{one} on {name(square)}", f"{two} on {name(other)}", next_time - time
        if apart == 1 and not graph.adjacent(square, other):
            yield f"{here} and {there} are no {_move_of(graph)} apart"
            continue
        moves = _moves_between(graph, square, other, known.at.keys() - {square, other})
        if moves is None:
            yield f"there is no way from {here} to {there} over squares that are not given"
        elif moves > apart:
            yield f"{here} and {there} are {_moves(apart)} apart, but the way takes {moves} over squares not given"
    colours = colouring(graph)
    if colours is not None:
        yield from _find_colour_conflicts(known, colours, name)


def _find_conflicts(known: PartialTour, name: Namer) -> Iterator[str]:
    """Yield what numbers, pieces of path and moves say against each other."""
    for (square, time), (other, next_time) in itertools.pairwise(known.at.items()):
        if time == next_time:
            yield f"{time + 1} stands on {name(square)} and on {name(other)}"
    made = {*known.bonds, *(_ascending(arc) for arc in known.arcs)}
    for one, two in sorted(made & set(known.barred)):
        yield f"the move between {name(one)} and {name(two)} is to be made and barred"
    for one, two in known.arcs:
        if (two, one) in known.arcs:
            yield f"the pieces of path go from {name(one)} to {name(two)} and back"
    for word, ends in (("leave", [one for one, _ in known.arcs]), ("enter", [two for _, two in known.arcs])):
        for square, often in Counter(ends).items():
            if often > 1:
                yield f"the pieces of path {word} {name(square)} {often} times"
    for square, often in Counter(square for move in sorted(made) for square in move).items():
        if often > 2:
            yield f"{often} moves to be made meet on {name(square)}, and a tour makes two there"
    for one, two in known.arcs:
        if one in known.at and two in known.at and known.at[two] != known.at[one] + 1 and known.at[two] != 0:
            yield (
                f"{known.at[one] + 1} on {name(one)} and {known.at[two] + 1} on {name(two)} do not follow each other, "
                "as a piece of path says"
            )


def _neighbours_in_time(known: PartialTour, size: int | None) -> Iterator[tuple[int, int, int, int]]:
    """Yield (time, next time, square, next square) of givens that follow each other; size: of a tour that closes."""
    order = list(known.at.items())
    for (square, time), (other, next_time) in itertools.pairwise(order):
        yield time, next_time, square, other
    if size is not None and len(order) > 1:
        (first, time), (last, last_time) = order[0], order[-1]
        yield last_time, time + size, last, first


def _moves_between(graph: MoveGraph, start: int, goal: int, taken: set[int]) -> int | None:
    """Return the fewest moves between two squares that enter none of `taken`, None where there is no way."""
    seen, frontier, moves = {start, *taken}, [start], 0
    while frontier:
        if goal in frontier:
            return moves
        frontier = list(
            dict.fromkeys(other for square in frontier for other in graph.lists[square] if other not in seen)
        )
        seen.update(frontier)
        moves += 1
    return None


def _find_colour_conflicts(known: PartialTour, colours: NDArray[np.int8], name: Namer) -> Iterator[str]:
    """Yield pairs of numbers whose squares have the wrong colours: every move changes the colour."""
    order = list(known.at.items())
    for (square, time), (other, next_time) in itertools.pairwise(order):
        same = colours[square] == colours[other]
        if same != ((next_time - time) % 2 == 0):
            words = "one colour" if same else "two colours"
            here, there = f"{time + 1} on {name(square)}", f"{next_time + 1} on {name(other)}"
            apart = f"{here} and {there} are {_moves(next_time - time)} apart"
            yield f"{apart}, but their squares are of {words}, and every move changes the colour"


def _move_of(graph: MoveGraph) -> str:
    return "knight's move" if graph.piece == KNIGHT else "move of the piece"


def _moves(number: int) -> str:
    return "1 move" if number == 1 else f"{number} moves"


def _ascending(move: Pair) -> Pair:
    return (min(move), max(move))
