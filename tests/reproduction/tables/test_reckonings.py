"""Figures derived by hand from the squares of a walk and the walks per tour."""

from __future__ import annotations

from typing import Any

import pytest

from reproduction.registry import TABLES, choose_figures
from reproduction.verdict import Computed

WALKS: dict[str, Any] = {
    "counts": [{"quantity": "all_walks", "value": "1000000"}, {"quantity": "completed_walks", "value": "100"}],
    "depths": [{"depth": 1, "reached": 1_000_000}, {"depth": 2, "reached": 600_000}],
}
"""A million walks of 1.6 squares, a hundred of them tours: 10,000 walks and 16,000 draws for each tour."""


def reckoned(table: str = "walk_reckoning_8x8", walks: dict[str, Any] = WALKS) -> dict[str, Computed | None]:
    """Return the table's figures derived from the walks, by quantity."""
    figures = choose_figures(None, table)[table]
    return {one.quantity: TABLES[table].compute(one, {"uniform": walks}) for one in figures}


def test_from_one_result() -> None:
    """Figures that depend on tours have their error of a tenth; the squares per walk are far more precise."""
    found = reckoned()
    values = {quantity: one.value for quantity, one in found.items() if one}
    assert values["draws_per_walk"] == values["squares_per_walk"] == 1.6
    assert values["draws_per_tour"] == pytest.approx(16_000)
    assert values["tours_of_all_draws"] == pytest.approx(2**32 / 16_000)
    assert values["tours_per_day"] * values["minutes_per_tour"] == pytest.approx(24 * 60)
    assert values["walks_per_sequence"] == pytest.approx(values["draws_per_sequence"] / 1.6)
    tours = found["tours_per_day"]
    assert tours is not None
    assert tours.error == pytest.approx(tours.value / 10)


def test_without_tours() -> None:
    """A run without tours gives no figure about tours, and none that is compared with them."""
    none = WALKS | {"counts": [WALKS["counts"][0], {"quantity": "completed_walks", "value": "0"}]}
    assert {quantity for quantity, one in reckoned(walks=none).items() if one} == {"draws_per_sequence"}


def test_tours_of_so_many_walks() -> None:
    """17.9e9 walks would find 1.79 million tours, with the error of the hundred tours found here."""
    figures = choose_figures(None, "uniform_random_walk_8x8")["uniform_random_walk_8x8"]
    tally = next(one for one in figures if one.quantity == "tours_walks")
    depths = [{"depth": depth, "reached": 1, "width": width} for depth, width in ((1, "5.0"), (2, "9.0"), (3, "8.0"))]
    results = {"uniform": WALKS | {"depths": depths}}
    found = TABLES["uniform_random_walk_8x8"].compute(tally, results)
    assert found is not None
    assert (found.value, found.error) == (pytest.approx(1.79e6), pytest.approx(1.79e5, rel=1e-3))
    widest = next(one for one in figures if one.quantity == "widest_square")
    assert TABLES["uniform_random_walk_8x8"].compute(widest, results) == Computed("3", "uniform walks")


def test_shares_of_tours() -> None:
    """The ten shares add up to one, and a corner start has more than a third."""
    shares = [one.value for one in reckoned_shares()]
    assert sum(shares) == pytest.approx(1, abs=0.0005)
    assert shares[0] == max(shares) > 1 / 3


def reckoned_shares() -> list[Computed]:
    """Return the shares by start square."""
    table = TABLES["tour_shares_8x8"]
    return [one for figure in choose_figures(None, table.name)[table.name] if (one := table.compute(figure, {}))]
