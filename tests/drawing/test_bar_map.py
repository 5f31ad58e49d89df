"""Bar maps: columns on their squares, as high as their values, the nearest drawn last."""

from __future__ import annotations

import re

import numpy as np
import pytest

from drawing.bar_map import columns_svg
from tests.drawing.parsed import elements, uncoloured

VALUES = np.array([[1.0, 2.0], [np.nan, 4.0]])
TOLD = ["one", "two", "", "four"]


def tops(svg: str) -> dict[str, float]:
    """Return the height of each column's highest corner in the drawing, by the column's title."""
    found = {}
    for group in elements(svg, "g"):
        numbers = [
            float(n) for path in group if path.get("d") for n in re.findall(r"-?[\d.]+", path.get("d", ""))[1::2]
        ]
        found[group[0].text or ""] = min(numbers)
    return found


def test_columns_are_as_high_as_their_values() -> None:
    """Seen along the board, heights are proportional to values; a square without a value has no column."""
    assert not uncoloured(columns_svg(VALUES, "Values", TOLD))
    found = tops(columns_svg(VALUES, "Values", TOLD, turn=0, tilt=0))
    assert list(found) == ["one", "two", "four"]
    assert found["four"] == pytest.approx(4 * found["one"], rel=0.01)
    assert found["two"] == pytest.approx(2 * found["one"], rel=0.01)


def test_the_nearest_are_drawn_last() -> None:
    """After half a turn the far row is the near one; seen from above, all columns are flat."""
    assert next(iter(tops(columns_svg(VALUES, "Values", TOLD, turn=170)))) == "four"
    flat = columns_svg(VALUES, "Values", TOLD, turn=0, tilt=90)
    assert tops(flat)["one"] == pytest.approx(tops(flat)["two"])


def test_columns_may_be_seen_through() -> None:
    """Transparent columns hide nothing behind them."""
    solid = [float(path.get("fill-opacity", "1")) for path in elements(columns_svg(VALUES, "V", TOLD), "path")]
    clear = [
        float(path.get("fill-opacity", "0")) for path in elements(columns_svg(VALUES, "V", TOLD, through=True), "path")
    ]
    assert max(solid) == 1
    assert max(clear) < 0.5
    assert columns_svg(np.full((2, 2), np.nan), "Nothing", [""] * 4).startswith("<svg")
