"""Enumerations in words."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from drawing.numbers import group_digits, significant
from engine.kinds.common.method import RULE
from engine.kinds.enumerate.auto_method import (
    MAX_SQUARES,
    PROBES,
    advice_on_order,
    choose_method,
    expected_nodes,
    expected_sweep,
)
from engine.kinds.enumerate.inclusion_exclusion.planner import METHOD as DENSE
from engine.kinds.enumerate.inclusion_exclusion.planner import all_sets
from engine.kinds.enumerate.specification import EnumerateProblem, EnumerateSpecification
from engine.specification.fields import Specification
from engine.specification.problem import BoardProblem, ParsedSpecification
from language.translate import gettext, ngettext, translate
from phrasing.base import Cost, FoundResult, KindPhrasing, StoredSpecification
from phrasing.phrases import PLURALS, starts_words, tours_words


def _title(specification: StoredSpecification, board: str) -> str:
    sort = translate(PLURALS[specification.get("tours", "any")])
    limit = specification.get("limit") or {}
    if "tours" in limit:
        number = group_digits(limit["tours"])
        first = gettext("The first %(number)s %(sort)s of %(board)s", number=number, sort=sort, board=board)
    elif "nodes" in limit:
        number = group_digits(limit["nodes"])
        first = gettext(
            "A search for %(sort)s of %(board)s, up to %(number)s squares entered",
            sort=sort,
            board=board,
            number=number,
        )
    else:
        first = gettext("All %(sort)s of %(board)s", sort=sort, board=board)
    ruled = gettext(" by Warnsdorff's rule") if specification.get("method") == RULE else ""
    if specification.get("symmetry") is not None:
        return first + _left_by(specification)
    return first + ruled + starts_words(specification, board, by_end=bool(specification.get("by_end")))


def _left_by(specification: StoredSpecification) -> str:
    """Return the symmetry that must leave the tours unchanged, as part of a title; empty if none is asked for."""
    name = specification.get("symmetry")
    return "" if name is None else gettext(", left as they are by %(symmetry)s", symmetry=name)


def _answer(found: FoundResult) -> str | None:
    result, facts = found.result, found.facts
    exact = [one for name in ("tours", "open", "closed") if (one := facts.get(name)) is not None and one.exact]
    if not exact:
        return None
    first = exact[0]
    ruled = gettext(" by Warnsdorff's rule") if found.method == RULE else ""
    text = f"{tours_words(first.quantity, str(first.value))}{ruled}{_left_by(found.specification)}"
    if result.outcome == "limit":
        return gettext("%(found)s up to the limit of the search.", found=text)
    cycles, closed = facts.get("cycles"), facts.get("closed")
    if cycles is not None:
        count = str(cycles.value)
        number = ngettext("%(number)s cycle", "%(number)s cycles", int(count), number=group_digits(count))
        text += gettext(", as %(cycles)s", cycles=number) if first is closed else ""
    if first.quantity == "tours" and closed is not None:
        some = ngettext(
            "; %(number)s of them closes",
            "; %(number)s of them close",
            int(str(closed.value)),
            number=group_digits(str(closed.value)),
        )
        text += gettext("; none of them closes") if closed.value == "0" else some
        if cycles is not None and closed.value != "0":
            text += f", {number}"
    if result.outcome == "complete":
        return f"{text}."
    how = translate(str(result.outcome))
    return f"{text}. " + gettext("The job was %(how)s: these are only those found so far.", how=how)


def _cost(problem: ParsedSpecification[Specification]) -> Cost | None:
    assert isinstance(problem, BoardProblem)
    assert isinstance(problem.spec, EnumerateSpecification)
    unknown = problem.board.size > MAX_SQUARES or problem.spec.symmetry is not None
    cost = None if unknown else _cost_of(problem)
    advice = advice_on_order(problem)
    if advice is None:
        return cost
    return Cost(advice) if cost is None else replace(cost, how=f"{cost.how} {advice}")


def _cost_of(problem: EnumerateProblem) -> Cost | None:
    spec = problem.spec
    if spec.method == "auto":
        chosen = choose_method(problem, soon=True)
        ends = spec.limit is not None
        how = gettext("auto takes %(method)s: %(why)s.", method=chosen.method, why=translate(chosen.why))
        known = Cost(how, seconds=None if ends or chosen.seconds == inf else chosen.seconds)
        if chosen.method != "frontier":
            return known
        sweeps, estimate = expected_sweep(problem, soon=True)
        return replace(known, sweep=estimate, sweeps=sweeps)
    if spec.method == "frontier":
        sweeps, estimate = expected_sweep(problem, soon=True)
        count = ngettext("%(number)s sweep", "%(number)s sweeps", sweeps, number=sweeps)
        how = gettext("%(sweeps)s; the widest has %(estimate)s.", sweeps=count, estimate=translate(str(estimate)))
        how += (
            ""
            if estimate.fits
            else gettext(" That does not fit: the job will be refused, unless its plan finds a better order.")
        )
        units = sweeps * estimate.all_states if estimate.fits else None
        return Cost(how, units, sweep=estimate if estimate.fits else None, sweeps=sweeps)
    if spec.method == DENSE:
        sets = all_sets(problem)
        number = group_digits(str(sets))
        return Cost(gettext("Inclusion and exclusion over %(number)s sets of squares.", number=number), sets)
    if spec.limit is not None and spec.limit.tours is not None:
        return None
    nodes = expected_nodes(problem)
    if spec.limit is not None and spec.limit.nodes is not None:
        nodes = min(nodes, float(spec.limit.nodes))
    how = gettext(
        "The search enters about %(number)s squares (D. E. Knuth's estimate of 1975 from %(probes)s "
        "random walks, mostly too low for deep trees).",
        number=significant(nodes),
        probes=PROBES,
    )
    return Cost(how, nodes)


ENUMERATION = KindPhrasing("Count tours", "all of them, exactly", _title, _answer, cost=_cost, group="count")
