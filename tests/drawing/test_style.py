"""Numbers and colours are written the same way always."""

from __future__ import annotations

import pytest

from drawing.style import SHADES, hexadecimal, mixed, number, shade, style_sheet


@pytest.mark.parametrize(("value", "written"), [(0, "0"), (-0.001, "0"), (20.0, "20"), (1.25, "1.25"), (-7.5, "-7.5")])
def test_numbers_are_short(value: float, written: str) -> None:
    """At most two decimals, no needless zeros, no minus zero."""
    assert number(value) == written


def test_shades_run_from_light_to_dark() -> None:
    """The ends are the ends of the palette, values beyond are clipped, and text stays readable."""
    assert shade(0.0) == (hexadecimal(SHADES[0]), "#16202b")
    assert shade(1.0) == shade(2.0) == (hexadecimal(SHADES[-1]), "#ffffff")
    brightness = [sum(int(shade(step / 20)[0][i : i + 2], 16) for i in (1, 3, 5)) for step in range(21)]
    assert brightness == sorted(brightness, reverse=True)


def test_mixed_colours() -> None:
    """The ends and the middle of a mixture."""
    assert [mixed((0, 0, 0), (200, 100, 50), share) for share in (0, 0.5, 1)] == ["#000000", "#643219", "#c86432"]


def test_the_style_follows_the_readers_setting() -> None:
    """Every rule of the dark setting changes a rule of the light one."""
    light, _, dark = style_sheet().partition("@media(prefers-color-scheme:dark)")
    names = [rule.split("{")[0] for rule in dark.split("}") if rule.strip("{").startswith(".")]
    assert names
    assert all(f"{name.strip('{')}{{" in light for name in names)
