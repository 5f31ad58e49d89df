"""Colours and numbers of all drawings.

Colours differ for any kind of colour vision (hues after Okabe and Ito 2008; shades differ in lightness). They
change with the reader's light or dark setting. Plain rules, no variables: not every SVG renderer knows those.
"""

from __future__ import annotations

from collections.abc import Sequence

CELL = 40
"""Side of a square in units of the drawing."""

LIGHT = {
    "cv-light": "fill:#f6f1e7",
    "cv-dark": "fill:#e3d9c6",
    "cv-edge": "fill:none;stroke:#8a8172;stroke-width:1.5",
    "cv-glued": "fill:none;stroke:#8a8172;stroke-width:1.5;stroke-dasharray:5 5",
    "cv-label": "fill:#6b6459",
    "cv-number": "fill:#4b463d;stroke:#f6f1e7;stroke-width:2.5;stroke-linejoin:round;paint-order:stroke",
    "cv-ring": "stroke:#ffffff;stroke-width:2",
    "cv-void": "fill:#c9c3b8",
    "cv-beyond": "fill:#e3d9c6;opacity:.35",
}
DARK = {
    "cv-light": "fill:#3b4048",
    "cv-dark": "fill:#2e3238",
    "cv-edge": "stroke:#8b929c",
    "cv-glued": "stroke:#8b929c",
    "cv-label": "fill:#a5acb6",
    "cv-number": "fill:#d3d8de;stroke:#33373e",
    "cv-ring": "stroke:#1d2024",
    "cv-void": "fill:#565c66",
    "cv-beyond": "fill:#2e3238",
}
LINE = 3.2
"""Width of a path's line in units of the drawing."""

FIXED = {
    "cv-path": f"fill:none;stroke-width:{LINE};stroke-linecap:round;stroke-linejoin:round",
    "cv-text": "font-family:ui-sans-serif,system-ui,'Helvetica Neue',Arial,sans-serif;text-anchor:middle",
}

BLUE, PURPLE, ORANGE = (0x1B, 0x6F, 0xC8), (0xB0, 0x4A, 0x9C), (0xE8, 0x8A, 0x1A)
"""The first, the middle and the last move of a path, ever lighter; those between are mixed."""

SHADES = ((0xF1, 0xF5, 0xF9), (0xB7, 0xD3, 0xEA), (0x6A, 0xA5, 0xD2), (0x2B, 0x6C, 0xA8), (0x0B, 0x3A, 0x6B))
"""From the smallest to the largest value of a heat map, on light pages."""

NIGHT_SHADES = ((0x24, 0x29, 0x30), (0x1F, 0x45, 0x68), (0x2B, 0x6C, 0xA8), (0x6A, 0xA5, 0xD2), (0xCF, 0xE6, 0xF8))
"""The same on dark pages, where what is large shines."""

STEPS_OF_SHADE = 20
"""Steps between the shades of a heat map, which has one shade more."""

LOW_SHADES, MIDDLE_SHADES = 10, 13
"""The last of the low and of the middle shades: upon the middle ones only dark pages change the colour of texts."""

Colour = tuple[int, int, int]


def style_sheet() -> str:
    """Return the style element."""
    plain = "".join(f".{name}{{{rule}}}" for name, rule in (LIGHT | FIXED).items())
    dark = "".join(f".{name}{{{rule}}}" for name, rule in DARK.items())
    return f"<style>{plain}@media(prefers-color-scheme:dark){{{dark}}}</style>"


def mix(first: Colour, last: Colour, share: float) -> str:
    """Return the colour `share` (0 to 1) of the way from one to the other."""
    return hexadecimal(tuple(round(a + (b - a) * share) for a, b in zip(first, last, strict=True)))


def shade(share: float) -> tuple[str, str]:
    """Return the classes of a value `share` (0 to 1) of the way up a heat map, and of text upon it."""
    step = round(min(max(share, 0.0), 1.0) * STEPS_OF_SHADE)
    return f"cv-h{step}", "cv-low" if step <= LOW_SHADES else "cv-middle" if step <= MIDDLE_SHADES else "cv-high"


def shades(colours: Sequence[Colour]) -> list[str]:
    """Return the colour of each shade, mixed from those given."""
    places = [step / STEPS_OF_SHADE * (len(colours) - 1) for step in range(STEPS_OF_SHADE + 1)]
    below = [min(int(place), len(colours) - 2) for place in places]
    return [mix(colours[n], colours[n + 1], place - n) for n, place in zip(below, places, strict=True)]


def heat_style_sheet() -> str:
    """Return the style element of heat maps."""
    light, dark = (
        "".join(f".cv-h{step}{{fill:{colour}}}" for step, colour in enumerate(shades(colours)))
        for colours in (SHADES, NIGHT_SHADES)
    )
    texts = (
        ".cv-low,.cv-middle{fill:#0d141b}.cv-high{fill:#fff}",
        ".cv-low{fill:#f4f2ee}.cv-middle,.cv-high{fill:#0d141b}",
    )
    start = ".cv-start{fill:none;stroke:#e8711a;stroke-width:3}"
    return f"<style>{light}{texts[0]}{start}@media(prefers-color-scheme:dark){{{dark}{texts[1]}}}</style>"


def line_style_sheet() -> str:
    """Return the style element of lines in the shades of heat maps."""
    light, dark = (
        "".join(f"path.cv-h{step}{{fill:none;stroke:{colour}}}" for step, colour in enumerate(shades(colours)))
        for colours in (SHADES, NIGHT_SHADES)
    )
    return f"<style>{light}@media(prefers-color-scheme:dark){{{dark}}}</style>"


def hexadecimal(colour: tuple[int, ...]) -> str:
    """Return "#rrggbb"."""
    return "#" + "".join(f"{part:02x}" for part in colour)


def number(value: float) -> str:
    """Return a coordinate with at most two decimals and no needless zero."""
    if value == int(value):
        return str(int(value))
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
