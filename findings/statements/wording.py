"""Statements in words."""

from __future__ import annotations

from collections.abc import Mapping

from engine.features.extremes import QUANTITIES
from findings.statements.statement import Statement, Subject
from language.translate import gettext, translate
from phrasing.phrases import square_words
from phrasing.vocabulary import choice_words, field_name, quantity_name

NAMES = {
    "cycles": "closed tours as cycles, without start or direction",
    "closed": "directed closed tours",
    "tours": "directed tours, closed or not",
    "open": "directed open tours",
    "cycle_classes": "closed tours up to symmetry",
    "open_classes": "open tours up to symmetry and direction",
    "uncrossed_path": "moves of the longest uncrossed path",
    "uncrossed_cycle": "moves of the longest closed uncrossed path",
    "jumps": "jumps of the search",
    "nodes": "nodes of the search tree (squares entered)",
    "leaves": "leaves of the search tree (tours and dead ends)",
    "dead_ends": "dead ends of the search tree",
    "warnsdorff_nodes": "nodes of the search tree by Warnsdorff's rule",
    "warnsdorff_leaves": "leaves of the search tree by Warnsdorff's rule",
    "warnsdorff_dead_ends": "dead ends of the search tree by Warnsdorff's rule",
}
MAX_LISTED = 4


def quantity_words(one: Statement) -> str:
    """Describe what is counted."""
    name = translate(_name(one))
    ruled = (one.restriction or {}).get("rule")
    left = (one.restriction or {}).get("symmetry")
    if left:
        name = gettext("%(name)s, left as they are by %(symmetry)s", name=name, symmetry=str(left))
    return gettext("%(name)s, by %(rule)s's rule", name=name, rule=str(ruled).capitalize()) if ruled else name


def _name(one: Statement) -> str:
    """Return the English name of a quantity."""
    if one.quantity in QUANTITIES:
        return quantity_name(one.quantity)
    return NAMES.get(one.quantity, f"{one.convention} {one.quantity.replace('_', ' ')}")


def starts_words(subject: Subject) -> str:
    """Describe from which squares the tours start."""
    if subject.starts == "all":
        return gettext("all start squares")
    if subject.square_class is not None and len(subject.square_class) > 1:
        names = sorted(square_words(subject.board, square) for square in subject.square_class)
        more = len(names) - MAX_LISTED
        like = gettext(" or %(number)s squares like them", number=more) if more > 0 else ""
        return gettext("from %(squares)s", squares=", ".join(names[:MAX_LISTED]) + like)
    return gettext("from %(squares)s", squares=_squares(subject))


def restriction_words(one: Statement) -> str:
    """Describe what the figure depends on: nothing for a fact of the board."""
    return ", ".join(_field_words(name, value) for name, value in (one.restriction or {}).items())


def _field_words(name: str, value: object) -> str:
    """Return a field of a search and its value in words."""
    field = "method" if name == "asked_for" else name
    words = translate(choice_words(value, field)) if isinstance(value, str) else _format_value(value)
    return f"{translate(field_name(name))} {words}"


def _format_value(value: object) -> str:
    """Return a value of a specification without its brackets: {"walks": 1000} as "walks 1,000"."""
    if isinstance(value, Mapping):
        return " ".join(f"{name.replace('_', ' ')} {_format_value(part)}" for name, part in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_format_value, value))
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _squares(subject: Subject) -> str:
    if len(subject.starts) > MAX_LISTED:
        return gettext("%(number)s squares together", number=len(subject.starts))
    return gettext(" and ").join(square_words(subject.board, square) for square in subject.starts)
