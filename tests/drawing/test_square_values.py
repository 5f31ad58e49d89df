"""Tables and heat maps show every value."""

from __future__ import annotations

from drawing.square_values import MAX_TEXTS, heat_map_svg
from drawing.style import STEPS_OF_SHADE
from engine.boards.labels import parse_board
from tests.drawing.parsed import elements


def test_a_distance_table() -> None:
    """Each square shows its distance; an unreachable square is grey and empty."""
    svg = heat_map_svg(parse_board("3x3"), [0, 3, 2, 3, None, 1, 2, 1, 4], "Knight's distances on 3x3")
    texts = [text.text for text in elements(svg, "text")]
    assert texts[6:-2] == ["0", "3", "2", "3", "1", "2", "1", "4"]
    assert sum(rect.get("class") == "cv-void" for rect in elements(svg, "rect")) == 1


def shaded(svg: str) -> list[str]:
    """Return the classes of the shaded squares, without those of the key, which come last."""
    found = [rect.get("class", "") for rect in elements(svg, "rect")]
    shades = [name for name in found if name.startswith("cv-h")]
    return shades[: -(STEPS_OF_SHADE + 1)] if len(shades) > STEPS_OF_SHADE else shades


def test_the_ends_of_the_scale() -> None:
    """The least value has the first shade, the greatest the last; equal values share the first, without a key."""
    svg = heat_map_svg(parse_board("1x3"), [5, 1, 9], "t")
    assert shaded(svg) == ["cv-h10", "cv-h0", f"cv-h{STEPS_OF_SHADE}"]
    flat = heat_map_svg(parse_board("1x2"), [3.5, 3.5], "t")
    assert shaded(flat) == ["cv-h0", "cv-h0"]


def test_the_key_has_numbers() -> None:
    """The key has every shade in order, from the least value to the greatest."""
    svg = heat_map_svg(parse_board("1x3"), [5, 1, 400_000], "t")
    assert [text.text for text in elements(svg, "text")][-2:] == ["1", "400,000"]
    assert f"cv-h{STEPS_OF_SHADE}" in svg


def test_a_square_may_have_a_frame() -> None:
    """A square may be framed, such as the start of the distances."""
    svg = heat_map_svg(parse_board("1x2"), [1, 2], "t", marked=[1])
    assert [rect.get("class") for rect in elements(svg, "rect")].count("cv-start") == 1


def test_own_labels_and_none_at_all() -> None:
    """Labels replace values; boards too large for labels, or without values, are still drawn."""
    svg = heat_map_svg(parse_board("1x2"), [1, 2], "t", labels=["1.9e16", "2"])
    assert "1.9e16" in svg
    large = parse_board("51x51")
    assert large.size > MAX_TEXTS
    assert not elements(heat_map_svg(large, [1.0] * large.size, "t"), "text")
    assert len(elements(heat_map_svg(parse_board("2x2"), [None] * 4, "t"), "rect")) == 4


def test_a_given_scale_and_what_squares_tell() -> None:
    """Shades follow the given scale, not the range of the values, and each square has its words."""
    svg = heat_map_svg(parse_board("1x2"), [0.0, 0.5], "t", tips=["none", "half <"], scale=(0.0, 1.0))
    assert shaded(svg) == ["cv-h0", "cv-h10"]
    assert [rect[0].text for rect in elements(svg, "rect") if len(rect)] == ["none", "half <"]
