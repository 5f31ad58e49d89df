"""Extremes of the closed tours of 8x8: what a weighted sweep has found, against what is printed."""

from __future__ import annotations

import re
from pathlib import Path

from findings.references.data_files import all_figures
from reproduction.registry import TABLES, choose_figures
from reproduction.report import compare
from reproduction.tables.extremes import LEAST, TOURS_BY_MOVES

PAGE = Path(__file__).parents[3] / "docs/features.md"


def test_the_distribution_is_of_all_closed_tours() -> None:
    """It adds up to the printed number of cycles, with 64 moves spread over four directions: 16 in the mean."""
    cycles = next(one.value for one in all_figures() if one.key == "known-counts/cycles_sampled/cycles/8x8")
    moves = sum(number * tours for number, tours in enumerate(TOURS_BY_MOVES, LEAST))
    assert sum(TOURS_BY_MOVES) == int(cycles)
    assert moves == 16 * int(cycles)


def test_the_page_has_the_distribution() -> None:
    """Each number of moves with its tours, in two columns."""
    pairs = re.findall(r"\| (\d+) \| ([\d,]+) (?=\|)", PAGE.read_text(encoding="utf-8"))
    shown = {int(moves): int(tours.replace(",", "")) for moves, tours in pairs}
    assert [shown[number] for number in sorted(shown)] == list(TOURS_BY_MOVES)
    assert min(shown) == LEAST


def test_moves_in_one_direction_are_found_here_too() -> None:
    """34 at most, in 4,116 tours; the other extremes take a census of all tours."""
    found = [compare(one, TABLES["directions_8x8"], {}) for one in choose_figures("knuth-8a", None)["directions_8x8"]]
    assert [(one.figure.value, one.verdict) for one in found] == [*[("34", "equal")] * 4, ("4116", "equal")]
    other = choose_figures("knuth-8a", None)["extremes_8x8"][0]
    assert compare(other, TABLES["extremes_8x8"], {}).verdict == "not reproduced"
