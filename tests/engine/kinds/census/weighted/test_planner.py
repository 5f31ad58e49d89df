"""Censuses by weighted sweeps against all closed tours, listed one by one or tabled by sets of squares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.errors import InvalidProblemError
from engine.kinds.census import choice
from engine.kinds.census.choice import Censuses
from engine.kinds.census.weighted import planner
from engine.kinds.census.weighted.runner import WeightedRunner
from engine.kinds.common.kind import ShardRecord
from engine.kinds.enumerate.sweep.runner import FrontierRunner
from engine.kinds.open_shard import open_shard
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.search.frontier import table_parts as parts
from engine.search.frontier.transition import ROOM
from engine.specification.result import Result
from tests.reference.boards import squares_and_moves
from tests.reference.move_sums import Tour, all_cycles, listed, moves_of, tabled
from workers.files.folder import files_of

DIRECTIONS = ("moves_ene", "moves_nne", "moves_nnw", "moves_wnw")
SLOPES = {"ene": (-1, 2), "nne": (-2, 1), "nnw": (-2, -1), "wnw": (-1, -2)}


class Job:
    """A census in memory: `run` takes the shards in any order and can reopen them after each step."""

    def __init__(self, folder: Path | None = None, **fields: object) -> None:
        self.problem = parse_problem({"kind": "census", "method": "weighted-sweep", **fields})
        self.folder, self.most_parts = folder, 0
        self.saved: dict[int, Any] = {}
        self.records: dict[int, ShardRecord] = {}
        self.plan = Censuses().plan(self.problem)
        self.due = list(self.plan.shards)

    def run(self, work: int = 1 << 20, *, reopen: bool = False, random: Random | None = None) -> Result:
        """Run to the end."""
        while self.due:
            if random is not None:
                random.shuffle(self.due)
            self.most_parts = max(self.most_parts, len(self.due))
            for shard in self.due:
                files = files_of(self.folder, shard.index)
                runner = open_shard(Shard(self.problem, shard.target, self.saved.get(shard.index), files))
                while not runner.is_finished:
                    runner.step(work)
                    if reopen:
                        written = {name: array.copy() for name, array in runner.checkpoint().items()}
                        runner = open_shard(Shard(self.problem, shard.target, written, files))
                self.saved[shard.index] = runner.checkpoint()
                statistics = runner.statistics()
                self.records[shard.index] = ShardRecord(shard.index, shard.target, True, 0.0, statistics)
            self.due = list(Censuses().follow(self.problem, self._all()))
        return self.result()

    def result(self) -> Result:
        """Return the result so far."""
        return Censuses().merge(self.problem, self._all())

    def _all(self) -> list[ShardRecord]:
        return [self.records[index] for index in sorted(self.records)]


def run(**fields: object) -> Result:
    """Run a census to its end."""
    return Job(**fields).run()  # type: ignore[arg-type]


def distributions(result: Result) -> dict[str, dict[int, int]]:
    """Return how many tours have each value that occurs."""
    return {
        row["statistic"]: {row["least"] + at: int(tours) for at, tours in enumerate(row["tours"]) if int(tours)}
        for row in result.extra["census"]["distributions"]
    }


def counting(label: str, name: str) -> Callable[[int, int], bool]:
    """Return the predicate of two squares of a flat board: whether the move between them counts."""
    squares, _ = squares_and_moves(label, (1, 2))
    sort, *rest = name.split("_")

    def counts(one: int, other: int) -> bool:
        (row, column), (to_row, to_column) = squares[one], squares[other]
        if sort == "moves":
            step = to_row - row, to_column - column
            return any(SLOPES[way] in (step, (-step[0], -step[1])) for way in rest)
        if sort == "across":
            here, there = (row, to_row) if rest[0] == "row" else (column, to_column)
            return (here < int(rest[1])) != (there < int(rest[1]))
        top, left, bottom, right = map(int, rest)
        return all(top <= y + 1 <= bottom and left <= x + 1 <= right for y, x in (squares[one], squares[other]))

    return counts


@lru_cache
def cycles(label: str) -> list[Tour]:
    """Return all closed tours."""
    return list(all_cycles([sorted(row) for row in squares_and_moves(label, (1, 2))[1]]))


SUMS = (*DIRECTIONS, "moves_ene_wnw", "moves_ene_nne_wnw", "across_row_1", "across_row_2", "across_column_3")


@pytest.mark.parametrize(
    ("label", "number", "inside"), [("5x6", 8, "2_2_4_5"), ("6x6", 9862, "1_1_3_6"), ("3x10", 16, "1_4_3_8")]
)
def test_against_listed_tours(label: str, number: int, inside: str) -> None:
    """Each sort of sum has the distribution of the tours that a plain search lists."""
    names = [*SUMS, f"inside_{inside}"]
    found = distributions(run(board=label, statistics=names))
    assert len(cycles(label)) == number
    assert list(found) == names
    for name in names:
        assert found[name] == listed(cycles(label), counting(label, name)), name
        assert sum(found[name].values()) == number


@pytest.mark.parametrize("label", ["5x6", "6x6", "3x10", "cylinder:3x5"])
def test_uses_of_moves_against_listed_tours(label: str) -> None:
    """Each move is used by as many tours as listed; at each square the uses add up to twice the tours."""
    result = run(board=label, moves=True)
    squares, moves = squares_and_moves(label, (1, 2))
    used = dict.fromkeys(((one, other) for one, row in enumerate(moves) for other in row if one < other), 0)
    for tour in cycles(label):
        for move in moves_of(tour):
            used[move] += 1
    rows = result.extra["census"]["moves"]
    number = {tuple(part + 1 for part in square): at for at, square in enumerate(squares)}
    found = {tuple(number[tuple(square)] for square in row["squares"]): int(row["tours"]) for row in rows}
    assert found == used
    for square in range(len(squares)):
        assert sum(tours for move, tours in found.items() if square in move) == 2 * len(cycles(label))
    assert result.extra["census"]["distributions"] == []


@pytest.mark.parametrize(
    ("label", "names"),
    [
        ("cylinder:3x5", ("moves_ene", "moves_nne_wnw", "across_column_5", "across_row_2", "inside_1_2_3_5")),
        ("torus:3x4", ("moves_nne", "moves_ene_wnw", "across_row_3")),
        ("torus:4x3", ("moves_ene", "across_column_3", "inside_1_1_2_3")),
    ],
)
def test_glued_boards_against_tables(label: str, names: tuple[str, ...]) -> None:
    """Moves over a side keep their direction, and cross the lines that they run over."""
    surface, rows, columns = label.replace(":", "x").split("x")
    squares, moves = squares_and_moves(label, (1, 2))
    graph, sides = [sorted(row) for row in moves], (int(rows), int(columns))
    found = distributions(run(board=label, statistics=list(names)))
    for name in names:

        def counts(one: int, other: int, name: str = name) -> bool:
            signed = [(down * y, right * x) for y, x in ((1, 2), (2, 1)) for down in (1, -1) for right in (1, -1)]
            wraps = surface == "torus", True
            ways = [way for way in signed if _step(squares[one], way, sides, wraps) == squares[other]]
            (counted,) = {_counts(name, squares[one], way, squares[other], sides) for way in ways}
            return counted

        assert found[name] == tabled(graph, counts), name


def _counts(
    name: str, square: tuple[int, ...], way: tuple[int, int], reached: tuple[int, ...], sides: tuple[int, int]
) -> bool:
    """Whether a move along `way` counts; each line that it crosses lies behind a place that it passes."""
    sort, *rest = name.split("_")
    if sort == "moves":
        return any(SLOPES[slope] in (way, (-way[0], -way[1])) for slope in rest)
    if sort == "inside":
        top, left, bottom, right = map(int, rest)
        return all(top <= y + 1 <= bottom and left <= x + 1 <= right for y, x in (square, reached))
    axis = ("row", "column").index(rest[0])
    here, step = square[axis], way[axis]
    passed = range(here, here + step) if step > 0 else range(here + step, here)
    return int(rest[1]) - 1 in [place % sides[axis] for place in passed]


def _step(
    square: tuple[int, ...], way: tuple[int, int], sides: tuple[int, int], wraps: tuple[bool, bool]
) -> tuple[int, ...]:
    """Return where a move leads; beyond a border the place is not on the board."""
    places = (here + by for here, by in zip(square, way, strict=True))
    return tuple(place % side if wrap else place for place, side, wrap in zip(places, sides, wraps, strict=True))


def test_directions_are_alike_by_symmetry() -> None:
    """One sweep serves all four directions of a square board, two those of a rectangle; all four are the default."""
    square, rectangle = Job(board="6x6"), Job(board="5x6")
    found = distributions(square.run())
    assert tuple(found) == DIRECTIONS
    assert len({str(row) for row in found.values()}) == 1
    found = distributions(rectangle.run())
    assert found["moves_ene"] == found["moves_wnw"] != found["moves_nne"] == found["moves_nnw"]
    assert [len(square.records), len(rectangle.records)] == [2, 3]


@pytest.mark.parametrize(("label", "number"), [("5x8", 44_202), ("6x7", 1_067_638), ("6x8", 55_488_142)])
def test_known_counts(label: str, number: int) -> None:
    """Each distribution sums to the count of OEIS A175855 or A175881; the means add up to the number of squares."""
    result = run(board=label)
    assert result.extra["census"]["tours"] == str(number)
    assert all(sum(row.values()) == number for row in distributions(result).values())
    squares = parse_problem({"kind": "census", "board": label}).board.size
    assert sum(row["mean"] for row in result.extra["census"]["distributions"]) == pytest.approx(squares)


def test_against_a_search() -> None:
    """A census by search of 5x8 has the same rows for the directions, to the last figure."""
    searched = Job(board="5x8", method="search", statistics=list(DIRECTIONS)).run()
    assert searched.extra["census"] == run(board="5x8").extra["census"]


def test_digits_of_two_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Digits have two words where one is too short for the tours; here a word has 8 bits."""
    expected = run(board="6x6", moves=True, statistics=["moves_ene"]).extra
    monkeypatch.setattr(planner, "WORD", 8)
    job = Job(board="6x6", moves=True, statistics=["moves_ene"])
    assert job.run().extra == expected
    assert [job.records[index].target["stride"] for index in (1, 2)] == [2, 3]


