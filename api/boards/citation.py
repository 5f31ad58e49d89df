"""How a board, and a count of it, is cited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from flask import url_for

from api.pages.bibtex import bibtex_entry, code_words
from engine.boards.piece import KNIGHT, piece_key
from findings.statements.statement import Statement
from findings.statements.wording import quantity_words
from language.current import DEFAULT, speaking


def board_citation(label: str, tags: Sequence[str] = ()) -> str:
    """Return the entry of what is known of a board with these tags."""
    return bibtex_entry(
        f"board {label}",
        f"What is known of the {label} board",
        None,
        url_for("boards.show_board", label=label),
        {},
        tags,
    )


def count_citation(one: Statement, when: datetime | None, path: str) -> str:
    """Return the entry of a number of a board: what it is, when it was found first, by which jobs, methods and code."""
    shown = str(one.value) if one.exact else f"{one.value:g}, an estimate with standard error {one.error:g}"
    sources = [
        f"{source.kind} {source.id}"
        + (f" by {source.method}" if source.method else "")
        + _confirmed(source.certificate)
        for source in one.sources
    ]
    codes = sorted({source.code for source in one.sources if source.code})
    certificates = [
        f"{each.program or f'job {each.job}'} modulo {each.modulus}" for each in one.certificates if each.agrees
    ]
    piece = "" if one.subject.piece == KNIGHT else f", piece {piece_key(one.subject.piece)}"
    with speaking(DEFAULT):  # like all citations
        quantity = quantity_words(one)
    return bibtex_entry(
        f"count {one.subject.board}{piece} {one.quantity}",
        f"Number of {quantity} of the {one.subject.board} board{piece}: {shown}",
        when,
        path,
        {
            one.reliability: "; ".join(sources),
            **({"certified by": "; ".join(certificates)} if certificates else {}),
            **({"code": "; ".join(map(code_words, codes))} if codes else {}),
        },
    )


def _confirmed(certificate: Mapping[str, object] | None) -> str:
    """Return by what the count of an entry of the atlas was confirmed."""
    if certificate is None:
        return ""
    return f", counted again by {certificate['program']}" if "program" in certificate else ", certified"
