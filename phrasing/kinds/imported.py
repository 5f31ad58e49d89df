"""Imports in words."""

from __future__ import annotations

from collections.abc import Mapping

from language.translate import gettext
from phrasing.base import KindPhrasing


def _title(_specification: Mapping[str, object], _board: str) -> str:
    return gettext("Imported tours")


IMPORTS = KindPhrasing("Import", "tours and counts from another database", _title)
