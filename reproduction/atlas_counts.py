"""Counts and estimates of the knight's tours from the atlas, which take too long to be made again for a table."""

from __future__ import annotations

from collections.abc import Sequence

from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT
from engine.boards.symmetry import square_classes
from findings.atlas.entries import AtlasFigure, all_entries, square_key
from language.translate import gettext_noop
from reproduction.verdict import Computed
from store.models.atlas import EVERYWHERE

METHOD = gettext_noop("frontier sweeps of the atlas")
ESTIMATE_METHOD = gettext_noop("transfer-matrix sampling, in the atlas")


def atlas_count(label: str, quantity: str, square: Sequence[int] | None = None) -> str | None:
    """Return a count in decimal digits, of a whole board or from a start square; None where the atlas has none.

    The count of a whole board may be the sum over one square of every class, each times the size of its class.
    """
    board, found = parse_board(label), _counts(label, quantity)
    classes = square_classes(board)
    keys = [square_key(one) for one in board.squares(classes.representatives)]
    if square is not None:
        return found.get(keys[classes.class_of[board.index(square)]])
    if EVERYWHERE in found:
        return found[EVERYWHERE]
    if not set(keys) <= set(found):
        return None
    return str(sum(int(found[key]) * int(size) for key, size in zip(keys, classes.sizes, strict=True)))


def atlas_estimate(label: str, quantity: str) -> Computed | None:
    """Return the estimate of a whole board; None where the atlas has none."""
    for one in _figures(label, quantity):
        if not one.exact and one.starts == EVERYWHERE:
            return Computed(float(one.value), ESTIMATE_METHOD, error=one.standard_error)
    return None


def _counts(label: str, quantity: str) -> dict[str, str]:
    """Return the exact counts by their start squares."""
    exact = (one for one in _figures(label, quantity) if one.exact)
    return {starts: value for one in exact for starts, value in one.values.items()}


def _figures(label: str, quantity: str) -> list[AtlasFigure]:
    piece = ",".join(map(str, KNIGHT))
    rows = [entry for entry in all_entries() if (entry.board, entry.piece) == (label, piece)]
    return [one for entry in rows for one in entry.figures if one.quantity == quantity]
