"""Rates derived from walks, by hand: the quick run has too few tours for most of them."""

from __future__ import annotations

from dataclasses import replace
from math import hypot, sqrt
from typing import Any

import pytest

from findings.references.data_files import Figure
from reproduction.registry import TABLES, choose_figures
from reproduction.tables.walks import CLASSES
from reproduction.verdict import Computed

TABLE = "third_family_8x8"
PLAIN = choose_figures(None, TABLE)[TABLE][0]


def figure(quantity: str, *square: int) -> Figure:
    """Return a figure about all squares, or about one."""
    return replace(PLAIN, quantity=quantity, at={"square": list(square)} if square else {})


def walks(tours: int, closed: int) -> dict[str, Any]:
    """Return the result of 1000 walks from each class of squares, `tours` of them tours and `closed` closed."""
    rows = [
        {"square": list(square), "all_walks": "1000", "completed_walks": str(tours), "closed_walks": str(closed)}
        for square in CLASSES
    ]
    counts = {"completed_walks": 10 * tours, "closed_walks": 10 * closed}
    shares = [{"square": [1, 1], "start_end_share": 0.25, "start_end_error": 0.01}, {"square": [1, 2]}]
    return {
        "counts": [{"quantity": name, "value": str(number)} for name, number in counts.items()],
        "squares": rows,
        "extra": {"by_class": shares},
    }


def computed(one: Figure, **results: dict[str, Any]) -> Computed | None:
    """Return the table's figure derived from the results."""
    return TABLES[TABLE].compute(one, results)


def test_walks_for_each_find() -> None:
    """25 tours in 1000 walks are one in 40, with a relative error of a fifth; four tours are too few."""
    found = computed(figure("walks_per_tour", 2, 1), uniform=walks(25, 4))
    assert found is not None
    assert (found.value, found.error) == (40.0, pytest.approx(40 / 5))
    assert computed(figure("walks_per_closed", 2, 1), uniform=walks(25, 4)) is None
    assert computed(figure("tours_walks", 2, 1), uniform=walks(25, 25)) is None


def test_the_mean_over_the_squares() -> None:
    """The mean weighs diagonal squares by 4 and others by 8, 64 in all; a class without tours gives no mean."""
    found = computed(figure("walks_per_tour"), uniform=walks(25, 4))
    assert found is not None
    assert (found.value, found.error) == (40.0, pytest.approx(8.0 * hypot(*[4] * 4, *[8] * 6) / 64))
    assert computed(figure("walks_per_closed"), uniform=walks(25, 4)) is None


def test_jobs_from_one_square_are_added() -> None:
    """Jobs from equal squares are added, and so are the long jobs of a class."""
    more = {"walks (2, 1) 1": walks(35, 0), "walks (2, 1) 2": walks(40, 0)}
    found = TABLES[TABLE].compute(figure("walks_per_tour", 2, 1), {"uniform": walks(25, 4), **more})
    assert found is not None
    assert found.value == 3000 / (25 + 35 + 40)
    long = TABLES[TABLE].compute(
        figure("walks_per_tour", 2, 2), {"uniform": walks(1, 0), "many walks (2, 2)": walks(9, 9)}
    )
    assert long is not None
    assert long.value == 2000 / (1 + 9)


def test_shares() -> None:
    """The closed share is that of the tours, of one class or all; the share of ends needs enough tours."""
    one = computed(figure("closed_share", 1, 1), uniform=walks(100, 25))
    every = computed(figure("closed_share"), uniform=walks(100, 25))
    assert one is not None
    assert every is not None
    assert (one.value, one.error) == (0.25, pytest.approx(sqrt(25) / 100))
    assert (every.value, every.error) == (0.25, pytest.approx(sqrt(250) / 1000))
    ends = computed(figure("end_share", 1, 1), uniform=walks(100, 25))
    assert ends is not None
    assert (ends.value, ends.error) == (0.25, 0.01)
    assert computed(figure("end_share", 2, 1), uniform=walks(100, 25)) is None
    assert computed(figure("end_share", 1, 1), uniform=walks(1, 1)) is None
    assert computed(figure("closed_share"), uniform=walks(0, 0)) is None


def test_why_a_figure_is_left_out() -> None:
    """A tally of the source's own walks cannot be repeated; a rate only needs more walks."""
    assert "whose number from this square is not printed" in TABLES[TABLE].reason(figure("tours_walks", 1, 1))
    assert "too few tours" in TABLES[TABLE].reason(figure("walks_per_tour", 1, 1))
