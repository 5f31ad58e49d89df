"""Enumerations, completions, symmetric tours and puzzles, compared with solvers from outside the project."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest

from engine.kinds.parse import parse_problem
from findings.atlas.entries import Entry, all_entries
from tests.in_memory import counts, finished
from tests.oracles.answer_sets import Moves, tours
from tests.oracles.boards import OtherBoard, is_connected, make_board, random_board
from tests.oracles.satisfiability import Positions

SEEDS = range(50)

WITHOUT_TOURS = [
    entry
    for entry in all_entries()
    if entry.specification["kind"] == "enumerate"
    and entry.piece != "1,2"
    and re.fullmatch(r"\d+x\d+", entry.board)
    and all(value == "0" for figure in entry.figures for value in figure.values.values())
]
"""Entries of the atlas: rectangles that a leaper other than the knight cannot tour."""


@cache
def cycles_of(seed: int) -> set[Moves]:
    """Return the closed tours of a random board by answer sets."""
    return tours(random_board(seed), closed=True)


def job(board: OtherBoard, **fields: object) -> dict[str, int]:
    """Return the counts of a job on the board."""
    return counts(finished(board=board.label, piece=list(board.piece), **fields))


def named(board: OtherBoard, pairs: list[tuple[int, int]]) -> list[list[list[int]]]:
    """Return moves as a specification has them."""
    return [[list(board.squares[one]), list(board.squares[other])] for one, other in pairs]


def test_the_known_count() -> None:
    """Answer sets find the 9,862 closed tours of 6x6, a number published many times."""
    assert len(tours(make_board(["#" * 6] * 6, (1, 2)), closed=True)) == 9862


@pytest.mark.parametrize("seed", SEEDS)
def test_boards_are_the_same(seed: int) -> None:
    """Squares and moves by the oracles' own rule are those of the engine."""
    other = random_board(seed)
    problem = parse_problem({"kind": "enumerate", "board": other.label, "piece": list(other.piece)})
    board, graph = problem.board, problem.graph  # type: ignore[attr-defined]
    assert board is not None
    squares = [tuple(board.square(square)) for square in range(board.size)]
    pairs = {(squares[one], squares[two]) for one, row in enumerate(graph.lists) for two in row}

    assert sorted(squares) == sorted(other.squares)
    assert pairs == {(other.squares[a], other.squares[b]) for one in other.moves for a, b in (one, one[::-1])}


@pytest.mark.parametrize("method", ["backtrack", "frontier"])
@pytest.mark.parametrize("seed", SEEDS)
def test_closed_tours(seed: int, method: str) -> None:
    """A random board has as many closed tours by answer sets as by a job."""
    board = random_board(seed)

    assert job(board, kind="enumerate", tours="closed", method=method)["cycles"] == len(cycles_of(seed))


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if len(random_board(seed).squares) <= 16])
def test_all_tours(seed: int) -> None:
    """Each undirected path of a small board is two directed tours of a job."""
    board = random_board(seed)

    assert job(board, kind="enumerate", tours="any")["tours"] == 2 * len(tours(board, closed=False))


@pytest.mark.parametrize("seed", SEEDS)
def test_completions(seed: int) -> None:
    """Answer sets find as many closed tours with given and barred moves as a job counts."""
    board, draw = random_board(seed), random.Random(seed)
    found = cycles_of(seed)
    wanted = draw.sample(sorted(draw.choice(sorted(map(sorted, found)))), 2) if found else []
    others = sorted(board.moves - set(wanted))
    barred = draw.sample(others, 2)
    rules = [f":- not used({a},{b})." for a, b in wanted] + [f":- used({a},{b})." for a, b in barred]
    fields = {"moves": named(board, wanted), "barred": named(board, barred), "limit": "none", "store": "none"}

    assert job(board, kind="complete", tours="closed", **fields).get("cycles", 0) == len(
        tours(board, closed=True, rules=rules)
    )


