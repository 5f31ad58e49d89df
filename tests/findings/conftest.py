"""These tests run the toy kind in place of enumeration, as the store's do."""

from __future__ import annotations

from tests.store.conftest import toy_kind

__all__ = ["toy_kind"]
