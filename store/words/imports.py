"""Imports in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from language.speech import gettext
from store.words.base import Words


def _title(_specification: Mapping[str, Any], _board: str) -> str:
    return gettext("Imported tours")


IMPORTS = Words("Import", "tours and counts from another database", _title)
