"""Requests and answers."""

from __future__ import annotations

import numpy as np

from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT
from engine.construction.request import Request, begin_at


def test_which_boards_are_whole_rectangles() -> None:
    """Only flat boards without holes, and the knight, go to the schemes for rectangles."""
    assert Request(parse_board("7x9")).whole_flat
    for label, piece in (("torus:7x9", KNIGHT), ("heart", KNIGHT), ("4x4x4", KNIGHT), ("7x9", (1, 4))):
        assert not Request(parse_board(label), piece).whole_flat


def test_which_tours_are_wanted() -> None:
    """Both kinds do where any is wanted, and one each for closed and open ones."""
    accepted = {
        tours: [Request(parse_board("6x6"), KNIGHT, tours).accepts(closed=closed) for closed in (True, False)]
        for tours in ("any", "closed", "open")
    }
    assert accepted == {"any": [True, True], "closed": [True, False], "open": [False, True]}


def test_rotation() -> None:
    """A closed tour is turned to begin on a square, in the same order."""
    tour = np.array([4, 7, 2, 9], dtype=np.int32)
    assert begin_at(tour, 2).tolist() == [2, 9, 4, 7]
    assert begin_at(tour, None).tolist() == [4, 7, 2, 9]
