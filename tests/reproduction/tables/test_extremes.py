"""Extremes of the closed tours of 8x8: the results of a weighted sweep compared with print."""

from __future__ import annotations

import re
from pathlib import Path

from engine.boards.labels import parse_board
from engine.boards.squares import parse_square
from findings.atlas.entries import all_entries, move_key
from findings.references.data_files import all_figures
from reproduction.registry import TABLES, choose_figures
from reproduction.report import compare
from reproduction.tables.extremes import tours_by_moves

PAGE = Path(__file__).parents[3] / "docs/features.md"


def test_the_distribution_is_of_all_closed_tours() -> None:
    """The distribution adds up to the printed cycles, with 64 moves in four directions: a mean of 16 for each."""
    cycles = next(one.value for one in all_figures() if one.key == "known-counts/cycles_sampled/cycles/8x8")
    tours_of = tours_by_moves()
    assert sum(tours_of.values()) == int(cycles)
    assert sum(moves * tours for moves, tours in tours_of.items()) == 16 * int(cycles)


def test_the_page_has_the_distribution() -> None:
    """The page has each number of moves with its tours, in two columns."""
    table = PAGE.read_text(encoding="utf-8").partition("by their moves east-north-east")[2].partition("Together")[0]
    pairs = re.findall(r"\| (\d+) \| ([\d,]+) (?=\|)", table)
    assert {int(moves): int(tours.replace(",", "")) for moves, tours in pairs} == tours_by_moves()


def test_moves_in_one_direction_are_found_here_too() -> None:
    """The maximum of 34 moves in 4,116 tours is found; the other extremes need a census of all tours."""
    found = [compare(one, TABLES["directions_8x8"], {}) for one in choose_figures("knuth-8a", None)["directions_8x8"]]
    assert [(one.figure.value, one.verdict) for one in found] == [*[("34", "equal")] * 4, ("4116", "equal")]
    other = choose_figures("knuth-8a", None)["extremes_8x8"][0]
    assert compare(other, TABLES["extremes_8x8"], {}).verdict == "not reproduced"


def test_the_page_has_the_map_of_moves() -> None:
    """The page has one move of each class, with its tours in the atlas."""
    (figure,) = next(entry.figures for entry in all_entries() if entry.key == "8x8/1,2/census/closed/moves")
    rows = re.findall(r"\| ([a-h]\d)\W([a-h]\d) \| ([\d,]+) ", PAGE.read_text(encoding="utf-8"))
    board, uses = parse_board("8x8"), figure.by_move or {}
    shown = {}
    for *names, tours in rows:
        squares = [board.square(parse_square(board, name)) for name in names]
        keys = [move_key(pair) for pair in (squares, squares[::-1])]
        (found,) = [uses[key] for key in keys if key in uses]
        shown[int(found)] = int(tours.replace(",", ""))
    assert sorted(shown) == sorted(shown.values()) == sorted({int(tours) for tours in uses.values()})