@pytest.mark.parametrize("rows", [["#" * 6] * 5, ["#" * 6] * 6, ["#" * 10] * 3, ["#.####", *["######"] * 3, "####.#"]])
def test_tours_that_a_half_turn_keeps(rows: list[str]) -> None:
    """Answer sets find as many closed tours unchanged by a half-turn as a job counts."""
    board = make_board(rows, (1, 2))
    height, width = len(rows), len(rows[0])
    image = {
        index: board.squares.index((height + 1 - row, width + 1 - column))
        for index, (row, column) in enumerate(board.squares)
        if (height + 1 - row, width + 1 - column) in board.squares
    }
    rules = [f":- used({a},{b}), not used({image[a]},{image[b]})." for a, b in board.moves]
    found = finished(kind="symmetry", board=board.label)
    kept = next(row for row in found.extra["symmetries"] if row["symmetry"] == "rotation180")

    assert int(kept["moved_along"]) + int(kept["turned_round"]) == len(tours(board, closed=True, rules=rules))


@pytest.mark.parametrize("seed", SEEDS)
def test_existence(seed: int) -> None:
    """The SAT solver finds a closed tour exactly where answer sets do, and it is one of theirs."""
    board = random_board(seed)
    found = Positions(board, closed=True).solve()

    assert (found is not None) == bool(cycles_of(seed))
    if found is not None:
        moves = frozenset((min(pair), max(pair)) for pair in zip(found, found[1:] + found[:1], strict=True))
        assert moves in cycles_of(seed)


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("label", ["4x5", "5x5"])
def test_a_puzzle_has_one_solution(label: str, seed: int) -> None:
    """The SAT solver finds the puzzle's only solution, and several without any of the numbers if all are needed."""
    height, width = map(int, label.split("x"))
    board = make_board(["#" * width] * height, (1, 2))
    rng = {"generator": "pcg64dxsm", "seed": seed, "streams": 1}
    puzzle = finished(kind="puzzle", board=label, rng=rng).extra["puzzle"]
    cells = [line.split() for line in puzzle["grid"].splitlines()]
    givens = {
        board.squares.index((row + 1, column + 1)): int(cells[row][column]) - 1
        for row in range(height)
        for column in range(width)
        if cells[row][column].isdigit()
    }
    clauses = Positions(board, closed=False)
    solution = clauses.solve(givens)

    assert len(givens) == puzzle["givens"]
    assert solution == [board.squares.index((row, column)) for row, column in puzzle["solution"]]
    assert solution is not None
    clauses.forbid(solution)
    assert clauses.solve(givens) is None
    if puzzle["needed"] == puzzle["givens"]:
        for left_out in givens:
            assert clauses.solve({square: time for square, time in givens.items() if square != left_out}) is not None


@pytest.mark.parametrize("entry", WITHOUT_TOURS, ids=lambda entry: entry.key)
def test_no_tour_of_the_atlas(entry: Entry) -> None:
    """Answer sets find no tour either, unless the moves do not even connect the board."""
    height, width = map(int, entry.board.split("x"))
    first, second = map(int, entry.piece.split(","))
    board = make_board(["#" * width] * height, (first, second))

    assert not is_connected(board) or not tours(board, closed=entry.specification.get("tours") == "closed")


def test_the_zebra_on_5x16() -> None:
    """Closed tours, and tours from squares with few, are as many as in the atlas, whose sweep has no second order."""
    (entry,) = (one for one in all_entries() if one.key == "5x16/2,3/enumerate/any")
    figures = {figure.quantity: figure for figure in entry.figures}
    board = make_board(["#" * 16] * 5, (2, 3))
    by_start = {start: int(number) for start, number in (figures["tours"].by_start or {}).items()}
    few = {start: number for start, number in by_start.items() if number < 1300}

    assert len(tours(board, closed=True)) == int(figures["cycles"].value) == 90
    assert len(few) == 6
    for start, number in few.items():
        row, column = map(int, start.split(","))
        first = board.squares.index((row, column))
        assert len(tours(board, closed=False, rules=[f":- not used({first},{len(board.squares)})."])) == number
