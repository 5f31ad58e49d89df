"""Every method is explained on the page of its kind, with the fields that it heeds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from drawing.method import Method
from drawing.methods import METHODS

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "census": ("features.md",),
    "enumerate": ("enumeration.md", "frontier.md"),
    "sample": ("sampling.md",),
    "construct": ("construction.md",),
    "test-generator": ("generators.md",),
}


@pytest.mark.parametrize("method", METHODS, ids=lambda method: "-".join((*method.kinds, method.name)))
def test_a_method_is_explained(method: Method) -> None:
    """Its name and its fields stand there in code style, or in an example."""
    for kind in method.kinds:
        text = "".join((DOCS / page).read_text(encoding="utf-8") for page in PAGES[kind])
        named = set(re.findall(r"[`\"]([a-z_-]+)", text))
        assert {method.name, *method.parameters} <= named
