"""Distance jobs: the published tables, and results in words."""

from __future__ import annotations

from itertools import zip_longest

import numpy as np
import pytest

from engine.errors import InvalidProblemError
from engine.kinds.common.kind import ShardRecord
from engine.kinds.distance.planner import Distances
from engine.kinds.open_shard import open_shard
from engine.kinds.parse import InvalidSpecificationError, parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.specification.result import Result
from findings.references.data_files import Figure, all_figures

PRINTED = [figure for figure in all_figures() if figure.source == "knights-luxembourg"]
"""Knights, Université du Luxembourg, 2020."""


def run(board: str, start: object, **more: object) -> Result:
    """Plan, run and merge a distance job."""
    spec = parse_problem({"kind": "distance", "board": board, "from": start, **more})
    kind = Distances()
    records = []
    for shard in kind.plan(spec).shards:
        runner = open_shard(Shard(spec, shard.target))
        while not runner.is_finished:
            runner.step(100_000)
        records.append(ShardRecord(shard.index, shard.target, is_finished=True, statistics=runner.statistics()))
    assert not kind.follow(spec, records)
    return kind.merge(spec, records)


def printed(table: str, quantity: str) -> list[Figure]:
    """Return the figures of a quantity in a table."""
    return [figure for figure in PRINTED if (figure.table, figure.quantity) == (table, quantity)]


@pytest.mark.parametrize(
    ("table", "board", "start"),
    [
        ("distances_8x8", "8x8", [8, 1]),
        ("torus_8x8", "torus:8x8", [8, 1]),
        ("holed_8x8", "holed-8x8", [8, 1]),
        ("heart_9x9", "heart", [9, 5]),
    ],
)
def test_published_tables(table: str, board: str, start: list[int]) -> None:
    """Distances on 8x8, the torus, the holed board and the heart are those of the published tables."""
    (figure,) = printed(table, "distances")
    found = {tuple(row.square): row.distance for row in run(board, start).distances}
    for r, row in enumerate(figure.value, start=1):
        for c, expected in enumerate(row, start=1):
            assert found.get((r, c)) == expected


@pytest.mark.parametrize(
    "figure", printed("distances_from_corner", "largest_distance"), ids=lambda figure: str(figure.board)
)
def test_published_maxima_from_the_corner(figure: Figure) -> None:
    """On 3x3 to 8x8 the largest distance from the corner is the published one; one square of 3x3 is out of reach."""
    unreachable = {row.board: row.value for row in printed("distances_from_corner", "unreachable")}
    extra = run(str(figure.board), [1, 1]).extra
    assert str(extra["eccentricity"]) == figure.value
    assert str(extra["unreachable"]) == unreachable.get(figure.board, "0")


def test_published_leaper_in_space() -> None:
    """The (1,2,3)-leaper on 4x4x4 reaches 28 squares from a corner, the farthest in 3 moves."""
    cube = {figure.quantity: figure.value for figure in PRINTED if figure.table == "cube_4x4x4"}
    result = run("4x4x4", [1, 1, 1], piece=[1, 2, 3])
    assert str(result.extra["reachable"]) == cube["reachable"] == "28"
    assert str(result.extra["eccentricity"]) == cube["largest_distance"] == "3"
    assert result.explanation == "36 squares cannot be reached from [1, 1, 1]"
    assert sum(row.shortest_paths == "0" for row in result.distances) == 36


def test_published_combination_of_moves() -> None:
    """From (3,5) to (1,1) two moves suffice, as the source's matrix example finds."""
    (figure,) = printed("matrix_example", "moves")
    result = run("8x8", figure.at["from"], to=figure.at["to"])
    algebra = result.extra["algebra"]
    assert str(algebra["moves"]) == str(result.distances[0].distance) == figure.value
    total = [
        sum(n * d[axis] for n, d in zip(algebra["combination"], algebra["directions"], strict=True)) for axis in (0, 1)
    ]
    assert total == algebra["displacement"] == [-2, -4]
    assert len(algebra["general_solution"]["kernel"]) == 6


def test_a_single_target() -> None:
    """From corner to corner of 8x8: 6 moves, 108 ways, a path between them."""
    result = run("8x8", "a1", to="h8")
    [row] = result.distances
    assert (row.square, row.distance, row.shortest_paths) == ([1, 8], 6, "108")
    assert result.extra["path"][0] == [8, 1]
    assert result.extra["path"][-1] == [1, 8]
    assert len(result.extra["path"]) == 7
    assert result.extra["diameter"] == 6


