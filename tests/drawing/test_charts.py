"""Charts as drawings and as tables."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

from drawing.charts import COLOURS, MAX_POINTS, RULES, Chart, Series
from language.current import speaking
from tests.processes import ROOT

LINE = Series("<b>line</b>", [(0.0, 1.0), (1.0, 3.0)], errors=[0.5, 1.0])


def test_a_chart_is_well_formed_and_escaped() -> None:
    """Markup in names is text, and inside a page there is no style element, which the content policy forbids."""
    chart = Chart("c", "a < b", "x", "y", [LINE, Series("bars", [(0.5, 2.0)], "bars")], [("<i>exact</i>", 2.0)])

    root = ET.fromstring(chart.svg())
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]

    assert "<b>line</b>" in words
    assert "<i>exact</i>: 2" in words
    assert "<style>" not in chart.svg()
    assert RULES in chart.svg(alone=True)
    assert ">a &lt; b</text>" in chart.svg(alone=True)


def test_a_long_title_fits_a_chart_that_stands_alone() -> None:
    """A long title is fitted to the width of the picture, and a short one is not stretched."""
    titles = [Chart("c", title, "x", "y", [LINE]).svg(alone=True) for title in ("short", "words " * 12)]
    assert ["textLength=" in one for one in titles] == [False, True]


def test_a_chart_in_a_page_tells_its_values() -> None:
    """Each point has its place and words, in axis order; series at one place share the words."""
    two = [Series("a", [(0.0, 1000.0), (2.0, 3000.0)], errors=[0.5, 10.0]), Series("b", [(2.0, 2e6)])]
    chart = Chart("c", "title", "samples", "y", two)

    points = json.loads(ET.fromstring(chart.svg()).get("data-points") or "")

    assert [words for _, _, words in points] == [
        "samples 0: a 1,000.00 ± 0.50",
        "samples 2: a 3,000 ± 10, b 2,000,000",
    ]
    assert points[0][0] < points[1][0]
    assert points[0][1] > points[1][1]
    assert (chart.count, chart.last) == (2, points[1][2])
    assert "data-points" not in chart.svg(alone=True)


def test_a_chart_in_a_page_speaks_its_language() -> None:
    """Title, axes, series and numbers follow the page's language; the table stays English, like files."""
    chart = Chart("c", "Work per second", "depth", "moves", [LINE, Series("rate", [(0.5, 2.5)])], [("exact (A1)", 2.0)])
    with speaking("fr"):
        drawn, last, rows = chart.svg(), chart.last, chart.rows()
    words = [element.text for element in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert {"profondeur", "coups", "débit", "exact (A1)\N{NO-BREAK SPACE}: 2"} <= set(words)
    assert "Travail par seconde" in drawn
    assert last.startswith("profondeur 1")
    assert rows[0] == ["series", "depth", "moves", "error"]


def test_names_of_places_do_not_overlap() -> None:
    """A few names are horizontal, many are upright in a taller drawing, and of very many some are omitted."""

    def drawn(count: int) -> tuple[ET.Element, list[ET.Element]]:
        boards = [f"{n}x{n}" for n in range(10, 10 + count)]
        points = [(float(x), 1.0) for x in range(count)]
        root = ET.fromstring(Chart("c", "title", "board", "y", [Series("s", points, "marks")], places=boards).svg())
        return root, [element for element in root.iter("{http://www.w3.org/2000/svg}text") if element.text in boards]

    (few, flat), (many, upright), (_, thinned) = drawn(4), drawn(20), drawn(100)

    assert len(flat) == 4
    assert all("transform" not in element.attrib for element in flat)
    assert len(upright) == 20
    assert all("rotate(-90)" in element.attrib["transform"] for element in upright)
    assert len({element.attrib["transform"] for element in upright}) == 20
    assert float(many.attrib["viewBox"].split()[3]) > float(few.attrib["viewBox"].split()[3])
    assert 10 < len(thinned) < 23


def test_the_table_holds_every_point() -> None:
    """The table has every point, even those that the drawing omits."""
    many = Series("many", [(float(x), 1.0) for x in range(5 * MAX_POINTS)])

    rows = Chart("c", "title", "x", "y", [many, LINE], [("exact", 2.0)]).rows()

    assert rows[0] == ["series", "x", "y", "error"]
    assert len(rows) == 1 + 5 * MAX_POINTS + 2 + 1
    assert rows[-2:] == [["<b>line</b>", 1.0, 3.0, 1.0], ["exact", "", 2.0, ""]]


def test_the_error_band_is_drawn_to_scale() -> None:
    """The band reaches as far above the line as below it."""
    svg = Chart("c", "title", "x", "y", [Series("s", [(0.0, 10.0), (1.0, 10.0)], errors=[2.0, 2.0])]).svg()

    band = svg.split('class="ch-band ch-band-0" d="M')[1].split("z")[0]
    heights = [float(pair.split()[1]) for pair in band.split("L")]
    line = float(svg.split('class="ch-line ch-0" d="M')[1].split("L")[0].split()[1])
    assert abs(heights[0] + heights[-1] - 2 * line) < 0.05


def test_a_band_may_reach_farther_on_one_side() -> None:
    """An uneven band is drawn to scale, and the axis covers it."""
    chart = Chart("c", "title", "x", "y", [Series("s", [(0.0, 10.0), (1.0, 10.0)], band=[(9.0, 40.0), (9.0, 40.0)])])
    svg = chart.svg()

    band = svg.split('class="ch-band ch-band-0" d="M')[1].split("z")[0]
    heights = [float(pair.split()[1]) for pair in band.split("L")]
    line = float(svg.split('class="ch-line ch-0" d="M')[1].split("L")[0].split()[1])
    assert abs((line - heights[0]) - 30 * (heights[-1] - line)) < 0.5


def test_each_of_four_series_has_a_colour_of_its_own() -> None:
    """A series has its own colour for line and band, defined in both style sheets."""
    many = [Series(str(n), [(0.0, n), (1.0, n)], errors=[0.1, 0.1]) for n in range(COLOURS)]
    svg = Chart("c", "title", "x", "y", many).svg()
    sheet = (ROOT / "api" / "pages" / "static" / "charts.css").read_text()
    for n in range(COLOURS):
        assert f'class="ch-band ch-band-{n}"' in svg
        assert f'class="ch-line ch-{n}" d=' in svg
        assert f".ch-{n}{{" in RULES
        assert f".ch-band-{n}{{" in RULES
        assert f".ch-{n} {{" in sheet
        assert f".ch-band-{n} {{" in sheet


def test_marks_stand_at_named_places() -> None:
    """Marks are dots with error bars, above names instead of numbers."""
    series = Series("s", [(0.0, 10.0), (1.0, 30.0)], "marks", errors=[1.0, 2.0])
    svg = Chart("c", "title", "", "y", [series], places=["a<b", "c"]).svg()

    root = ET.fromstring(svg)
    dots = [float(dot.get("cy", "")) for dot in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert dots[0] > dots[1]
    assert {"a<b", "c"} <= {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    bars = svg.split('<path class="ch-line ch-0" d="')[1].split('"')[0]
    assert bars.count("V") == 2
