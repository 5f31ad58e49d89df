"""Puzzles, from specification to result."""

from __future__ import annotations

import itertools

import pytest

from engine.kinds.common.kind import ShardRecord
from engine.kinds.open_shard import open_shard
from engine.kinds.parse import parse_problem
from engine.kinds.puzzle import runner as puzzle
from engine.kinds.puzzle.specification import Puzzle
from engine.kinds.result_extras import Extra
from engine.kinds.running.shard_runner import Shard
from engine.kinds.table import KINDS
from engine.specification.result import Result
from tests.engine.kinds.complete.test_runner import run as complete

FEW = {"streams": 3, "seed": 4}


def run(work: int = 10**6, **fields: object) -> Result:
    """Run a job, reopening each runner from its checkpoint after every step."""
    problem = parse_problem({"kind": "puzzle", "rng": FEW, **fields})
    kind = KINDS["puzzle"]
    plan = kind.plan(problem)
    if plan.result is not None:
        return plan.result
    records = []
    for shard in plan.shards:
        runner = open_shard(Shard(problem, shard.target))
        while not runner.is_finished:
            assert 0 < runner.step(work) <= work
            assert 0 <= runner.progress <= 1
            runner = open_shard(Shard(problem, shard.target, runner.checkpoint()))
        records.append(ShardRecord(shard.index, shard.target, True, statistics=runner.statistics()))
    assert not kind.follow(problem, records)
    return kind.merge(problem, records)


def made(result: Result) -> Puzzle:
    """Return the puzzle of a result."""
    puzzle = Extra.model_validate(result.extra).puzzle
    assert puzzle is not None
    return puzzle


@pytest.mark.parametrize("tours", ["any", "closed"])
def test_the_only_solution_is_the_one_told(tours: str) -> None:
    """A completion of the grid finds only the solution stated, with the number of guesses stated."""
    puzzle = made(run(board="6x6", tours=tours, guesses=20))
    solved, found = complete(board="6x6", givens=puzzle.grid, tours=tours, store="all", limit={"tours": 2})

    assert solved.extra["completion"] == {"verdict": "unique", "guesses": str(puzzle.guesses), "directed": True}
    assert [[square // 6 + 1, square % 6 + 1] for square in found[0].tolist()] == puzzle.solution
    assert puzzle.givens == 36 - puzzle.grid.count(".")
    assert puzzle.givens == puzzle.needed + puzzle.kept_for_ease
    assert min(puzzle.made) == [puzzle.givens, puzzle.guesses]
    assert len(puzzle.made) == 3


def test_steps_leave_no_trace() -> None:
    """However the work is cut, the puzzle is the same; another seed makes a different one."""
    once, often = (made(run(work, board="5x6", tours="closed")) for work in (10**6, 5))
    assert once == often
    assert made(run(board="5x6", tours="closed", rng={"streams": 3, "seed": 5})).solution != once.solution


def test_a_given_tour_is_the_solution() -> None:
    """The squares of a given tour may be names; streams differ in the order in which they remove numbers."""
    tour = ["a3", "c2", "a1", "b3", "d2", "b1", "c3", "a2", "c1", "d3", "b2", "d1"]
    puzzle = made(run(board="3x4", tour=tour, guesses=10_000))
    assert puzzle.solution == [[3 - int(name[1]) + 1, "abcd".index(name[0]) + 1] for name in tour]
    assert puzzle.kept_for_ease == 0


def test_puzzles_without_guesses_are_direct() -> None:
    """Without guesses propagation alone finds every square; with guesses the puzzle has no more numbers."""
    easy, hard = (made(run(board="8x8", guesses=guesses)) for guesses in (0, 200))
    assert (easy.level, easy.guesses, easy.known_at_once) == ("direct", 0, 64)
    assert (easy.needed, hard.level != "direct") == (easy.givens - easy.kept_for_ease, True)
    assert hard.givens <= easy.givens


def test_where_walks_find_no_tour_there_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result says what to do; a proof that there is no tour ends the job at once."""
    monkeypatch.setattr(puzzle, "MAX_WALKS", 3)
    result = run(board="3x10", tours="closed")
    assert (result.outcome, result.explanation) == (
        "not-found",
        "random walks found no closed tour; name one in `tour`",
    )
    assert run(board="4x4").outcome == "impossible"


def test_boards_with_holes_and_joined_sides() -> None:
    """Boards with holes and joined sides get puzzles with one solution."""
    for label in ("mask:.###/####/####/####", "torus:4x5", "3x4"):
        puzzle = made(run(board=label))
        solved, _ = complete(board=label, givens=puzzle.grid, limit={"tours": 2})
        assert solved.extra["completion"]["verdict"] == "unique"
        numbers = [int(sign) for sign in puzzle.grid.split() if sign.isdecimal()]
        assert all(one != two for one, two in itertools.pairwise(sorted(numbers)))
