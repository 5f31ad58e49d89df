"""Enumerations in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import Any

from drawing.numbers import grouped, significant
from engine.kinds.choice import MOST_SQUARES, PROBES, advice_on_order, choose_method, expected_nodes, expected_sweep
from engine.kinds.inclusion_exclusion import METHOD as DENSE
from engine.kinds.inclusion_exclusion import all_sets
from engine.programs import RULE
from engine.specification.fields import Specification
from engine.specification.kinds import EnumerateSpecification
from engine.specification.problem import EnumerateProblem, Problem, Question
from store.words.base import Cost, Found, Words
from store.words.phrases import NAMES, PLURALS, starts_words


def _title(specification: Mapping[str, Any], board: str) -> str:
    sort = PLURALS[specification.get("tours", "any")]
    limit = specification.get("limit") or {}
    if "tours" in limit:
        first = f"The first {limit['tours']:,} {sort} of {board}"
    elif "nodes" in limit:
        first = f"A search for {sort} of {board}, up to {limit['nodes']:,} squares entered"
    else:
        first = f"All {sort} of {board}"
    ruled = " by Warnsdorff's rule" if specification.get("method") == RULE else ""
    return first + ruled + starts_words(specification, board, by_end=bool(specification.get("by_end")))


def _answer(found: Found) -> str | None:
    job, result, facts = found.job, found.result, found.facts
    exact = [one for name in ("tours", "open", "closed") if (one := facts.get(name)) is not None and one.exact]
    if not exact:
        return None
    first = exact[0]
    ruled = " by Warnsdorff's rule" if job.method == RULE else ""
    text = f"{grouped(str(first.value))} {NAMES[first.quantity]}{ruled}"
    if result.outcome == "limit":
        return f"{text} up to the limit of the search."
    cycles, closed = facts.get("cycles"), facts.get("closed")
    if cycles is not None:
        text += f", as {grouped(str(cycles.value))} cycles" if first is closed else ""
    if first.quantity == "tours" and closed is not None:
        text += "; none of them closes" if closed.value == "0" else f"; {grouped(str(closed.value))} of them close"
        text += f", {grouped(str(cycles.value))} cycles" if cycles is not None and closed.value != "0" else ""
    partial = (
        "" if result.outcome == "complete" else f" The job was {result.outcome}: these are only those found so far."
    )
    return f"{text}.{partial}"


def _cost(problem: Question[Specification]) -> Cost | None:
    assert isinstance(problem, Problem)
    assert isinstance(problem.spec, EnumerateSpecification)
    cost = None if problem.board.size > MOST_SQUARES else _cost_of(problem)
    advice = advice_on_order(problem)
    if advice is None:
        return cost
    return Cost(advice) if cost is None else replace(cost, how=f"{cost.how} {advice}")


def _cost_of(problem: EnumerateProblem) -> Cost | None:
    spec = problem.spec
    if spec.method == "auto":
        chosen = choose_method(problem)
        ends = spec.limit is not None
        how = f"auto takes {chosen.method}: {chosen.why}."
        return Cost(how, seconds=None if ends or chosen.seconds == inf else chosen.seconds)
    if spec.method == "frontier":
        sweeps, estimate = expected_sweep(problem)
        verdict = "" if estimate.fits else " That does not fit: the job will be refused."
        how = f"{sweeps} sweep{'' if sweeps == 1 else 's'}; the widest has {estimate}.{verdict}"
        return Cost(how, sweeps * estimate.all_states if estimate.fits else None)
    if spec.method == DENSE:
        sets = all_sets(problem)
        return Cost(f"Inclusion and exclusion over {grouped(str(sets))} sets of squares.", sets)
    if spec.limit is not None and spec.limit.tours is not None:
        return None
    nodes = expected_nodes(problem)
    if spec.limit is not None and spec.limit.nodes is not None:
        nodes = min(nodes, float(spec.limit.nodes))
    return Cost(
        f"The search enters about {significant(nodes)} squares (D. E. Knuth's estimate of 1975 from {PROBES} "
        "random walks, mostly too low for deep trees).",
        nodes,
    )


ENUMERATION = Words("Count tours", "all of them, exactly", _title, _answer, cost=_cost)