def test_a_target_out_of_reach() -> None:
    """The centre of 3x3 has no distance and no path from a corner, though on the open plane two moves reach it."""
    result = run("3x3", [1, 1], to=[2, 2])
    assert result.outcome == "complete"
    assert result.distances[0].distance is None
    assert result.distances[0].shortest_paths == "0"
    assert result.extra["path"] == []
    algebra = result.extra["algebra"]
    assert (algebra["moves"], algebra["lower_bound"], algebra["exact"]) == (2, 2, True)


def test_a_displacement_that_no_moves_make() -> None:
    """A (1,3)-leaper cannot change colour: the result says that the equation has no solution."""
    algebra = run("8x8", [1, 1], to=[1, 2], piece=[1, 3]).extra["algebra"]
    assert algebra["solvable"] is False
    assert "combination" not in algebra
    assert "general_solution" not in algebra
    assert "lower_bound" not in algebra


def test_a_box_whose_squares_no_moves_join() -> None:
    """A (1,2,3)-leaper keeps the parity of the coordinates' sum: the job ends and reports no solution."""
    result = run("4x4x4", [1, 1, 1], to=[1, 1, 2], piece=[1, 2, 3])
    assert result.distances[0].distance is None
    assert result.extra["algebra"]["solvable"] is False


def test_from_all_squares_to_one() -> None:
    """As moves can be taken back, the distances from a square and to it are the same."""
    assert run("3x4", "all", to="a1").distances == run("3x4", "a1").distances
    unreachable = run("3x3", "all", to=[2, 2])
    assert unreachable.explanation == "8 squares cannot be reached from [2, 2]"


def test_all_pairs() -> None:
    """The result has each square's own table, in order, and counts the pairs by distance."""
    result = run("3x4", "all")
    tables = [run("3x4", [row, column]) for row in range(1, 4) for column in range(1, 5)]
    assert [row.model_copy(update={"start": None}) for row in result.distances] == [
        row for table in tables for row in table.distances
    ]
    assert [row.start for row in result.distances[::12]] == [[r, c] for r in range(1, 4) for c in range(1, 5)]
    reached = [table.extra["squares_by_distance"] for table in tables]
    assert result.extra["pairs_by_distance"] == [sum(column) for column in zip_longest(*reached, fillvalue=0)]
    assert result.extra["diameter"] == tables[0].extra["diameter"]
    assert result.explanation is None
    assert run("3x3", "all").explanation == "16 of 81 ordered pairs of squares have no way between them"


def test_all_pairs_of_a_large_board_are_refused() -> None:
    """The error names the field and the largest board allowed."""
    spec = parse_problem({"kind": "distance", "board": "12x12", "from": "all"})
    with pytest.raises(InvalidProblemError, match="at most 128 squares") as caught:
        Distances().plan(spec)
    assert caught.value.pointer == "/from"


def test_a_walk_from_all_squares_is_refused() -> None:
    """A walk must begin on one square."""
    with pytest.raises(InvalidSpecificationError, match="begins on one square"):
        parse_problem({"kind": "distance", "board": "8x8", "from": "all", "via": ["a1"]})


def test_collecting_squares() -> None:
    """The walk begins at the start, visits every square to collect and ends at the target, move by move."""
    result = run("8x8", "a1", to="h8", via=["a8", "h1", "e4"])
    walk = result.extra["walk"]
    assert walk["exact"]
    assert len(walk["squares"]) == walk["length"] + 1
    assert walk["squares"][0] == [8, 1]
    assert walk["squares"][-1] == [1, 8]
    assert all(square in walk["squares"] for square in walk["collected"])
    assert sorted(walk["collected"]) == [[1, 1], [5, 5], [8, 8]]
    steps = zip(walk["squares"], walk["squares"][1:], strict=False)
    assert all(sorted(abs(x - y) for x, y in zip(a, b, strict=True)) == [1, 2] for a, b in steps)


def test_collecting_more_than_is_exact() -> None:
    """Beyond sixteen squares the result says whether it is exact and which bound holds."""
    via = [[row, column] for row in range(1, 9, 2) for column in (1, 3, 5, 6, 8)]
    result = run("8x8", [2, 2], via=via)
    walk = result.extra["walk"]
    assert walk["lower_bound"] <= walk["length"]
    assert walk["exact"] == (walk["lower_bound"] == walk["length"])
    assert walk["exact"] or "best found" in str(result.explanation)


def test_collecting_what_cannot_be_reached() -> None:
    """Where a square to collect is out of reach there is no walk, and the explanation says so."""
    result = run("3x3", [1, 1], via=[[2, 2]])
    assert result.extra["walk"]["length"] is None
    assert "no walk collects" in str(result.explanation)


