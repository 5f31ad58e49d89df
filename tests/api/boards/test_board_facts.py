"""What is known of tours of each kind."""

from __future__ import annotations

import pytest

from api.boards.board_facts import existence_documents
from engine.boards.labels import parse_board


@pytest.mark.parametrize(
    ("stored", "settled"),
    [
        ({}, (("possible", None), ("possible", None), ("unknown", None))),
        ({True: 9}, (("possible", 9), ("possible", 9), ("unknown", None))),
        ({True: 9, False: 5}, (("possible", 5), ("possible", 9), ("possible", 5))),
    ],
)
def test_a_stored_tour_proves_its_kind(stored: dict[bool, int], settled: tuple[tuple[str, int | None], ...]) -> None:
    """No theorem tells whether the torus of 6x6 has open tours: one that is stored does, a closed one does not."""
    found = existence_documents(parse_board("torus:6x6"), (1, 2), stored=stored)
    assert tuple((one.verdict, one.tour) for one in found) == settled
    if False in stored:
        assert found[2].explanation == "An open tour is stored here, which proves it."
