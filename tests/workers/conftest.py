"""The workers' tests run the toy kind in place of enumeration."""

from __future__ import annotations

import pytest

from engine.kinds.table import KINDS
from tests.toy import ToyKind, run_by


@pytest.fixture(autouse=True)
def toy_kind(monkeypatch: pytest.MonkeyPatch) -> ToyKind:
    """Put the toy and its runner into the registries."""
    kind = ToyKind()
    monkeypatch.setitem(KINDS, "enumerate", kind)
    run_by(monkeypatch, "tests.toy:ToyRunner")
    return kind
