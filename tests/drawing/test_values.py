"""Tables and heat maps show every value."""

from __future__ import annotations

from drawing.style import SHADES, hexadecimal
from drawing.values import MAX_TEXTS, distances_svg, heat_map_svg
from engine.boards.labels import parse_board
from tests.drawing.parsed import elements


def test_a_distance_table() -> None:
    """Each square has its distance; the one out of reach is grey and has none."""
    svg = distances_svg(parse_board("3x3"), [0, 3, 2, 3, None, 1, 2, 1, 4], "Knight's distances on 3x3")
    texts = [text.text for text in elements(svg, "text")]
    assert texts[6:] == ["0", "3", "2", "3", "1", "2", "1", "4"]
    assert sum(rect.get("class") == "cv-void" for rect in elements(svg, "rect")) == 1


def test_the_ends_of_the_scale() -> None:
    """The smallest value is the lightest, the largest the darkest; equal values are all the lightest."""
    fills = [rect.get("fill") for rect in elements(heat_map_svg(parse_board("1x3"), [5, 1, 9], "t"), "rect")]
    assert fills[1:] == [hexadecimal(SHADES[0]), hexadecimal(SHADES[-1])]
    flat = elements(heat_map_svg(parse_board("1x2"), [3.5, 3.5], "t"), "rect")
    assert {rect.get("fill") for rect in flat} == {hexadecimal(SHADES[0])}


def test_own_labels_and_none_at_all() -> None:
    """Labels replace the values; a board too large for texts, or without values, is drawn all the same."""
    svg = heat_map_svg(parse_board("1x2"), [1, 2], "t", labels=["1.9e16", "2"])
    assert "1.9e16" in svg
    large = parse_board("51x51")
    assert large.size > MAX_TEXTS
    assert not elements(heat_map_svg(large, [1.0] * large.size, "t"), "text")
    assert len(elements(heat_map_svg(parse_board("2x2"), [None] * 4, "t"), "rect")) == 4


def test_a_given_scale_and_what_squares_tell() -> None:
    """Shades follow the scale, not the values that happen to be there; each square tells its words."""
    svg = heat_map_svg(parse_board("1x2"), [0.0, 0.5], "t", told=["none", "half <"], scale=(0.0, 1.0))
    rects = [rect for rect in elements(svg, "rect") if rect.get("fill", "").startswith("#")]
    assert [rect.get("fill") for rect in rects] == [hexadecimal(SHADES[0]), hexadecimal(SHADES[2])]
    assert [rect[0].text for rect in rects] == ["none", "half <"]
