"""The store's tests run the toy kind in place of enumeration."""

from __future__ import annotations

import pytest

from engine.kinds.table import KINDS
from tests.toy import ToyKind


@pytest.fixture(autouse=True)
def toy_kind(monkeypatch: pytest.MonkeyPatch) -> ToyKind:
    """Put the toy into the registry; a test may change its numbers."""
    kind = ToyKind()
    monkeypatch.setitem(KINDS, "enumerate", kind)
    return kind
