"""Tours by answer-set programming: the solver clingo lists every model of a few lines."""

from __future__ import annotations

from collections.abc import Iterable

import clingo

from tests.oracles.boards import OtherBoard

CYCLES = """
{ next(U, V) : edge(U, V) } = 1 :- square(U).
{ next(U, V) : edge(U, V) } = 1 :- square(V).
reached(0).
reached(V) :- reached(U), next(U, V).
:- square(U), not reached(U).
edge(V, U) :- edge(U, V).
used(U, V) :- next(U, V).
used(V, U) :- next(U, V).
:- next(0, V), next(U, 0), U > V.
#show used/2.
"""
"""Cycles through all squares, each in the direction whose first square after 0 is smaller than its last."""

Moves = frozenset[tuple[int, int]]


def tours(board: OtherBoard, *, closed: bool, rules: Iterable[str] = ()) -> set[Moves]:
    """Return every undirected tour as its moves: closed ones, or all paths.

    rules: more lines for the solver, over `used(U, V)`. A path is a cycle through one more square, which is a move
    from all others; its moves to there are left out.
    """
    squares = len(board.squares)
    count = squares if closed else squares + 1
    edges = set(board.moves) | ({(square, squares) for square in range(squares)} if not closed else set())
    facts = [f"square(0..{count - 1}).", *(f"edge({a},{b})." for a, b in edges)]
    control = clingo.Control(["0"], message_limit=0)
    control.add("base", [], "\n".join([CYCLES, *facts, *rules]))
    control.ground([("base", [])])
    found: set[Moves] = set()

    def keep(model: clingo.Model) -> None:
        pairs = (tuple(argument.number for argument in atom.arguments) for atom in model.symbols(shown=True))
        found.add(frozenset((one, other) for one, other in pairs if one < other < squares))

    control.solve(on_model=keep)
    return found
