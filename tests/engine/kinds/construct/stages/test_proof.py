"""Proofs before construction."""

from __future__ import annotations

from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT
from engine.construction.request import Request
from engine.kinds.construct.stages.proof import proof


def test_impossible_names_the_source_of_a_theorem() -> None:
    """Schwenk's theorem is quoted with its source; what may exist is left to the next stage."""
    answer = proof(Request(parse_board("3x8"), KNIGHT, "closed"))
    assert answer.verdict == "impossible"
    assert "Schwenk" in answer.explanation
    assert proof(Request(parse_board("3x10"), KNIGHT, "closed")).verdict == "not-found"
