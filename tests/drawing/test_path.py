"""Ways are drawn step by step and animated in that order."""

from __future__ import annotations

import numpy as np
import pytest

from drawing.path import MAX_MOVES, Way, animated_way_svg, snake_lengths, stepped_way_svg, unit_steps, way_svg
from engine.boards.labels import parse_board
from engine.errors import InvalidProblemError
from tests.drawing.parsed import elements

SQUARES = [0, 10, 4, 19, 4]


def way(label: str = "8x8", squares: list[int] | None = None, **more: object) -> Way:
    """Return a way of four moves that visits a square twice."""
    return Way(parse_board(label), (1, 2), np.array(squares or SQUARES), "A way", **more)  # type: ignore[arg-type]


def test_a_leap_is_its_steps() -> None:
    """A leap is two squares along and then one across."""
    assert unit_steps((0.5, 0.5), (2.5, 1.5)) == [
        ((0.5, 0.5), (1.5, 0.5)),
        ((1.5, 0.5), (2.5, 0.5)),
        ((2.5, 0.5), (2.5, 1.5)),
    ]
    assert unit_steps((1.5, 4.5), (0.5, 2.5))[-1] == ((1.5, 2.5), (0.5, 2.5))


def test_every_visit_is_numbered() -> None:
    """Visits are numbered from 0 to the number of moves; a later visit's number is below the earlier one's."""
    numbers = [text for text in elements(way_svg(way()), "text") if text.get("class") == "cv-number"]
    assert [text.text for text in numbers] == ["0", "1", "2", "3", "4"]
    assert float(numbers[4].get("y", "")) > float(numbers[2].get("y", ""))


def test_the_marker_takes_every_step() -> None:
    """The marker takes all 12 steps, three a move, then pauses; collected squares lose their mark."""
    svg = animated_way_svg(way(goals=[10, 19]))
    [motion] = elements(svg, "animateTransform")
    assert (
        len(dict.fromkeys(zip(motion.get("keyTimes", "").split(";"), motion.get("values", "").split(";"), strict=True)))
        == 14
    )
    marks = [circle for circle in elements(svg, "circle") if circle.get("opacity")]
    assert [len(list(mark)) for mark in marks] == [1, 1]


def test_only_the_body_of_a_snake_stays_in_view() -> None:
    """The body is two squares plus one per square collected, and the line behind it disappears."""
    lengths = snake_lengths(SQUARES, [4], 2)
    assert lengths == [2, 2, 3, 3, 3]
    one = way(goals=[4], covered=lengths)
    assert [one.gone_after(move) for move in range(4)] == [3, 4, None, None]
    assert animated_way_svg(one).count("hidden;visible;hidden") == 2


@pytest.mark.parametrize("label", ["torus:6x6", "4x4x4", "cube:3"])
def test_ways_of_every_kind_of_board_are_drawn(label: str) -> None:
    """On every kind of board a way there and back is drawn, still and for a script."""
    board = parse_board(label)
    from engine.boards.move_graph import move_graph  # noqa: PLC0415  only here

    there = int(move_graph(board, (1, 2)).lists[0][0])
    one = Way(board, (1, 2), np.array([0, there, 0]), "There and back")
    assert way_svg(one).startswith("<svg")
    assert len(elements(stepped_way_svg(one), "path")) > 2


def test_too_long_a_way_is_refused() -> None:
    """A way that is too long is refused, and the field is named."""
    with pytest.raises(InvalidProblemError, match=f"at most {MAX_MOVES}"):
        way_svg(way(squares=[0, 10] * MAX_MOVES))
    with pytest.raises(InvalidProblemError, match="squares"):
        way_svg(way("60x60"))
