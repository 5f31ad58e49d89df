"""Statements as flat records, for tables and files."""

from __future__ import annotations

import json

from engine.boards.piece import piece_key
from findings.statements.statement import Statement

FLAT = (
    "board", "piece", "starts", "quantity", "convention", "restriction", "exact", "value", "standard_error", "method",
    "samples", "reliability", "sources",
)  # fmt: skip
"""The fields of a record, in order."""


def flat(one: Statement) -> dict[str, object]:
    """Return a statement as text and numbers; structures are JSON, several sources are separated by blanks."""
    subject, restriction = one.subject, one.restriction
    methods = {source.method: None for source in one.sources if source.method}
    samples = [source.samples for source in one.sources if source.samples is not None]
    return {
        "board": subject.board,
        "piece": piece_key(subject.piece),
        "starts": subject.starts if isinstance(subject.starts, str) else json.dumps(subject.starts),
        "quantity": one.quantity,
        "convention": one.convention,
        "restriction": None if restriction is None else json.dumps(restriction, sort_keys=True),
        "exact": one.exact,
        "value": one.value,
        "standard_error": one.standard_error,
        "method": "; ".join(methods),
        "samples": sum(samples) if samples else None,
        "reliability": "so far" if one.partial else one.reliability,
        "sources": " ".join(source.id for source in one.sources),
    }
