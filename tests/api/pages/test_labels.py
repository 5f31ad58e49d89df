"""Words of the data that pages show are in the catalogues."""

from __future__ import annotations

import ast
from typing import get_args

from api.pages.labels import KINDS
from engine.kinds.table import MODELS
from language.catalogue import catalogue
from store.jobs.events import Name
from tests.processes import ROOT

WRITERS = {"record", "record_all", "change_state", "change_states"}
KEYWORDS = {"moment"}
"""Arguments of the writers that are not stored in the event."""


def test_what_happens_to_jobs_is_said_in_french() -> None:
    """The catalogue has every event and the name of every value stored with one."""
    told = {
        keyword.arg
        for folder in ("store", "findings")
        for file in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WRITERS
        for keyword in node.keywords
        if keyword.arg is not None
    }
    french = catalogue("fr").texts._catalog  # type: ignore[attr-defined]
    assert {"shards", "certificate"} <= told
    assert {*get_args(Name), *told - KEYWORDS} - set(french) == set()


def test_every_kind_is_said_in_french() -> None:
    """A job's page begins with its kind."""
    assert {kind.capitalize() for kind in MODELS} <= set(KINDS)
