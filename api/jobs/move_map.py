"""The map of moves of a census."""

from __future__ import annotations

from drawing.move_uses import move_uses_svg
from findings.results.job_view import JobView


def move_map(view: JobView) -> str | None:
    """Return the drawing of how many closed tours use each move; None where a result does not say."""
    board, census = view.board, view.result.extra.get("census") or {}
    if board is None or not census.get("moves"):
        return None
    uses = {
        (board.index(first), board.index(last)): int(row["tours"])
        for row in census["moves"]
        for first, last in [row["squares"]]
    }
    return move_uses_svg(board, view.problem.piece, uses, int(census["tours"]))
