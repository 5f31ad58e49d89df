"""Which partly given tours a frontier sweep can count, and on which graph. Never loads numba.

A barred move is no edge; nor is any further move of a square with two given moves. In the middle of every given move
is a vertex with two neighbours, which no cycle leaves out. A single number fixes where a closed tour begins; a run of
successive numbers or one piece of path also fixes its direction. The first or the last number fixes an end of a tour
that need not close. No sweep can handle numbers with gaps between them, or several pieces of path: it knows neither
the time nor the direction of what it has settled.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from engine.boards.existence.verdict import Tours
from engine.boards.move_graph import MoveGraph
from engine.search.completion.known import Pair, PartialTour
from engine.search.frontier.colours import possible_ends
from engine.search.frontier.order import axis_orders, improve_order, widest
from engine.search.frontier.problem import SweepProblem, adjacency_of

MIN_SQUARES = 3


@dataclass(frozen=True)
class CompletionSweep:
    """A sweep; each of its cycles stands for this many directed tours."""

    problem: SweepProblem
    times: int


def completion_sweep(graph: MoveGraph, known: PartialTour, tours: Tours) -> CompletionSweep | None:
    """Return the sweep that counts the directed tours with all that is given; None where only a search can."""
    if graph.size < MIN_SQUARES:
        return None
    run = _run(graph, known, closed=tours == "closed")
    if run is None:
        return None
    made = {_ascending(move) for move in (*run, *known.arcs)} | {*known.bonds}
    if made & {*known.barred}:
        return None
    if tours == "closed":
        return CompletionSweep(_order_problem(graph, _with(graph, known, made)), _times(graph, known, run))
    ends = [square for time in (0, graph.size - 1) for square, given in known.at.items() if given == time]
    if not ends or known.arcs or (len(ends) > 1 and tours == "open" and graph.adjacent(*ends)):
        return None
    return CompletionSweep(_order_problem(graph, _between(graph, _with(graph, known, made, ends), ends, tours)), 1)


def _run(graph: MoveGraph, known: PartialTour, *, closed: bool) -> list[Pair] | None:
    """Return the moves between successive numbers; None where numbers or pieces of path are too far apart.

    A closed tour has one run of numbers or one piece of path; other tours have a run at each given end.
    """
    at = list(known.at.items())
    around = [(at[-1][0], at[0][0])] if closed and len(at) > 1 and at[-1][1] - at[0][1] == graph.size - 1 else []
    run = [(one, two) for (one, time), (two, other) in pairwise(at) if other == time + 1] + around
    begun = len({one for one, _ in known.arcs} - {two for _, two in known.arcs})
    if closed:
        pieces = begun + (len(run) > 0)
        return run if len(at) - len(run) <= 1 and pieces <= 1 else None
    ends = (0 in known.at.values()) + (graph.size - 1 in known.at.values())
    return run if len(at) - len(run) == ends else None


def _times(graph: MoveGraph, known: PartialTour, run: list[Pair]) -> int:
    """Return how many directed tours a cycle stands for: one for each start and direction that the givens allow."""
    return (1 if known.at else graph.size) * (1 if run or known.arcs else 2)


def _with(graph: MoveGraph, known: PartialTour, made: set[Pair], ends: list[int] | None = None) -> list[set[int]]:
    """Return the neighbours of each square, then of the vertex in the middle of each move that is made.

    ends: the ends of the tour, which make one move only.
    """
    beside = [set(row) for row in adjacency_of(graph)]
    taken = Counter(square for move in made for square in move)
    full = {square for square, moves in taken.items() if moves + (square in (ends or ())) >= 2}
    for one in range(graph.size):
        for two in list(beside[one]):
            move = _ascending((one, two))
            if move in known.barred or move in made or one in full or two in full:
                beside[one].discard(two)
    for one, two in sorted(made):
        for square in (one, two):
            beside[square].add(len(beside))
        beside.append({one, two})
    return beside


def _between(graph: MoveGraph, beside: list[set[int]], ends: list[int], tours: Tours) -> SweepProblem:
    """Return the paths between two ends, or from one: to an apex beside all squares where they may end."""
    if len(ends) > 1:
        return SweepProblem(_rows(beside), joined=(ends[0], ends[1]))
    (end,), apex = ends, len(beside)
    closing = set(graph.closing_ends(end)) if tours == "open" else set()
    allowed = [other for other in possible_ends(adjacency_of(graph), end) if other not in closing]
    for other in allowed:
        beside[other].add(apex)
    return SweepProblem((*_rows(beside), tuple(allowed)), joined=(end, apex), apex=apex)


def _order_problem(graph: MoveGraph, problem: SweepProblem | list[set[int]]) -> SweepProblem:
    """Return the problem in a good order: a move's vertex follows the first of its squares along an axis."""
    if isinstance(problem, list):
        problem = SweepProblem(_rows(problem))
    moves = [vertex for vertex in range(graph.size, problem.size) if vertex != problem.apex]

    def insertion_key(squares: tuple[int, ...]) -> tuple[int, ...]:
        place = {square: index for index, square in enumerate(squares)}
        middle = [(min(place[square] for square in problem.adjacency[vertex]), vertex) for vertex in moves]
        return tuple(vertex for _, vertex in sorted([*((place[square], square) for square in squares), *middle]))

    along = min((problem.with_order(insertion_key(order)) for order in axis_orders(graph)), key=widest)
    return improve_order(along, graph.size + len(moves))


def _rows(beside: list[set[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted(row)) for row in beside)


def _ascending(move: Pair) -> Pair:
    return (min(move), max(move))
