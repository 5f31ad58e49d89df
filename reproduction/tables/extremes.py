"""Extremes of the closed tours of 8x8 that are proved in print, and those that a weighted sweep has found as well."""

from __future__ import annotations

from findings.atlas.entries import all_entries
from findings.references.data_files import Figure
from language.translate import gettext_noop
from reproduction.table import Results, Table
from reproduction.verdict import Computed

METHOD = gettext_noop("weighted sweep")
LONG = gettext_noop("a census of all closed tours of 8x8: more work than this run does")
CENSUS = "8x8/1,2/census/closed/moves_ene"
"""The entry of the atlas: closed tours by their moves east-north-east or back; other directions are alike."""

DIRECTIONS = 4


def tours_by_moves() -> dict[int, int]:
    """Return the number of closed tours of 8x8 by their number of moves in one direction."""
    (figure,) = next(entry.figures for entry in all_entries() if entry.key == CENSUS)
    return {int(moves): int(tours) for moves, tours in (figure.by_value or {}).items()}


def _along_a_direction(figure: Figure, _results: Results) -> Computed:
    """Return the most moves, or how many tours have them: none in two directions, which takes 68 of its 64 moves."""
    tours = tours_by_moves()
    most = max(tours)
    return Computed(str(DIRECTIONS * tours[most] if figure.quantity == "cycles" else most), METHOD)


TABLES = (
    Table("directions_8x8", _along_a_direction),
    *(Table(name, lambda _figure, _results: None, missing=LONG) for name in ("extremes_8x8", "extreme_tours_8x8")),
)
