"""Comparison of atlas entries with earlier ones and with published figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

from engine.boards.labels import parse_board
from findings.atlas.entries import AtlasFigure, Entry
from findings.references.data_files import CLAIMED, IMPLIED, all_figures
from findings.references.selection import is_comparable
from findings.statements.published_figures import facts_of
from store.models.atlas import EVERYWHERE

MAX_ERRORS = 5
"""Estimates that differ by more standard errors than this disagree."""


def differences(first: Entry, second: Entry) -> list[str]:
    """Describe the figures in which two entries about the same thing differ; figures of one alone are ignored."""
    others = {figure.quantity: figure for figure in second.figures}
    return [
        f"{first.key}: {one.quantity} {one.value}, and {others[one.quantity].value}"
        for one in first.figures
        if one.quantity in others and not _alike(one, others[one.quantity])
    ]


def _alike(one: AtlasFigure, other: AtlasFigure) -> bool:
    if not (one.exact and other.exact):
        error = hypot(one.standard_error or 0.0, other.standard_error or 0.0)
        return abs(float(one.value) - float(other.value)) <= MAX_ERRORS * error
    known = [(one.by_start, other.by_start), (one.by_end, other.by_end)]
    return one.value == other.value and all(None in pair or pair[0] == pair[1] for pair in known)


def find_refuted(entries: Iterable[Entry]) -> Iterator[str]:
    """Describe where entries differ from published exact figures that are not known misprints."""
    printed = _published_figures()
    for entry in entries:
        for figure in entry.figures:
            value, source = printed.get((entry.board, entry.piece, figure.quantity), (figure.value, ""))
            if figure.exact and figure.starts == EVERYWHERE and figure.value != value:
                yield f"{entry.key}: {figure.quantity} {figure.value}, and {value} in {source}"


def _published_figures() -> dict[tuple[str, str, str], tuple[str, str]]:
    """Return the published exact figures of whole boards, each with its key, by board, piece and quantity."""
    found = {}
    for figure in all_figures():
        whole = figure.board is not None and not figure.at and figure.convention is not None
        sure = figure.exact and figure.status not in ("refuted", CLAIMED, IMPLIED) and str(figure.value).isdecimal()
        if whole and sure and is_comparable(figure):
            size = parse_board(str(figure.board)).size
            for (quantity, _), value in facts_of(figure, int(figure.value), size).items():
                found[str(figure.board), figure.piece or "1,2", quantity] = (str(value), figure.key)
    return found
