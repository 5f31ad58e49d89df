"""Drawings parsed as XML."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

INKS = ("cv-low", "cv-middle", "cv-high")
"""The classes of texts on shades."""
SVG = "{http://www.w3.org/2000/svg}"


def elements(svg: str, name: str) -> list[Element]:
    """Return the elements of one name at any depth; the drawing must be well-formed."""
    return list(fromstring(svg).iter(SVG + name))


def uncoloured(svg: str) -> set[str]:
    """Return invalid colours: fills that are no colour, and classes without a rule in the drawing."""
    whole = list(fromstring(svg).iter())
    fills = {fill for one in whole if (fill := one.get("fill")) and not fill.startswith(("#", "url(", "none"))}
    rules = "".join(one.text or "" for one in whole if one.tag == SVG + "style")
    shades = {name for one in whole for name in one.get("class", "").split() if name.startswith("cv-h") or name in INKS}
    return fills | {name for name in shades if f".{name}" not in rules}
