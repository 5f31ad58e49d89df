"""The extremes that weighted sweeps have proved are those of the atlas's distributions."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.features.extremes import STEEPNESS, SWEPT, Known, known_extreme
from findings.atlas.entries import all_entries


def distributions(board: str) -> dict[str, list[tuple[int, int]]]:
    """Return of each direction that the atlas has how many closed tours have each number of moves."""
    return {
        name: sorted((int(value), int(tours)) for value, tours in figure.by_value.items())
        for entry in all_entries()
        if entry.board == board and entry.piece == "1,2"
        for name in entry.specification.get("statistics") or ()
        for figure in entry.figures
        if figure.by_value
    }


@pytest.mark.parametrize("board", SWEPT)
def test_they_are_the_ends_of_the_distributions(board: str) -> None:
    """With the numbers of tours, which add up to all."""
    found, (number, *extremes) = distributions(board), SWEPT[board]
    assert found
    for name, distribution in found.items():
        assert (distribution[0], distribution[-1]) == extremes[STEEPNESS[name]]
        assert sum(tours for _, tours in distribution) == number


def test_they_are_known_of_all_four_directions_and_of_the_board_turned() -> None:
    """A quarter turn takes steep moves to level ones."""
    source = "weighted sweeps over all 34524432316 closed tours: {} of them have it"
    for name, label in (("moves_ene", "7x8"), ("moves_wnw", "7x8"), ("moves_nne", "8x7"), ("moves_nnw", "8x7")):
        found = [known_extreme(parse_board(label), "closed", name, sought) for sought in ("fewest", "most")]
        assert found == [Known(2, True, source.format(2026)), Known(30, True, source.format(6))]
    assert known_extreme(parse_board("8x8"), "closed", "moves_nnw", "fewest") == Known(
        2, True, "weighted sweeps over all 13267364410532 closed tours: 14781 of them have it"
    )
