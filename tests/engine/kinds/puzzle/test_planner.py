"""Puzzles: refused fields, and the choice of the result among the puzzles made."""

from __future__ import annotations

import numpy as np
import pytest

from engine.errors import InvalidProblemError
from engine.kinds.common.kind import ShardRecord
from engine.kinds.parse import parse_problem
from engine.kinds.puzzle.planner import PuzzleMaking

OPEN = ["a3", "c2", "a1", "b3", "d2", "b1", "c3", "a2", "c1", "d3", "b2", "d1"]


@pytest.mark.parametrize(
    ("fields", "pointer", "words"),
    [
        ({"board": "3x4", "tour": OPEN[:-1]}, "/tour", "has 11 squares, the board 12"),
        ({"board": "3x4", "tour": [*OPEN[:10], "d1", "b2"]}, "/tour/10", "[1, 4] and [3, 4] are no move apart"),
        ({"board": "3x4", "tour": OPEN, "tours": "closed"}, "/tour", "is open, and tours are closed"),
        ({"board": "3x4", "tour": []}, "/tour", "has 0 squares, the board 12"),
        ({"board": "21x20"}, "/board", "tours are completed on boards of at most 400 squares"),
    ],
)
def test_what_makes_no_sense_is_named(fields: dict[str, object], pointer: str, words: str) -> None:
    """The error names the field, and the square in it."""
    with pytest.raises(InvalidProblemError) as raised:
        PuzzleMaking().plan(parse_problem({"kind": "puzzle", **fields}))
    assert (raised.value.pointer, raised.value.message) == (pointer, words)


def test_the_fewest_numbers_win_then_the_fewest_guesses() -> None:
    """Of the finished puzzles the one with fewest numbers, then fewest guesses, is the result."""
    problem = parse_problem({"kind": "puzzle", "board": "3x4", "guesses": 500})

    def shard(index: int, kept: int, guesses: int, *, finished: bool = True) -> ShardRecord:
        mask = np.arange(12) < kept
        figures = np.array([12, kept, 0, guesses, 5])
        statistics = {"tour": np.arange(12), "kept": mask, "figures": figures}
        return ShardRecord(index, {}, finished, statistics=statistics)

    shards = [shard(0, 4, 50), shard(1, 3, 200), shard(2, 3, 90), shard(3, 2, 0, finished=False)]
    puzzle = PuzzleMaking().merge(problem, shards).extra["puzzle"]

    assert (puzzle["givens"], puzzle["guesses"], puzzle["level"]) == (3, 90, "many-guesses")
    assert puzzle["made"] == [[4, 50], [3, 200], [3, 90]]
    assert puzzle["grid"] == " 1  2  3  .\n .  .  .  .\n .  .  .  .\n"
    assert PuzzleMaking().merge(problem, [shards[3]]).extra == {}
    assert PuzzleMaking().merge(problem, shards[1:2]).extra["puzzle"]["level"] == "search"
