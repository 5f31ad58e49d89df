"""Pictures of success rates."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from cli.laboratory.rate_pictures import curves, heat_map
from drawing.style import shade
from engine.construction.heuristics.success_rates import SuccessRate

SVG = "{http://www.w3.org/2000/svg}"


def test_curves_rise_with_the_rate() -> None:
    """One curve and one band a series; the higher rate is drawn higher, the band encloses the curve."""
    points = [SuccessRate(5, 5, 100, 10), SuccessRate(6, 6, 100, 90)]
    root = ET.fromstring(curves("a < b", {"one": points, "two": points}))
    lines = root.findall(f"{SVG}polyline")
    assert len(lines) == len(root.findall(f"{SVG}polygon")) == 2
    (_, first), (_, second) = (map(float, place.split(",")) for place in lines[0].attrib["points"].split())
    assert first > second
    band = [float(place.split(",")[1]) for place in root.findall(f"{SVG}polygon")[0].attrib["points"].split()]
    assert band[0] < first < band[3]
    assert any(text.text == "a < b" for text in root.findall(f"{SVG}text"))


def test_small_rates_fill_the_chart() -> None:
    """Where no band is higher than 5 % the chart ends there."""
    root = ET.fromstring(curves("rare", {"one": [SuccessRate(6, 6, 10_000, 100), SuccessRate(8, 8, 10_000, 400)]}))
    percents = [text.text for text in root.findall(f"{SVG}text") if text.text and text.text.endswith(" %")]
    assert percents == ["0 %", "1 %", "2 %", "3 %", "4 %", "5 %"]


def test_the_map_has_a_cell_for_every_board() -> None:
    """Each board's cell tells its numbers, and success is darker than failure; the legend has both ends."""
    root = ET.fromstring(heat_map("map", [SuccessRate(3, 4, 10, 0), SuccessRate(20, 30, 10, 10)]))
    told = {cell.findtext(f"{SVG}title"): cell.attrib["fill"] for cell in root.findall(f"{SVG}rect")[1:]}
    assert told["3x4: 0 of 10, 95 % 0.000 to 0.278"] == told["0%"] == shade(0)[0]
    assert told["20x30: 10 of 10, 95 % 0.722 to 1.000"] == told["100%"] == shade(1)[0]
