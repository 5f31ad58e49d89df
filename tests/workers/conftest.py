"""The workers' tests run the toy kind in place of enumeration."""

from __future__ import annotations

import pytest

from engine.kinds.registry import KINDS
from engine.runners.door import RUNNERS
from tests.toy import ToyKind


@pytest.fixture(autouse=True)
def toy_kind(monkeypatch: pytest.MonkeyPatch) -> ToyKind:
    """Put the toy and its runner into the registries."""
    kind = ToyKind()
    monkeypatch.setitem(KINDS, "enumerate", kind)
    monkeypatch.setitem(RUNNERS, "enumerate", "tests.toy:ToyRunner")
    return kind
