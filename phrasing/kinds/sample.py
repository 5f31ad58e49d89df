"""Sampling in words."""

from __future__ import annotations

from drawing.amounts import amount
from drawing.numbers import plus_minus, share
from engine.intervals import wilson_interval
from engine.kinds.common.kind import Budgeted, Spent
from engine.kinds.common.method import RULE
from engine.kinds.sample.checks import DRAWING
from engine.kinds.sample.specification import SampleSpecification
from engine.kinds.table import KINDS
from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification
from language.formats import figures
from language.translate import gettext, translate
from phrasing.base import Cost, FoundResult, KindPhrasing, StoredSpecification
from phrasing.phrases import NAMES, PLURALS, starts_words, tours_words


def _title(specification: StoredSpecification, board: str) -> str:
    sort = translate(PLURALS[specification.get("tours", "any")])
    method = specification.get("method")
    if method == RULE:
        often = gettext("How often Warnsdorff's rule succeeds on %(board)s", board=board)
        return often + (gettext(", exactly") if specification.get("exact") else "")
    starts = specification.get("starts", "all")
    where = board if starts == "all" else f"{board}{starts_words(specification, board)}"
    if method in DRAWING:
        return gettext("Uniform random %(sort)s of %(where)s", sort=sort, where=where)
    return gettext("How many %(sort)s has %(where)s? An estimate", sort=sort, where=where)


def _answer(found: FoundResult) -> str | None:
    facts = found.facts
    counts = {one.quantity: int(one.value) for one in found.result.counts}
    if found.method == RULE and (walks := counts.get("all_walks")):
        tours = counts.get("completed_walks", 0)
        rate, low, high = share(tours / walks, *wilson_interval(tours, walks))
        text = gettext(
            "%(rate)s of %(walks)s by Warnsdorff's rule were tours (95 %% interval %(low)s to %(high)s)",
            rate=rate,
            walks=amount(walks, "walk"),
            low=low,
            high=high,
        )
        return f"{text}{_exactly(found)}."
    if found.specification.get("exact"):
        probability = found.result.extra.get("success_probability")
        return (
            None
            if probability is None
            else gettext(
                "A walk by Warnsdorff's rule is a tour with probability %(value)s.", value=exactly(probability)
            )
        )
    first = next((facts[name] for name in ("tours", "open", "closed") if name in facts), None)
    if first is None:
        return None
    if first.exact:
        return gettext("%(tours)s, exactly.", tours=tours_words(first.quantity, str(first.value)))
    if not first.number:
        return gettext("No tour has been found so far, so nothing is known of their number.")
    return gettext(
        "About %(number)s %(sort)s (± one standard error%(doubts)s).",
        number=plus_minus(first.number, first.error),
        sort=translate(NAMES[first.quantity]),
        doubts="".join(f"; {translate(one)}" for one in first.warnings),
    )


def _exactly(found: FoundResult) -> str:
    known = found.result.extra.get("exact_success")
    if known is None:
        return ""
    value = exactly(known["probability"])
    return gettext("; the probability itself is %(value)s, by %(by)s", value=value, by=translate(known["by"]))


def exactly(probability: float) -> str:
    """Write a probability, exact but for rounding, also as a percentage."""
    shown = min(1.0, probability)
    value, share_shown = figures(f"{shown:.10g}"), figures(f"{100 * shown:.6g} %")
    return gettext("%(value)s (%(share)s), exactly", value=value, share=share_shown)


def _cost(problem: ParsedSpecification[Specification]) -> Cost | None:
    assert isinstance(problem.spec, SampleSpecification)
    spec, walks = problem.spec, problem.spec.budget.walks
    if spec.exact:
        return None
    kind = KINDS[spec.kind]
    units = kind.whole_work(spec, Spent()) if isinstance(kind, Budgeted) else None
    if walks is None:
        return None
    thing = "drawn tour" if spec.method in DRAWING else "walk"
    return Cost(f"{amount(walks, thing)}.", units)


SAMPLING = KindPhrasing("Estimate", "how many tours there are", _title, _answer, early=True, cost=_cost, group="count")
