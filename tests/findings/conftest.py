"""These tests replace enumeration by the toy kind, as the store's tests do."""

from __future__ import annotations

from tests.store.conftest import toy_kind

__all__ = ["toy_kind"]
