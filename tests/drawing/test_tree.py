"""Trees are drawn with each node under its parent."""

from __future__ import annotations

from drawing.tree import HIGH, tree_svg
from tests.drawing.parsed import elements

PARENTS = [-1, 0, 0, 1, 1, 3]


def test_every_node_has_its_place() -> None:
    """Each move has a level, a parent is above its children, and no two leaves share a column."""
    svg = tree_svg(PARENTS, list("abcdef"), [False] * 5 + [True], [False, False, True, False, False, False], "A tree")
    names = {text.text: text for text in elements(svg, "text")}
    x = {name: float(text.get("x", "")) for name, text in names.items()}
    y = {name: float(text.get("y", "")) for name, text in names.items()}
    assert [y[name] - y["a"] for name in "abcdef"] == [0, HIGH, HIGH, 2 * HIGH, 2 * HIGH, 3 * HIGH]
    assert x["b"] == (x["d"] + x["e"]) / 2
    assert x["f"] == x["d"]
    assert len({x["f"], x["e"], x["c"]}) == 3
    assert svg.count('class="node"') == 6
    assert svg.count('fill="none" stroke') == 1
