"""docs/construction.md says what the code does."""

from __future__ import annotations

import re
import typing
from pathlib import Path

from engine.kinds.construction import LARGEST_STORED
from engine.specification.kinds import ConstructSpecification
from store.queries.results import LARGEST_LISTED

PAGE = (Path(__file__).parents[2] / "docs" / "construction.md").read_text(encoding="utf-8")


def test_every_method_is_explained() -> None:
    """Each method of the specification stands in bold in the page, and no other."""
    methods = typing.get_args(ConstructSpecification.model_fields["method"].annotation)
    assert set(re.findall(r"\*\*`([a-z-]+)`\*\*", PAGE)) == set(methods)


def test_every_field_of_its_own_is_explained() -> None:
    """The table has the fields that only constructions have, and the limits are the code's."""
    rows = "".join(line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `"))
    assert set(re.findall(r"`([a-z.]+)`", rows)) >= {"tours", "start", "end", "method", "attempts", "until", "table"}
    assert f"{LARGEST_LISTED:,} squares" in PAGE
    assert f"{LARGEST_STORED:,} squares" in PAGE
