"""Censuses against all tours of a board, listed and measured one by one."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.errors import InvalidProblemError
from engine.features.table import CORNERS
from engine.kinds.census.choice import Censuses
from engine.kinds.census.planner import SAMPLE
from engine.kinds.census.runner import CensusRunner
from engine.kinds.common.kind import ShardRecord
from engine.kinds.enumerate.search import shards as search_shards
from engine.kinds.parse import parse_problem
from engine.kinds.planning_cost import plans_at_once, plans_soon
from engine.kinds.running.shard_runner import Shard
from engine.kinds.table import KINDS
from engine.specification.result import Result
from tests.reference.all_tours import Tour, all_tours, leaper_graph, rectangle_symmetries
from tests.reference.lines import line_of

STEP = 1 << 16


def run(step: int = STEP, **fields: object) -> Result:
    """Run a job round by round, each shard opened again from its checkpoint after every step."""
    problem, kind = parse_problem({"kind": "census", **fields}), Censuses()
    plan = kind.plan(problem)
    if plan.result is not None:
        return plan.result
    due, records, checkpoints = list(plan.shards), {}, {}
    while due:
        for shard in due:
            runner = CensusRunner(Shard(problem, shard.target, checkpoints.get(shard.index)))
            while not runner.is_finished:
                runner.step(step)
                runner = CensusRunner(Shard(problem, shard.target, runner.checkpoint()))
                assert not runner.take_tours().size
            checkpoints[shard.index] = runner.checkpoint()
            records[shard.index] = ShardRecord(
                shard.index, shard.target, is_finished=True, statistics=runner.statistics()
            )
        due = list(kind.follow(problem, [records[index] for index in sorted(records)]))
    return kind.merge(problem, [records[index] for index in sorted(records)])


def distributions(result: Result) -> dict[str, dict[int, int]]:
    """Return how many tours have each value that occurs."""
    return {
        row["statistic"]: {row["least"] + at: int(tours) for at, tours in enumerate(row["tours"]) if int(tours)}
        for row in result.extra["census"]["distributions"]
    }


def walked(label: str, tours: Iterable[Tour], *, closed: bool) -> dict[str, dict[int, int]]:
    """Return the distributions of listed tours."""
    points = [tuple(square) for square in parse_board(label).coordinates.tolist()]
    found: dict[str, Counter[int]] = {}
    for tour in tours:
        for name, value in line_of([points[square] for square in tour], closed=closed).items():
            found.setdefault(name, Counter())[value] += 1
    return {name: dict(counts) for name, counts in found.items()}


@pytest.mark.parametrize("label", ["3x4", "5x5"])
def test_open_tours(label: str) -> None:
    """Every open tour counts once, not a second time backwards; it has no corner type."""
    rows, columns = map(int, label.split("x"))
    graph = leaper_graph([(row, column) for row in range(rows) for column in range(columns)], (1, 2))
    tours = [tour for tour in all_tours(graph) if tour[0] < tour[-1] and tour[-1] not in graph[tour[0]]]
    result = run(board=label, tours="open")
    assert distributions(result) | {CORNERS: {0: len(tours)}} == walked(label, tours, closed=False)
    assert CORNERS not in distributions(result)
    assert result.extra["census"]["tours"] == str(len(tours)) == {"3x4": "8", "5x5": "864"}[label]
    assert result.extra["census"]["exact"]


def test_closed_tours_however_the_work_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short rounds and small steps give the same distributions of all 9,862 cycles of 6x6."""
    whole = run(board="6x6")
    monkeypatch.setattr(search_shards, "ROUND", 1 << 9)
    assert distributions(run(board="6x6", step=1 << 8)) == distributions(whole)
    assert whole.extra["census"]["tours"] == "9862"
    assert {count.quantity: count.value for count in whole.counts}["cycles"] == "9862"


def test_closed_tours_of_six_by_six_one_by_one() -> None:
    """The cycles that begin in the corner, listed by the plain search, have the same statistics."""
    graph = leaper_graph([(row, column) for row in range(6) for column in range(6)], (1, 2))
    tours = list(_cycles(graph))
    assert len(tours) == 9862
    assert distributions(run(board="6x6")) == walked("6x6", tours, closed=True)


def _cycles(graph: list[list[int]]) -> Iterable[Tour]:
    """Yield every cycle once, from the corner by the first of its two neighbours; a free square needs two ways out."""
    first, last = graph[0]
    path, free = [0, first], [square not in (0, first) for square in range(len(graph))]

    def extend() -> Iterable[Tour]:
        here = path[-1]
        if len(path) == len(graph):
            yield from [tuple(path)] if here == last else []
            return
        if here == last:
            return
        for square in graph[here]:
            if free[square]:
                path.append(square)
                free[square] = False
                if all(_ways(graph, free, other, square) > 1 for other in graph[here] if free[other]):
                    yield from extend()
                free[square] = True
                path.pop()

    yield from extend()


