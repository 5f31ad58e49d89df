"""docs/reference: complete tables made from the models, with a meaning for every field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.kinds.imported.methods import IMPORT
from engine.kinds.table import MODELS
from engine.specification.result import Result
from tests.docs.test_site import Page
from tests.processes import ROOT

KINDS_PAGE = (ROOT / "docs" / "reference" / "kinds.md").read_text()


def test_every_kind_has_its_section_and_its_table() -> None:
    """No other kind has a section or table."""
    assert set(re.findall(r"^## (\S+)$", KINDS_PAGE, re.MULTILINE)) == {*MODELS, IMPORT}
    assert set(re.findall(r"^```\{fields\} (\S+)$", KINDS_PAGE, re.MULTILINE)) == set(MODELS)


@pytest.mark.parametrize("kind", MODELS)
def test_every_field_has_a_meaning(kind: str) -> None:
    """Every field but the kind, or its form, has a description."""
    schema = MODELS[kind].model_json_schema(by_alias=True)
    told = {name for name, part in properties(schema) if "description" in str(part)}
    assert {name for name, _ in properties(schema)} - told == {"kind"}


def test_every_field_is_in_the_built_table(built: Path) -> None:
    """Each field is named there, and each part of a result has a section."""
    text = (built / "reference" / "kinds.html").read_text(encoding="utf-8")
    for kind, model in MODELS.items():
        section = text.split(f'<section id="{kind}">')[1].split("</section>")[0]
        names = set(model.model_json_schema(by_alias=True)["properties"]) - {"kind"}
        assert {name for name in names if f'<span class="pre">{name}</span>' not in section} == set()
    page = Page((built / "reference" / "results.html").read_text(encoding="utf-8"))
    assert {name.lower() for name in Result.model_json_schema()["$defs"]} <= page.anchors


def properties(schema: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the properties of a schema and of all objects in it."""
    for one in (schema, *schema.get("$defs", {}).values()):
        yield from one["properties"].items()
