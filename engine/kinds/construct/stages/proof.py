"""Whether there can be such a tour at all, before one is looked for."""

from __future__ import annotations

from engine.boards.existence.decide import existence
from engine.construction.request import Answer, Request


def proof(request: Request) -> Answer:
    """Answer "impossible" where an argument or a published theorem says so."""
    known = existence(request.board, request.piece, request.tours, request.start, request.end)
    if known.impossible:
        source = f" [{known.source}]" if known.source else ""
        return Answer("impossible", known.explanation + source)
    return Answer("not-found", known.explanation)
