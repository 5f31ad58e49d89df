"""The puzzle of the day."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from api.puzzles.daily import BOARD, COLLECTION, FILE, GIVENS, puzzle_of
from engine.boards.move_graph import move_graph
from engine.boards.piece import KNIGHT
from engine.boards.squares import parse_square
from engine.kinds.open_shard import open_shard
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.kinds.table import KINDS
from engine.search.completion.known import PartialTour
from engine.search.completion.search import CompletionSearch

DAY = date(2026, 11, 26)
YEARS = [DAY + timedelta(days=days) for days in range(960)]


def test_every_puzzle_has_one_solution() -> None:
    """On sampled days the puzzle of each degree has its tour as the only solution."""
    graph = move_graph(BOARD, KNIGHT)
    for day in YEARS[::41]:
        for degree in GIVENS:
            puzzle = puzzle_of(day, degree)
            known = PartialTour({square: number - 1 for square, number in puzzle.numbers.items()}, (), (), ())
            found, tours = CompletionSearch(graph, known).advance(10_000, 2, 2)
            assert found == 1
            assert tuple(tours[0].tolist()) == puzzle.tour


def test_harder_puzzles_give_fewer_numbers() -> None:
    """Easy and medium ones as many as they promise; hard ones those that are needed."""
    for day in YEARS[:60]:
        counts = {degree: len(puzzle_of(day, degree).numbers) for degree in GIVENS}
        assert (counts["easy"], counts["medium"]) == (36, 24)
        assert 10 <= counts["hard"] <= 18


@pytest.mark.parametrize("degree", list(GIVENS))
def test_no_puzzle_comes_back_soon(degree: str) -> None:
    """For 960 days every puzzle is different; the same day always has the same puzzle."""
    puzzles = {puzzle_of(day, degree).tour for day in YEARS}  # type: ignore[arg-type]  # one of GIVENS
    assert len(puzzles) == len(YEARS)
    assert puzzle_of(DAY, "easy") == puzzle_of(DAY, "easy")


def test_the_collection_is_what_its_job_finds() -> None:
    """The first shards of the job give the first lines of the collection."""
    problem = parse_problem(COLLECTION)
    lines = FILE.read_text().splitlines()
    shards = KINDS["puzzle"].plan(problem).shards
    assert len(lines) == len(shards)
    for shard, line in zip(shards[:2], lines, strict=False):
        runner = open_shard(Shard(problem, shard.target))
        while not runner.is_finished:
            runner.step(10**6)
        statistics = runner.statistics()
        tour = statistics["tour"].tolist()
        names = [line[at : at + 2] for at in range(0, len(line), 2)]
        assert [parse_square(BOARD, name.lower()) for name in names] == tour
        assert [name.isupper() for name in names] == statistics["kept"][tour].tolist()
