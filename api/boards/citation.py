"""Citations of a board and of its counts: in English, like all citations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from flask import url_for

from api.pages.bibtex import bibtex_entry, code_words
from engine.boards.piece import KNIGHT, piece_key
from findings.statements.statement import Source, Statement
from findings.statements.wording import quantity_words
from language.current import DEFAULT, speaking

WORDS = {
    "cycles": ("Closed knight's tours", "undirected cycles"),
    "closed": ("Closed knight's tours", "directed tours"),
    "tours": ("Knight's tours", "directed tours, closed or not"),
    "open": ("Open knight's tours", "directed tours"),
    "cycle_classes": ("Closed knight's tours", "tours up to symmetry"),
    "open_classes": ("Open knight's tours", "tours up to symmetry and direction"),
}
"""By quantity: what is counted, and in which units."""

CITED = ("cycles", "tours")
"""Quantities in the entry of a board."""

MAX_JOBS = 3


def board_citation(label: str, tags: Sequence[str] = (), known: Iterable[Statement] = ()) -> str:
    """Return the entry of the known facts of a board with these tags. known: statements about it, the surest first."""
    counts: dict[str, Statement] = {}
    for one in known:
        whole = one.subject.starts == "all" and one.restriction is None and one.subject.piece == KNIGHT
        if whole and one.exact and one.quantity in CITED:
            counts.setdefault(one.quantity, one)
    cited = [counts[quantity] for quantity in CITED if quantity in counts]
    codes = list(dict.fromkeys(code for one in cited for code in _codes(one)))
    return bibtex_entry(
        f"board {label}",
        f"What is known of the {label} board",
        None,
        url_for("boards.show_board", label=label),
        {
            **{_amount(one): f"({'; '.join(_origins(one))})" for one in cited},
            **({"code": "; ".join(codes)} if codes else {}),
        },
        tags,
    )


def count_citation(one: Statement, when: datetime | None, path: str) -> str:
    """Return the entry of a number of a board: what it is, when it was found first, by which jobs, methods and code."""
    key = f"count {one.subject.board} {one.quantity}"
    piece = "" if one.subject.piece == KNIGHT else f", piece {piece_key(one.subject.piece)}"
    codes = _codes(one)
    return bibtex_entry(
        f"{key}{piece}",
        f"{_subject(one)} of the {one.subject.board} board{piece}: {_amount(one)}",
        when,
        path,
        {
            f"{one.reliability}:": "; ".join(_origins(one)),
            **({"code": "; ".join(map(code_words, codes))} if codes else {}),
        },
    )


def _subject(one: Statement) -> str:
    """Return what is counted, as the beginning of a title."""
    if one.quantity in WORDS:
        words = WORDS[one.quantity][0]
        return words if one.subject.piece == KNIGHT else words.replace("knight's t", "t").replace("Knight's t", "T")
    with speaking(DEFAULT):
        words = quantity_words(one)
    return words[:1].upper() + words[1:]


def _amount(one: Statement) -> str:
    """Return the number with its unit, an estimate also with its error."""
    unit = f" {WORDS[one.quantity][1]}" if one.quantity in WORDS else ""
    if one.exact:
        return f"{int(one.value):,}{unit}"
    return f"{one.value:g}{unit}, an estimate with standard error {one.error:g}"


def _codes(one: Statement) -> list[str]:
    """Return the code of the first source that has one, preferably of a certified source."""
    known = [source for source in one.sources if source.code]
    return [source.code for source in sorted(known, key=lambda source: source.certificate is None) if source.code][:1]


def _origins(one: Statement) -> Iterator[str]:
    """Yield the finder and method of a number, its publications and its confirmations, each once."""
    jobs = [source for source in one.sources if source.kind not in ("atlas", "reference")]
    yield from (f"{source.kind} {source.id}" + _by([source]) for source in jobs[:MAX_JOBS])
    atlas = [source for source in one.sources if source.kind == "atlas"]
    if atlas:
        yield f"Cavalier atlas{_by(atlas)}"
    yield from dict.fromkeys(source.title for source in one.sources if source.kind == "reference")
    yield from dict.fromkeys(_confirmed(source.certificate) for source in atlas if source.certificate)
    yield from (
        f"certified by {each.program or f'job {each.job}'} modulo {each.modulus}"
        for each in one.certificates
        if each.agrees
    )


def _by(sources: Iterable[Source]) -> str:
    methods = dict.fromkeys(source.method for source in sources if source.method)
    return f" by {' and '.join(methods)}" if methods else ""


def _confirmed(certificate: Mapping[str, object]) -> str:
    """Return what confirmed the count of an atlas entry."""
    if "program" in certificate:
        return f"counted again by {certificate['program']} modulo {certificate['modulus']}"
    return f"certified modulo {certificate['modulus']} by another order of squares"