def _ways(graph: list[list[int]], free: list[bool], square: int, here: int) -> int:
    """Return how many neighbours a tour could still join a free square to."""
    return sum(free[other] or other in (here, 0) for other in graph[square])


def test_directions_mirror_each_other() -> None:
    """By symmetry all four directions have one distribution on 6x6; on 5x6 each of two pairs has one."""
    found = distributions(run(board="6x6"))
    assert found["moves_ene"] == found["moves_nne"] == found["moves_nnw"] == found["moves_wnw"]
    found = distributions(run(board="5x6"))
    assert found["moves_ene"] == found["moves_wnw"] != found["moves_nne"] == found["moves_nnw"]
    assert len(rectangle_symmetries(5, 6)) == 4


def test_means() -> None:
    """Mean and deviation are those of the listed numbers."""
    (row,) = (row for row in run(board="5x6").extra["census"]["distributions"] if row["statistic"] == "crossings")
    values = [row["least"] + at for at, tours in enumerate(row["tours"]) for _ in range(int(tours))]
    assert row["mean"] == pytest.approx(np.mean(values))
    assert row["standard_deviation"] == pytest.approx(np.std(values))
    assert (row["least"], row["most"]) == (min(values), max(values))
    assert row.get("mean_error") is None


@pytest.mark.parametrize("tours", ["closed", "open"])
def test_a_sample(tours: str) -> None:
    """Means and shares of a sample are exact within their errors, and every value that occurs is that of a tour."""
    label, draws = ("5x6", 20_000) if tours == "closed" else ("3x4", 2000)
    exact = distributions(run(board=label, tours=tours))
    result = run(board=label, tours=tours, method="sample", draws=draws)
    sampled, total = distributions(result), sum(exact["turns"].values())
    assert result.extra["census"] | {"distributions": ()} == {"tours": str(draws), "exact": False, "distributions": ()}
    for row in result.extra["census"]["distributions"]:
        name = row["statistic"]
        mean = sum(value * number for value, number in exact[name].items()) / total
        assert abs(row["mean"] - mean) <= 5 * row["mean_error"]
        assert sampled[name].keys() <= exact[name].keys()
        for value, error in enumerate(row["share_errors"], start=row["least"]):
            share, true = sampled[name].get(value, 0) / draws, exact[name].get(value, 0) / total
            assert error == pytest.approx(math.sqrt(share * (1 - share) / draws))
            assert abs(share - true) <= 5 * math.sqrt(true * (1 - true) / draws)


def test_a_sample_does_not_depend_on_how_it_is_cut() -> None:
    """The same seed gives the same draws in steps of any size; another seed gives different ones."""
    fields = {"board": "5x6", "method": "sample", "draws": 9000}
    assert run(**fields) == run(step=50, **fields) != run(rng={"seed": 2}, **fields)


def test_no_tour() -> None:
    """A proof that there is no tour answers the job."""
    for method in ("search", SAMPLE):
        result = run(board="5x5", method=method)
        assert (result.outcome, result.counts[0].value, result.extra) == ("impossible", "0", {})


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"board": "torus:6x6"}, "/board"),
        ({"board": "4x4x2"}, "/board"),
        ({"board": "8x8", "piece": [1, 4]}, "/piece"),
        ({"board": "1x2"}, "/board"),
        ({"board": "8x10"}, "/board"),
        ({"board": "6x6", "draws": 5}, "/draws"),
        ({"board": "6x6", "rng": {"seed": 2}}, "/rng"),
        ({"board": "8x8", "method": "sample"}, "/board"),
    ],
)
def test_refused(fields: dict[str, object], pointer: str) -> None:
    """The error names the field."""
    with pytest.raises(InvalidProblemError) as error:
        Censuses().plan(parse_problem({"kind": "census", **fields}))
    assert error.value.pointer == pointer


def test_what_is_too_wide() -> None:
    """The error recommends another method of drawing to a sampling job only, as a census has none."""
    for fields, advised in (
        ({"kind": "census", "method": "sample"}, False),
        ({"kind": "sample", "method": "frontier", "budget": {"walks": 9}, "store": "all"}, True),
    ):
        problem = parse_problem({"board": "8x8", **fields})
        with pytest.raises(InvalidProblemError, match="too wide") as error:
            KINDS[problem.spec.kind].plan(problem)
        assert ("smc" in str(error.value)) is advised


def test_who_plans_it() -> None:
    """A worker plans the search of a small board itself, that of a large board in a separate process."""
    small, large = (parse_problem({"kind": "census", "board": board}) for board in ("6x6", "8x8"))
    assert [plans_at_once(small), plans_soon(small), plans_soon(large)] == [False, True, False]
