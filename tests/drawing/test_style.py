"""The notation of numbers and colours in drawings."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from drawing.style import (
    NIGHT_SHADES,
    SHADES,
    STEPS_OF_SHADE,
    hexadecimal,
    mix,
    number,
    shade,
    shades,
    style_sheet,
)


@pytest.mark.parametrize(("value", "written"), [(0, "0"), (-0.001, "0"), (20.0, "20"), (1.25, "1.25"), (-7.5, "-7.5")])
def test_numbers_are_short(value: float, written: str) -> None:
    """Numbers have at most two decimals, no trailing zeros and no minus zero."""
    assert number(value) == written


@pytest.mark.parametrize(("palette", "falls"), [(SHADES, True), (NIGHT_SHADES, False)])
def test_shades_run_evenly(palette: Sequence[tuple[int, int, int]], falls: bool) -> None:
    """Shades run from light to dark on light pages and the reverse on dark ones, between the palette's ends."""
    found = shades(palette)
    assert (found[0], found[-1]) == (hexadecimal(palette[0]), hexadecimal(palette[-1]))
    brightness = [sum(int(colour[i : i + 2], 16) for i in (1, 3, 5)) for colour in found]
    assert brightness == sorted(brightness, reverse=falls)


def test_text_upon_a_shade_can_be_read() -> None:
    """Large text on a shade has a contrast of at least 3.9 to 1; values beyond the scale are clipped."""
    assert shade(-1.0) == shade(0.0)
    assert shade(2.0) == shade(1.0)
    dark, white, bright = "#0d141b", "#ffffff", "#f4f2ee"
    for palette, inks in ((SHADES, (dark, dark, white)), (NIGHT_SHADES, (bright, dark, dark))):
        for step, colour in enumerate(shades(palette)):
            ink = inks[("cv-low", "cv-middle", "cv-high").index(shade(step / STEPS_OF_SHADE)[1])]
            assert contrast(colour, ink) > 3.9, (step, colour)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours according to WCAG 2.1."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance of "#rrggbb"."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_mixed_colours() -> None:
    """A mixture has the correct ends and middle."""
    assert [mix((0, 0, 0), (200, 100, 50), share) for share in (0, 0.5, 1)] == ["#000000", "#643219", "#c86432"]


def test_the_style_follows_the_readers_setting() -> None:
    """Every rule of the dark setting changes a rule of the light one."""
    light, _, dark = style_sheet().partition("@media(prefers-color-scheme:dark)")
    names = [rule.split("{")[0] for rule in dark.split("}") if rule.strip("{").startswith(".")]
    assert names
    assert all(f"{name.strip('{')}{{" in light for name in names)
