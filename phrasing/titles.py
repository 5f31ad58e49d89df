"""What people would call a job: its question in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phrasing.pieces import by_piece
from phrasing.registry import WORDS


def job_title(specification: Mapping[str, Any], board: str | None) -> str:
    """Return a job's question. specification: as stored; board: the label of its board, None where it has none."""
    return WORDS[specification["kind"]].title(specification, board or "") + by_piece(specification.get("piece"))