def test_progress_is_merged_too() -> None:
    """Before the first slice the result is empty, not an error."""
    spec = parse_problem({"kind": "distance", "board": "8x8", "from": [1, 1]})
    assert Distances().merge(spec, [ShardRecord(0, {})]).distances == []


def test_a_square_off_the_board_is_refused() -> None:
    """The fault points at the field."""
    with pytest.raises(InvalidSpecificationError) as refused:
        parse_problem({"kind": "distance", "board": "8x8", "from": [9, 1]})
    assert refused.value.faults[0].pointer == "/from"


def test_shards_that_kept_no_bound_are_merged() -> None:
    """Shards of earlier versions have no bound of the combination: the result is what it was."""
    problem = parse_problem({"kind": "distance", "board": "8x8", "from": [3, 5], "to": [1, 1]})
    (plan,) = Distances().plan(problem).shards
    runner = open_shard(Shard(problem, plan.target))
    while not runner.is_finished:
        runner.step(100_000)
    old = {name: array for name, array in runner.statistics().items() if name != "combination_bound"}
    algebra = (
        Distances().merge(problem, [ShardRecord(0, plan.target, is_finished=True, statistics=old)]).extra["algebra"]
    )
    assert (algebra["solvable"], algebra["moves"]) == (True, 2)
    assert not {"lower_bound", "exact"} & set(algebra)

    nowhere = old | {"combination": np.zeros(0, np.int64)}
    found = Distances().merge(problem, [ShardRecord(0, plan.target, is_finished=True, statistics=nowhere)])
    assert found.extra["algebra"]["solvable"] is False


def test_walks_with_barred_squares_say_what_they_are() -> None:
    """From the corner of 3x3 through the two corners beside it, each rule is named with its walk."""
    free, once = (
        run("3x3", [1, 1], via=[[1, 3], [3, 1]]).extra,
        run("3x3", [1, 1], via=[[1, 3], [3, 1]], walk="once").extra,
    )
    assert (free["walk"]["length"], once["walk"]["length"]) == (6, 6)
    assert once["walk"]["rule"] == "once"
    snake = run("3x3", [1, 1], via=[[1, 3], [3, 1]], walk="snake", body=2).extra["walk"]
    assert (snake["rule"], snake["body"], snake["exact"]) == ("snake", 2, True)


def test_where_no_walk_is_it_is_proved() -> None:
    """By the rule "once" the middle of 3x3 cannot be collected, and no walk returns to its start; both are proved."""
    for more in ({"via": [[2, 2]]}, {"via": [[1, 3]], "to": [1, 1]}):
        result = run("3x3", [1, 1], walk="once", **more)
        assert result.extra["walk"] == {"rule": "once", "length": None, "exact": True, "collected": [], "squares": []}
        assert "proved" in (result.explanation or "")


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"walk": "once"}, "/walk"),
        ({"via": [[1, 2]], "body": 2}, "/body"),
        ({"via": [[1, 2]], "walk": "once", "body": 2}, "/body"),
        ({"via": [[1, 2]], "walk": "worm"}, "/walk"),
    ],
)
def test_walks_that_make_no_sense_are_refused(fields: dict[str, object], pointer: str) -> None:
    """The error names the wrong field."""
    with pytest.raises(InvalidSpecificationError) as caught:
        parse_problem({"kind": "distance", "board": "5x5", "from": [1, 1], **fields})
    assert [fault.pointer for fault in caught.value.faults] == [pointer]


def test_too_large_a_walk_is_refused() -> None:
    """Too many squares to collect and too large a board are refused at their fields."""
    many = [[row, column] for row in range(1, 4) for column in range(2, 8)]
    for board, via, pointer in (("8x8", many, "/via"), ("200x200", [[3, 3]], "/walk")):
        problem = parse_problem({"kind": "distance", "board": board, "from": [1, 1], "via": via, "walk": "once"})
        with pytest.raises(InvalidProblemError) as caught:
            Distances().check(problem)
        assert caught.value.pointer == pointer


def test_two_searches_enter_squares_in_their_orders() -> None:
    """Without a target both searches enter all 64 squares; with one, breadth-first search takes the shortest path."""
    orders = run("8x8", [1, 1]).extra["orders"]
    assert [orders[name]["entered"] for name in ("breadth_first", "depth_first")] == [64, 64]
    assert orders["breadth_first"]["squares"][:3] != orders["depth_first"]["squares"][:3]
    orders = run("8x8", [1, 1], to=[8, 8]).extra["orders"]
    assert orders["breadth_first"]["moves"] == 6
    assert orders["depth_first"]["squares"][-1] == [8, 8]
    assert len(orders["depth_first"]["squares"]) == orders["depth_first"]["entered"]
