"""docs/construction.md says what the code does."""

from __future__ import annotations

import re
import typing
from pathlib import Path

from engine.features.extremes import CENSUS
from engine.kinds.construct.planner import MAX_EXTREME_SQUARES, MAX_STORED
from engine.kinds.construct.specification import ConstructSpecification
from engine.kinds.construct.stages.extreme import EXCHANGES
from findings.results.result_document import MAX_LISTED_SQUARES

PAGE = (Path(__file__).parents[2] / "docs" / "construction.md").read_text(encoding="utf-8")


def test_every_method_is_explained() -> None:
    """Each method of the specification stands in bold in the page, and no other."""
    methods = typing.get_args(ConstructSpecification.model_fields["method"].annotation)
    explained = set(re.findall(r"\*\*`([a-z-]+)`\*\*", PAGE))
    assert explained == set(methods), "write **`name`** for each method in docs/construction.md"


def test_every_field_of_its_own_is_explained() -> None:
    """The table has the fields specific to constructions, and the limits are those of the code."""
    rows = "".join(line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `"))
    assert set(re.findall(r"`([a-z.]+)`", rows)) >= {"tours", "start", "end", "method", "attempts", "until", "table"}
    assert set(re.findall(r"`([a-z.]+)`", rows)) >= {"fewest", "most", "exchanges"}
    assert f"{MAX_LISTED_SQUARES:,} squares" in PAGE
    assert f"{MAX_STORED:,} squares" in PAGE


def test_what_is_known_of_extremes_is_named() -> None:
    """The page has the boards of each census, closed and open, the limit and the number of exchanges."""
    words = " ".join(PAGE.split())
    told = re.search(r"has shown it: closed tours of ([^,]+(?:, [^,]+)*), open tours of ([^.]+)\.", words)
    assert told is not None
    for tours, text in zip(("closed", "open"), told.groups(), strict=True):
        assert re.findall(r"\d+x\d+", text) == [label for label, sort in CENSUS if sort == tours]
    assert f"boards of up to {MAX_EXTREME_SQUARES:,} squares" in words
    assert f"{EXCHANGES:,} for each square" in words
