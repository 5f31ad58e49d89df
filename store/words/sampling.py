"""Sampling in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drawing.numbers import grouped, plus_minus, share
from engine.intervals import wilson_interval
from engine.kinds.base import Budgeted, Spent
from engine.kinds.registry import KINDS
from engine.programs import RULE
from engine.specification.fields import Specification
from engine.specification.kinds import SampleSpecification
from engine.specification.problem import Question
from store.words.base import Cost, Found, Words
from store.words.phrases import NAMES, PLURALS, starts_words


def _title(specification: Mapping[str, Any], board: str) -> str:
    sort = PLURALS[specification.get("tours", "any")]
    method = specification.get("method")
    if method == RULE:
        return f"How often Warnsdorff's rule succeeds on {board}" + (", exactly" if specification.get("exact") else "")
    first = f"Uniform random {sort} of" if method == "frontier" else f"How many {sort} has"
    question = "" if method == "frontier" else "? An estimate"
    starts = specification.get("starts", "all")
    where = "" if starts == "all" else starts_words(specification, board)
    return f"{first} {board}{where}{question}"


def _answer(found: Found) -> str | None:
    facts = found.facts
    counts = {one.quantity: int(one.value) for one in found.result.counts}
    if found.job.method == RULE and (walks := counts.get("all_walks")):
        tours = counts.get("completed_walks", 0)
        rate, low, high = share(tours / walks, *wilson_interval(tours, walks))
        interval = f"95 % interval {low} to {high}"
        return f"{rate} of {grouped(walks)} walks by Warnsdorff's rule were tours ({interval}){_exactly(found)}."
    if found.specification.get("exact"):
        probability = found.result.extra.get("success_probability")
        return (
            None
            if probability is None
            else f"A walk by Warnsdorff's rule is a tour with probability {exactly(probability)}."
        )
    first = next((facts[name] for name in ("tours", "open", "closed") if name in facts), None)
    if first is None:
        return None
    if first.exact:
        return f"{grouped(str(first.value))} {NAMES[first.quantity]}, exactly."
    if not first.number:
        return "No tour has been found so far, so nothing is known of their number."
    doubts = "".join(f"; {one}" for one in first.warnings)
    return f"About {plus_minus(first.number, first.error)} {NAMES[first.quantity]} (± one standard error{doubts})."


def _exactly(found: Found) -> str:
    known = found.result.extra.get("exact_success")
    return "" if known is None else f"; the probability itself is {exactly(known['probability'])}, by {known['by']}"


def exactly(probability: float) -> str:
    """Write a probability that is exact but for rounding, as a percentage too."""
    return f"{min(1.0, probability):.10g} ({100 * min(1.0, probability):.6g} %), exactly"


def _cost(problem: Question[Specification]) -> Cost | None:
    assert isinstance(problem.spec, SampleSpecification)
    spec, walks = problem.spec, problem.spec.budget.walks
    if spec.exact:
        return None
    kind = KINDS[spec.kind]
    units = kind.whole_work(spec, Spent()) if isinstance(kind, Budgeted) else None
    what = "tours are drawn" if spec.method == "frontier" else "walks"
    return None if walks is None else Cost(f"{grouped(walks)} {what}.", units)


SAMPLING = Words("Estimate", "how many tours there are", _title, _answer, early=True, cost=_cost)
