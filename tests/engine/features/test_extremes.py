"""What is known of extremes, against all tours of small boards, measured one by one."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.features.extremes import CENSUS, PUBLISHED, TAMING, bounds, known_extreme
from engine.features.table import LINE
from engine.kinds.census.planner import search_problem
from engine.kinds.census.runner import CensusRunner
from engine.kinds.enumerate.search.shards import first_round
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard

QUICK = 50_000
"""Tours that are measured in a moment; of larger boards the published numbers of tours are compared alone."""


def met(label: str, tours: str) -> tuple[int, dict[str, tuple[int, int]]]:
    """Return how many undirected tours a census meets, and the least and the greatest value of each statistic."""
    problem = parse_problem({"kind": "census", "board": label, "tours": tours})
    seen: dict[str, set[int]] = {name: set() for name in LINE}
    number = 0
    for target in first_round(search_problem(problem)):
        runner = CensusRunner(Shard(problem, target.target))
        while not runner.is_finished:
            runner.step(1 << 22)
        tallies = runner.statistics()["tallies"]
        number += int(tallies[0].sum()) if tallies.size else 0
        for name, row in zip(LINE, tallies, strict=True):
            seen[name] |= set(np.flatnonzero(row).tolist())
    return number, {name: (min(values), max(values)) for name, values in seen.items()}


@pytest.mark.parametrize(("label", "tours"), [key for key, (number, _) in CENSUS.items() if number < QUICK])
def test_a_census_of_the_board_has_found_it(label: str, tours: str) -> None:
    """Also on the board lying on its other side, where directions change places."""
    rows, columns = label.split("x")
    for turned in {label, f"{columns}x{rows}"}:
        board = parse_board(turned)
        number, extremes = met(turned, tours)
        for name, values in extremes.items():
            known = [known_extreme(board, tours, name, sought) for sought in ("fewest", "most")]
            assert known == [(value, number) for value in values]


def test_the_larger_ones_are_of_the_published_numbers_of_tours() -> None:
    """Which enumerations count: 6x6 has 6,637,920 directed tours, 710,064 of which close."""
    numbers = {key: number for key, (number, _) in CENSUS.items() if number >= QUICK}
    assert numbers == {
        ("5x10", "closed"): 13_311_268,
        ("6x7", "closed"): 1_067_638,
        ("6x8", "closed"): 55_488_142,
        ("6x6", "open"): (6_637_920 - 710_064) // 2,
    }
    assert [known_extreme(parse_board(label), "closed", "crossings", "fewest") for label in ("7x6", "6x8")] == [
        (56, 1_067_638),
        (59, 55_488_142),
    ]


def test_nothing_is_claimed_of_other_boards() -> None:
    """Of boards without a census, with holes, or glued."""
    for label in ("8x8", "mask:##./###/#.#", "torus:6x6", "3x4x5"):
        assert known_extreme(parse_board(label), "closed", "turns", "fewest") is None


def test_published_bounds_are_of_closed_tours_of_squares() -> None:
    """Beside an exact value where there is one; of nothing else."""
    assert bounds(parse_board("8x8"), "closed", "turns", "fewest") == [
        {"what": what, "value": value, "source": TAMING} for what, value in PUBLISHED["turns"]
    ]
    exact, lower, upper = bounds(parse_board("6x6"), "closed", "crossings", "fewest")
    assert exact == {"what": "exact", "value": "52", "source": "a census of all 9862 undirected tours"}
    assert (lower["value"], upper["value"]) == ("4 n - O(1)", "12 n + O(1)")
    for label, tours, statistic, sought in [
        ("8x8", "open", "turns", "fewest"),
        ("8x8", "closed", "turns", "most"),
        ("8x10", "closed", "turns", "fewest"),
        ("8x8", "closed", "angle_90", "fewest"),
    ]:
        assert bounds(parse_board(label), tours, statistic, sought) == []
