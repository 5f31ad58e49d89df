"""The scope of a figure: its tours, their start squares, and what else it depends on.

A *fact of the board* (how many tours, closed tours, cycles there are) depends on nothing else: every method finds
the same. Everything else (squares entered, dead ends, jumps, walks, counts up to a limit) is a *fact of a search*: it
is the same again only for the same search, so its restriction names that search.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.kinds.common.method import RULE, Method
from engine.kinds.methods import find_method
from engine.specification.normal_form import NOT_IN_THE_HASH

Starts = Literal["all"] | tuple[tuple[int, ...], ...]
Restriction = Mapping[str, object]

FACTS = ("tours", "closed", "open", "cycles", "cycle_classes", "open_classes")
"""Quantities that are facts of the board where everything was examined."""

LENGTHS = ("uncrossed_path", "uncrossed_cycle")
"""Moves of the longest open and closed path whose moves do not cross: facts of the board that count no tours."""

UNDIRECTED = ("cycles", "cycle_classes", "open_classes", *LENGTHS)
"""Quantities of tours and paths without direction, which have no start square."""

NOT_THE_SEARCH = NOT_IN_THE_HASH | {"board", "piece", "tours", "starts", "by_end", "store"}
"""Fields of a specification that say what is counted, or nothing about it; the others name the search."""

WHOLE_OUTCOMES = ("complete", "impossible")


@dataclass(frozen=True)
class Scope:
    """The scope of one figure.

    quantity: as facts are named: tours (any), closed, open, cycles, classes; else the kind's own word.
    starts: the squares from which directed tours begin, ascending; "all" for what begins nowhere: cycles and classes.
    restriction: None for a fact of the board, else what the figure depends on.
    """

    quantity: str
    starts: Starts
    restriction: Restriction | None

    @property
    def restriction_text(self) -> str | None:
        """The restriction as text that is equal for equal restrictions."""
        return None if self.restriction is None else json.dumps(self.restriction, sort_keys=True)


def scope_of(
    specification: Mapping[str, object],
    job: str,
    outcome: str | None,
    quantity: str,
    method: str | None = None,
    square: Sequence[int] | None = None,
) -> Scope:
    """Return the scope of an exact figure of a job.

    specification: as stored, in its normal form. outcome: None while the job runs. method: by which it was counted.
    square: the one start square the figure is about, None for all that the job has.
    """
    asked, ruled = _parse_quantity(quantity, specification)
    starts = _starts(specification, asked, square)
    known = asked in FACTS or asked in LENGTHS
    if not known or outcome not in WHOLE_OUTCOMES or not _program(specification).facts:
        return Scope(asked if known else quantity, starts, _search(specification, job, outcome, method))
    restriction = {"rule": RULE} if ruled else {}
    if specification.get("symmetry") is not None:
        restriction["symmetry"] = str(specification["symmetry"])
    return Scope(asked, starts, restriction or None)


def estimated_scope(
    specification: Mapping[str, object],
    job: str,
    quantity: str,
    *,
    biased_by: str | None = None,
    square: Sequence[int] | None = None,
) -> Scope:
    """Return the scope of an estimate. biased_by: the estimator, if its expected value is another number."""
    asked, ruled = _parse_quantity(quantity, specification)
    starts = _starts(specification, asked, square)
    if asked not in FACTS:
        return Scope(quantity, starts, _search(specification, job, "complete", None))
    restriction = ({"rule": RULE} if ruled else {}) | ({"estimator": biased_by, "biased": True} if biased_by else {})
    return Scope(asked, starts, restriction or None)


def _starts(specification: Mapping[str, Any], quantity: str, square: Sequence[int] | None) -> Starts:
    if quantity in UNDIRECTED:
        return "all"
    if square is not None:
        return (tuple(square),)
    given = specification.get("starts", "all")
    if given == "all":
        start = specification.get("start")
        return "all" if start is None else (tuple(start),)
    return tuple(sorted(tuple(one) for one in given))


def _parse_quantity(quantity: str, specification: Mapping[str, object]) -> tuple[str, bool]:
    """Return the fact that a quantity names, and whether it covers only tours that Warnsdorff's rule allows.

    A job about closed tours alone calls them its tours; as a fact they are the closed tours.
    """
    bare = quantity.removeprefix(f"{RULE}_")
    asked = specification.get("tours", "any")
    ruled = bare != quantity or _program(specification).rule == RULE
    return (str(asked) if bare == "tours" and asked != "any" else bare), ruled


def _program(specification: Mapping[str, object]) -> Method:
    return find_method(specification.get("kind"), specification.get("method"))


def _search(specification: Mapping[str, Any], job: str, outcome: str | None, method: str | None) -> Restriction:
    """Return what names the search: its fields, its method, and the job where a second one would differ."""
    fields = {
        name: value
        for name, value in specification.items()
        if name not in NOT_THE_SEARCH and value is not None and value is not False and value != []
    }
    if specification.get("tours", "any") != "any":
        fields["tours"] = specification["tours"]
    if method is not None and method != specification.get("method"):
        fields |= {"method": method, "asked_for": specification.get("method")}
    if outcome != "complete":
        fields["outcome"] = outcome or "so far"
    timed = "cpu_seconds" in specification.get("budget", {})
    return fields | ({"job": job} if timed or outcome in (None, "cancelled", "failed") else {})
