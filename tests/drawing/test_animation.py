"""Animated tours move as the tour does."""

from __future__ import annotations

import numpy as np
import pytest

from drawing.animation import MAX_ANIMATED, REST, animated_tour_svg
from engine.boards.labels import parse_board
from engine.errors import InvalidProblemError
from tests.drawing.parsed import elements
from tests.engine.tours.sample_tours import KNIGHT, some_tours, warnsdorff_8x8


def moments(svg: str) -> tuple[list[float], list[str]]:
    """Return the times and places of the walking marker."""
    [motion] = elements(svg, "animateTransform")
    times = [float(time) for time in motion.get("keyTimes", "").split(";")]
    return times, motion.get("values", "").split(";")


def test_the_marker_visits_every_square() -> None:
    """The marker visits all 64 centres in the order of the tour, at increasing times from 0 to 1."""
    svg = animated_tour_svg(parse_board("8x8"), KNIGHT, warnsdorff_8x8(), closed=False, seconds=0.5)
    times, places = moments(svg)
    assert len(times) == len(places)
    assert times == sorted(times)
    assert (times[0], times[-1]) == (0, 1)
    centres = [f"{20 + 40 * (square % 8)} {20 + 40 * (square // 8)}" for square in warnsdorff_8x8().tolist()]
    assert list(dict.fromkeys(places)) == centres
    [motion] = elements(svg, "animateTransform")
    assert motion.get("dur") == f"{(63 + REST) * 0.5:g}s"


def test_lines_appear_when_they_are_walked() -> None:
    """Each line appears at a time of its own, in the order of the moves."""
    svg = animated_tour_svg(parse_board("8x8"), KNIGHT, warnsdorff_8x8(), closed=False)
    shown = [float(animate.get("keyTimes", "").split(";")[1]) for animate in elements(svg, "animate")]
    assert len(set(shown)) == 63
    assert shown == sorted(shown)


def test_over_a_glued_edge_the_marker_jumps() -> None:
    """On a torus the marker leaves on one side and enters on the other at the same time."""
    board, tours = some_tours("torus:3x3", KNIGHT, 1)
    times, places = moments(animated_tour_svg(board, KNIGHT, tours[0], closed=False))
    assert any(a == b and p != q for a, b, p, q in zip(times, times[1:], places, places[1:], strict=False))


def test_too_long_to_watch() -> None:
    """A tour too long to animate is refused, and the limit is named."""
    board = parse_board("51x50")
    with pytest.raises(InvalidProblemError, match=str(MAX_ANIMATED)):
        animated_tour_svg(board, KNIGHT, np.arange(board.size), closed=False)
