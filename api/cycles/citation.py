"""How a numbered closed tour is cited."""

from __future__ import annotations

from typing import Any

from flask import url_for

from api.cycles.documents import CycleDocument
from api.pages.bibtex import bibtex_entry
from engine.boards.piece import KNIGHT, piece_key


def cycle_citation(cycle: CycleDocument) -> str:
    """Return the entry of a closed tour by its number, which is that of one index."""
    piece = piece_key(cycle.piece)
    asked: dict[str, Any] = {} if tuple(cycle.piece) == KNIGHT else {"piece": piece}
    return bibtex_entry(
        f"cycle {cycle.board} {cycle.number}",
        f"Closed tour no. {int(cycle.number):,} of the {int(cycle.of):,} of the {cycle.board} board",
        None,
        url_for("cycles.numbered_cycle", label=cycle.board, number=cycle.number, **asked),
        {"index": cycle.index},
    )
