"""Drawings read back as XML."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

SVG = "{http://www.w3.org/2000/svg}"


def elements(svg: str, name: str) -> list[Element]:
    """Return the elements of one name, wherever they stand; the drawing must be well-formed."""
    return list(fromstring(svg).iter(SVG + name))
