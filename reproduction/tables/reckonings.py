"""Figures that the first source derives from walks: random draws, tours in a day, shares of tours by start square."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.number_theory.maple_tables import MODULUS
from findings.references.data_files import Figure
from language.translate import gettext_noop
from reproduction.atlas_counts import METHOD, atlas_count
from reproduction.pictures import by_squares
from reproduction.table import Results, Table
from reproduction.tables.walks import CLASSES, mean_walk_length, uniform, walks_per_tour
from reproduction.verdict import Computed

DRAWS_PER_DAY = 1e11
"""The speed that the source states for its machine."""
MINUTES_PER_DAY = 24 * 60
DRAWS_PER_SEQUENCE = MODULUS / 32
STARTS = gettext_noop("the source does not print how these walks began")

RECKONED: Mapping[str, Callable[[float, float], float]] = {
    "draws_per_walk": lambda squares, _: squares,
    "squares_per_walk": lambda squares, _: squares,
    "draws_per_tour": lambda squares, walks: squares * walks,
    "tours_of_all_draws": lambda squares, walks: 2**32 / (squares * walks),
    "tours_per_day": lambda squares, walks: DRAWS_PER_DAY / (squares * walks),
    "minutes_per_tour": lambda squares, walks: MINUTES_PER_DAY * squares * walks / DRAWS_PER_DAY,
    "walks_per_sequence": lambda squares, _: DRAWS_PER_SEQUENCE / squares,
}
"""Each quantity as a function of the mean squares of a walk and the walks for a tour."""
OF_TOURS = {"draws_per_tour", "tours_of_all_draws", "tours_per_day", "minutes_per_tour"}
"""Quantities with the relative error of the walks for a tour; the others have that of the squares of a walk."""


def _reckoned(figure: Figure, results: Results) -> Computed | None:
    if figure.quantity == "draws_per_sequence":
        return Computed(DRAWS_PER_SEQUENCE, "arithmetic")
    result: Mapping[str, Any] = results["uniform"]
    squares, walks = mean_walk_length(result), walks_per_tour(result)
    if walks is None:
        return None
    value = RECKONED[figure.quantity](squares.value, walks.value)
    source = walks if figure.quantity in OF_TOURS else squares
    return Computed(value, source.method, error=value * (source.error or 0.0) / source.value)


def _share(figure: Figure, _results: Results) -> Computed | None:
    """Return the share to four places, as a percentage with two."""
    tours = {square: int(atlas_count("8x8", "tours", square) or 0) for square in CLASSES}
    return Computed(round(tours[tuple(figure.at["square"])] / sum(tours.values()), 4), METHOD)


TABLES = (
    Table(
        "walk_reckoning_8x8", _reckoned, uniform, missing=gettext_noop("too few tours were found in this run's walks")
    ),
    Table("second_family_8x8", lambda _figure, _results: None, missing=STARTS),
    Table(
        "tour_shares_8x8",
        _share,
        pictures=by_squares(tour_share=gettext_noop("Share of the tours by start square")),
    ),
)