def test_more_tours_than_a_word_counts() -> None:
    """3x60 has more than 2^64 closed tours; across each line there are 2 to 8 moves, by parity an even number."""
    result = run(board="3x60", statistics=["across_column_1", "moves_ene"])
    total = int(result.extra["census"]["tours"])
    assert total > 2**64
    found = distributions(result)
    assert sum(found["moves_ene"].values()) == total
    assert found["across_column_1"] == {6: total}


def test_a_sum_that_is_wrong_is_no_result() -> None:
    """A distribution that does not add up to the number of tours is an error, not a result."""
    job = Job(board="6x6")
    job.run()
    words = np.array(job.records[1].statistics["count"])
    words[5] += np.uint64(1)
    job.records[1] = ShardRecord(1, job.records[1].target, True, 0.0, {**job.records[1].statistics, "count": words})
    with pytest.raises(AssertionError, match="adds up to 9863, not to 9862"):
        job.result()


@pytest.mark.parametrize("work", [1, 300])
def test_killed_anywhere(work: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job reopened from its checkpoints after every step has the same result."""
    for runner in (FrontierRunner, WeightedRunner):
        monkeypatch.setattr(runner, "batch", ROOM)
    fields = {"board": "5x6", "moves": True, "statistics": ["moves_ene", "across_row_2"]}
    whole, cut = Job(**fields), Job(**fields)  # type: ignore[arg-type]
    assert whole.run() == cut.run(work, reopen=True)
    assert _bits(whole) == _bits(cut)


def test_shared_through_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts sharing tables of a few hundred states, in any order and killed after every step, give the same result."""
    expected = run(board="6x6", moves=True, statistics=["moves_ene", "across_row_2"])
    monkeypatch.setattr(parts, "MAX_ALONE", 800)
    monkeypatch.setattr(parts, "MAX_RECEIVED", 200)
    monkeypatch.setattr(WeightedRunner, "batch", 1 << 10)
    jobs = [
        Job(tmp_path / name, board="6x6", moves=True, statistics=["moves_ene", "across_row_2"])
        for name in ("whole", "cut")
    ]
    results = [jobs[0].run(), jobs[1].run(1500, reopen=True, random=Random(1))]
    assert results == [expected, expected]
    assert _bits(jobs[0]) == _bits(jobs[1])
    assert jobs[0].most_parts > 3


def _bits(job: Job) -> Mapping[int, object]:
    return {
        index: {name: array.tolist() for name, array in record.statistics.items()}
        for index, record in job.records.items()
    }


def test_auto() -> None:
    """Sums over the moves of closed tours are swept; all else is searched."""
    swept = Job(board="6x6", method="auto", statistics=["moves_ene"])
    assert swept.run().extra == run(board="6x6", statistics=["moves_ene"]).extra
    assert len(swept.records) == 2
    for fields in ({}, {"statistics": ["turns", "moves_ene"]}, {"statistics": ["moves_ene"], "tours": "open"}):
        job = Job(**{"board": "5x6", "method": "auto", **fields})  # type: ignore[arg-type]
        assert "tallies" in job.run().extra or all("sweep" not in record.target for record in job.records.values())


def test_what_it_takes_is_told() -> None:
    """The explanation gives the number of sweeps, the time and the space."""
    text = run(board="5x6", moves=True, statistics=list(DIRECTIONS)).explanation
    assert text is not None
    assert text.startswith("3 weighted sweeps, and one that counts: about ")
    assert "GiB" in text


@pytest.mark.parametrize(
    ("fields", "pointer", "words"),
    [
        ({"statistics": ["moves_ene", "turns"]}, "/statistics/1", "across_row_N"),
        ({"statistics": ["crossings"]}, "/statistics/0", "no sum over the moves"),
        ({"statistics": ["moves_east"]}, "/statistics/0", "moves_DIRECTION"),
        ({"statistics": ["across_row_6"]}, "/statistics/0", "line"),
        ({"statistics": ["inside_4_1_3_6"]}, "/statistics/0", "rectangle"),
        ({"statistics": ["moves_ene"], "piece": [1, 4]}, "/statistics/0", "knight"),
        ({"statistics": ["moves_ene"], "board": "klein:5x6"}, "/statistics/0", "tori"),
        ({"statistics": ["moves_ene"], "board": "torus:4x4"}, "/statistics/0", "no meaning"),
        ({"tours": "open"}, "/tours", "closed"),
        ({"draws": 5}, "/draws", "draws"),
        ({"board": "1x2"}, "/board", "squares"),
        ({"board": "20x20"}, "/method", "too large"),
        ({"method": "search", "moves": True}, "/moves", "weighted"),
        ({"method": "search", "statistics": ["across_row_1"]}, "/statistics/0", "turns"),
    ],
)
def test_refused(fields: dict[str, object], pointer: str, words: str) -> None:
    """The error names the field and the reason."""
    problem = parse_problem({"kind": "census", "board": "6x6", "method": "weighted-sweep", **fields})
    with pytest.raises(InvalidProblemError, match=words) as error:
        Censuses().check(problem)
    assert error.value.pointer == pointer


def test_no_tour(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is a proof or, without one, a count of 0 and no distribution."""
    proof = Job(board="5x5").plan.result
    assert proof is not None
    assert proof.outcome == "impossible"
    monkeypatch.setattr(choice, "refutation", lambda *_: None)
    counted = run(board="5x5")
    assert [count.value for count in counted.counts if count.quantity == "cycles"] == ["0"]
    assert counted.extra == {}
