"""Drawn tours show every move, number and end."""

from __future__ import annotations

import re

import numpy as np
import pytest

from drawing.tour import MAX_NUMBERED, colour_of, polyline, tour_svg
from engine.boards.labels import parse_board
from engine.tours.verify import closing
from tests.drawing.parsed import elements
from tests.engine.tours.sample_tours import KNIGHT, some_tours, warnsdorff_8x8


def lines(svg: str) -> int:
    """Count the straight lines drawn by the paths of a tour."""
    paths = [path.get("d", "") for path in elements(svg, "path") if path.get("class") == "cv-path"]
    return sum(len(re.findall("l", data)) for data in paths)


def test_a_tour_of_the_chess_board() -> None:
    """It has 63 lines, 64 numbers and two ends, in equal bytes every time and below 10 kB."""
    board = parse_board("8x8")
    svg = tour_svg(board, KNIGHT, warnsdorff_8x8(), closed=False)
    assert lines(svg) == 63
    assert [text.text for text in elements(svg, "text")][16:] == [str(number) for number in range(1, 65)]
    assert len(elements(svg, "circle")) == 2
    assert svg == tour_svg(board, KNIGHT, warnsdorff_8x8(), closed=False)
    assert len(svg) < 10_000


def test_a_closed_tour_comes_home() -> None:
    """A closed tour of 3x10 has as many lines as squares, and one mark where it starts and ends."""
    board, tours = some_tours("3x10", KNIGHT, 448)
    closed = tours[closing(board, KNIGHT, tours)][0]
    svg = tour_svg(board, KNIGHT, closed, closed=True)
    assert lines(svg) == 30
    assert len(elements(svg, "circle")) == 1


@pytest.mark.parametrize(("label", "piece"), [("torus:3x3", KNIGHT), ("2x2x3", (0, 1)), ("mask:##./###", (0, 1))])
def test_other_boards(label: str, piece: tuple[int, ...]) -> None:
    """On any board every move is drawn, as a whole line or as two halves."""
    board, tours = some_tours(label, piece, 1)
    svg = tour_svg(board, piece, tours[0], closed=False)
    halves = sum(path.get("stroke-dasharray") is not None for path in elements(svg, "path"))
    assert lines(svg) - halves == board.size - 1


def test_colours_run_along_the_tour() -> None:
    """An open tour ends in another colour than it began, a closed one in the same."""
    assert colour_of(0, closed=False) == colour_of(0, closed=True) == colour_of(1, closed=True)
    assert colour_of(1, closed=False) == colour_of(0.5, closed=True) != colour_of(0, closed=False)


def test_the_pen_is_lifted_only_where_it_must() -> None:
    """Consecutive lines that meet form one stroke."""
    assert polyline([((0, 0), (1, 0)), ((1, 0), (1, 1)), ((5, 5), (6, 6))]) == "M0 0l40 0l0 40M200 200l40 40"


def test_large_boards_are_drawn_without_numbers() -> None:
    """A tour of 50x50 has 2,499 lines, and its 2,500 numbers only on request."""
    board = parse_board("50x50")
    assert board.size > MAX_NUMBERED
    rows = np.arange(board.size).reshape(50, 50)
    rows[1::2] = rows[1::2, ::-1].copy()
    svg = tour_svg(board, (0, 1), rows.reshape(-1), closed=False)
    assert lines(svg) == 2499
    assert not elements(svg, "text")
    assert len(elements(tour_svg(board, (0, 1), rows.reshape(-1), closed=False, numbered=True), "text")) == 2500
