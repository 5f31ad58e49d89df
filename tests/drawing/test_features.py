"""The statistics of a tour in words."""

from __future__ import annotations

import pytest

from drawing.features import (
    NAMES,
    census_charts,
    describe_census,
    describe_extreme,
    describe_features,
    statistic_name,
    within,
)
from engine.features.table import LINE, MAGIC, MAGIC_SQUARE, NONE, SEMIMAGIC


def test_every_statistic_has_a_name() -> None:
    """Statistics have different names, listed in the order of measurement."""
    assert tuple(NAMES) == (*LINE, MAGIC)
    assert len(set(NAMES.values())) == len(NAMES)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("turns", "Turns"),
        ("moves_ene_nnw", "Moves east-north-east, north-north-west, or back"),
        ("across_row_4", "Moves across the line behind row 4"),
        ("across_column_3", "Moves across the line behind column 3"),
        ("inside_3_3_6_5", "Moves inside [3, 3] to [6, 5]"),
    ],
)
def test_sums_over_moves_have_names(name: str, words: str) -> None:
    """The name of a sum over moves says which moves count."""
    assert statistic_name(name) == words


def test_values() -> None:
    """Numbers are written as everywhere, the sums of a tour's numbers as words."""
    assert describe_features({"turns": 12345, "magic": SEMIMAGIC}) == [
        ("Turns", "12,345"),
        ("Sums of the numbers", "semimagic"),
    ]
    assert [describe_features({"magic": value})[0][1] for value in (NONE, MAGIC_SQUARE)] == ["not magic", "magic"]


def test_rows_of_an_extreme() -> None:
    """The rows have the best value met, the first one and known bounds; without an extreme there are none."""
    bounds = [{"what": "exact", "value": "52", "source": "a census"}, {"what": "upper", "value": "12 n", "source": "B"}]
    found = {"sought": "fewest", "value": 53, "begun": 1058, "exchanges": 20000, "made": 1234, "bounds": bounds}
    assert describe_extreme(found) == [
        ("the fewest met", "53", "20,000 exchanges of moves tried, 1,234 made"),
        ("at first", "1,058", ""),
        ("of all tours", "52", "a census"),
        ("a tour is known with at most", "12 n", "B"),
    ]
    assert describe_extreme(found | {"sought": "most"})[0][0] == "the most met"
    assert describe_extreme(None) == []
    assert within("angle_37") == "angles of 36.87°"


ROW = {
    "statistic": "crossings",
    "least": 3,
    "most": 5,
    "tours": ["1", "0", "3"],
    "mean": 4.5,
    "standard_deviation": 0.25,
}
EXACT = {"tours": "4", "exact": True, "distributions": [ROW]}
DRAWN = {"tours": "4", "exact": False, "distributions": [ROW | {"mean_error": 0.1, "share_errors": [0.2, 0.0, 0.2]}]}


def test_rows_of_a_census() -> None:
    """Means are exact or have an error; without a census there are no rows and no charts."""
    (exact,), (drawn,) = describe_census(EXACT), describe_census(DRAWN)
    assert (exact.name, exact.least, exact.most, exact.mean, exact.deviation) == ("Crossings", 3, 5, "4.5", "0.25")
    assert drawn.mean == "4.50 \N{PLUS-MINUS SIGN} 0.10"
    assert describe_census(None) == census_charts(None) == []


@pytest.mark.parametrize(
    ("census", "heights", "form"), [(EXACT, [1.0, 0.0, 3.0], "bars"), (DRAWN, [0.25, 0.0, 0.75], "marks")]
)
def test_charts_of_a_census(census: dict[str, object], heights: list[float], form: str) -> None:
    """Every value from least to greatest has its tours, or its share with an error."""
    (chart,) = census_charts(census)
    (series,) = chart.series
    assert (chart.name, chart.title, series.form) == ("census-crossings", "Crossings", form)
    assert list(series.points) == list(zip([3.0, 4.0, 5.0], heights, strict=True))
    assert list(series.errors) == ([] if form == "bars" else [0.2, 0.0, 0.2])
