"""Known extremes, against all tours of small boards, measured one by one."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.features.extremes import (
    CENSUS,
    COUNTED,
    KNUTH,
    PUBLISHED,
    STEEPNESS,
    SWEPT,
    TAMING,
    Known,
    bounds,
    known_extreme,
)
from engine.features.table import LINE
from engine.kinds.census.planner import search_problem
from engine.kinds.census.runner import CensusRunner
from engine.kinds.enumerate.search.shards import first_round
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from findings.atlas.entries import all_entries

QUICK = 50_000
"""The most tours that are measured in a moment; for larger boards only the numbers of tours are checked."""


BOOK = "Knuth, The Art of Computer Programming, pre-fascicle 8A, 2025"


def met(label: str, tours: str) -> tuple[int, dict[str, tuple[int, int]]]:
    """Return the number of undirected tours that a census meets, and the extreme values of each statistic."""
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
    """The known extremes are those of a census, also of the board on its other side, where directions change places."""
    rows, columns = label.split("x")
    for turned in {label, f"{columns}x{rows}"}:
        board = parse_board(turned)
        number, extremes = met(turned, tours)
        for name in COUNTED:
            values = extremes[name]
            known = [known_extreme(board, tours, name, sought) for sought in ("fewest", "most")]
            source = f"a census of all {number:,} undirected tours"
            assert known == [Known(value, True, source) for value in values]


def test_the_larger_ones_are_of_the_published_numbers_of_tours() -> None:
    """Larger censuses met the numbers of enumerations: 6x6 has 6,637,920 directed tours, 710,064 of them closed."""
    numbers = {key: number for key, (number, _) in CENSUS.items() if number >= QUICK}
    assert numbers == {
        ("5x10", "closed"): 13_311_268,
        ("6x7", "closed"): 1_067_638,
        ("6x8", "closed"): 55_488_142,
        ("6x6", "open"): (6_637_920 - 710_064) // 2,
    }
    assert [known_extreme(parse_board(label), "closed", "crossings", "fewest") for label in ("7x6", "6x8")] == [
        Known(56, True, "a census of all 1,067,638 undirected tours"),
        Known(59, True, "a census of all 55,488,142 undirected tours"),
    ]


def test_nothing_is_claimed_of_other_boards() -> None:
    """Boards without a census, with holes, or glued have no known extreme that a tour attains."""
    for label in ("8x9", "mask:##./###/#.#", "torus:6x6", "3x4x5"):
        for statistic, sought in product(LINE, ("fewest", "most")):
            known = known_extreme(parse_board(label), "closed", statistic, sought)
            assert known is None or not known.attained
    assert known_extreme(parse_board("8x8"), "open", "crossings", "most") is None


def test_knuth_s_extremes_of_8x8_agree_with_each_other() -> None:
    """Straight angles and turns add up to 64, and all four directions have the same extreme by symmetry."""
    board = parse_board("8x8")
    values = {(name, sought): known_extreme(board, "closed", name, sought) for name, sought in KNUTH}
    assert all(one is not None and one.attained and one.source.startswith("Knuth, ") for one in values.values())
    found = {key: one.value for key, one in values.items() if one is not None}
    assert found["angle_180", "most"] + found["turns", "fewest"] == 64
    assert found["angle_180", "fewest"] + found["turns", "most"] == 64
    assert len({found[f"moves_{way}", "most"] for way in ("ene", "nne", "nnw", "wnw")}) == 1
    assert values["crossings", "fewest"] == Known(69, True, f"{BOOK}: 40 tours have it, page 89")
    assert values["crossings", "most"] == Known(126, True, f"{BOOK}: page 89")


def swept_distributions(board: str) -> dict[str, list[tuple[int, int]]]:
    """Return the atlas's distributions of closed tours by their moves along each direction."""
    return {
        name: sorted((int(value), int(tours)) for value, tours in figure.by_value.items())
        for entry in all_entries()
        if entry.board == board and entry.piece == "1,2"
        for name in entry.specification.get("statistics") or ()
        for figure in entry.figures
        if figure.by_value
    }


@pytest.mark.parametrize("board", SWEPT)
def test_sweeps_have_found_the_ends_of_distributions(board: str) -> None:
    """The known extremes are the ends of the distributions, which add up to all tours."""
    found, (number, *extremes) = swept_distributions(board), SWEPT[board]
    assert found
    for name, distribution in found.items():
        assert (distribution[0], distribution[-1]) == extremes[STEEPNESS[name]]
        assert sum(tours for _, tours in distribution) == number


def test_swept_extremes_of_all_four_directions() -> None:
    """The known extremes hold for all four directions; a quarter turn of the board makes steep moves flat ones."""
    source = "weighted sweeps over all 34,524,432,316 closed tours: {} of them have it"
    for name, label in (("moves_ene", "7x8"), ("moves_wnw", "7x8"), ("moves_nne", "8x7"), ("moves_nnw", "8x7")):
        found = [known_extreme(parse_board(label), "closed", name, sought) for sought in ("fewest", "most")]
        assert found == [Known(2, True, source.format("2,026")), Known(30, True, source.format(6))]
    assert known_extreme(parse_board("8x8"), "closed", "moves_nnw", "fewest") == Known(
        2, True, "weighted sweeps over all 13,267,364,410,532 closed tours: 14,781 of them have it"
    )


def test_limits_that_hold_of_every_tour() -> None:
    """No statistic is below 0; a tour of n squares turns on at most n of them, an open tour not at its ends."""
    board = parse_board("10x10")
    nothing, closed, opened = (
        known_extreme(board, tours, statistic, sought)
        for tours, statistic, sought in (
            ("closed", "angle_180", "fewest"),
            ("closed", "turns", "most"),
            ("open", "turns", "most"),
        )
    )
    assert nothing is not None and closed is not None and opened is not None  # noqa: PT018
    assert [(one.value, one.attained) for one in (nothing, closed, opened)] == [(0, False), (100, False), (98, False)]
    assert bounds(board, "closed", "turns", "most") == [
        {"what": "limit", "value": "100", "source": "a tour has no more squares to turn at"}
    ]


def test_published_bounds_are_of_closed_tours_of_squares() -> None:
    """Published bounds stand beside the exact value, if any, for closed tours of squares and nothing else."""
    assert bounds(parse_board("8x8"), "closed", "turns", "fewest") == [
        {"what": "exact", "value": "45", "source": f"{BOOK}: 112 tours have it, page 86"},
        *({"what": what, "value": value, "source": TAMING} for what, value in PUBLISHED["turns"]),
    ]
    exact, lower, upper = bounds(parse_board("6x6"), "closed", "crossings", "fewest")
    assert exact == {"what": "exact", "value": "52", "source": "a census of all 9,862 undirected tours"}
    assert (lower["value"], upper["value"]) == ("4 n - O(1)", "12 n + O(1)")
    for label, tours, statistic, sought in [
        ("8x8", "open", "turns", "fewest"),
        ("8x8", "closed", "turns", "most"),
        ("8x10", "closed", "turns", "fewest"),
        ("8x8", "closed", "angle_90", "fewest"),
    ]:
        assert not [one for one in bounds(parse_board(label), tours, statistic, sought) if one["source"] == TAMING]
    assert bounds(parse_board("8x8"), "open", "crossings", "most") == []
