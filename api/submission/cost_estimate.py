"""What a job will cost, before it is submitted: what its method does, and one estimate in words."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from drawing.numbers import time_left
from engine.boards.existence.decide import existence
from engine.boards.existence.verdict import Existence
from engine.kinds.enumerate.quotient.planner import verdict_on
from engine.kinds.methods import find_method
from engine.kinds.parse import parse_problem
from engine.kinds.table import KINDS
from engine.specification.fields import Specification, TourSpecification
from engine.specification.normal_form import NOT_IN_THE_HASH
from engine.specification.problem import BoardProblem, ParsedSpecification
from findings.results.known_result import known_result
from language.current import current
from language.translate import gettext, ngettext, translate
from phrasing.base import Cost
from phrasing.registry import WORDS
from store.jobs.lifecycle import find_equal
from store.jobs.maintenance import live_workers
from store.queries.worker_activity import usual_speed

MAX_SPEED = 1e9
"""A speed that no thread reaches: units of work, such as squares entered, a second."""


@dataclass(frozen=True)
class JobCheck:
    """What is known of a job before it is submitted.

    verdict: whether there can be such a tour, None where no tour is asked for. known: a result document, if the record
    has the answer. equal_job: the id of a job that computes the same. cost: None if unknown. cpu_seconds: processor
    time, by the cost's own estimate or as such jobs ran here. threads: those of all live workers.
    """

    verdict: Existence | None
    known: dict[str, Any] | None
    equal_job: str | None
    cost: Cost | None
    cpu_seconds: float | None
    threads: int
    sentences: list[str]


class RunTime(NamedTuple):
    """Seconds on the clock with all worker threads, None if unknown; and a lower bound of them."""

    seconds: float | None
    least: float


def check_job(session: Session, problem: ParsedSpecification[Specification], *, costed: bool = True) -> JobCheck:
    """Return the facts for the form's preview and for a check over HTTP; nothing is stored.

    costed: with the cost, which takes a second or two where methods are weighed. InvalidProblemError if the kind
    refuses the job; its cost is then not computed.
    """
    KINDS[problem.spec.kind].check(problem)
    verdict = tour_verdict(problem)
    equal = find_equal(session, problem)
    threads = _threads(session)
    weighed = costed and (verdict is None or not verdict.impossible)
    cost = _weighed_cost(problem, verdict) if costed else None
    seconds = None if cost is None else _seconds(session, problem.spec, cost)
    return JobCheck(
        verdict=verdict,
        known=known_result(session, problem),
        equal_job=None if equal is None else equal.public_id,
        cost=cost,
        cpu_seconds=seconds,
        threads=threads,
        sentences=_cost_in_words(problem.spec, cost, seconds, threads) if weighed else [],
    )


def run_time(session: Session, problem: ParsedSpecification[Specification]) -> RunTime:
    """Return how long a job takes; if no speed is known, only a lower bound, at MAX_SPEED.

    InvalidProblemError as of `check_job`.
    """
    KINDS[problem.spec.kind].check(problem)
    cost = _weighed_cost(problem, tour_verdict(problem))
    if cost is None:
        return RunTime(None, 0.0)
    threads, seconds = max(1, _threads(session)), _seconds(session, problem.spec, cost)
    if seconds is None:
        return RunTime(None, (cost.units or 0.0) / MAX_SPEED / threads)
    return RunTime(seconds / threads, seconds / threads)


def _weighed_cost(problem: ParsedSpecification[Specification], verdict: Existence | None) -> Cost | None:
    """Return the cost of a job; None if unknown, or if there is no such tour: the job then only gives the proof."""
    return None if verdict is not None and verdict.impossible else _cost_of(problem)


def _threads(session: Session) -> int:
    return sum(worker.capacity for worker in live_workers(session))


def tour_verdict(problem: ParsedSpecification[Specification]) -> Existence | None:
    """Return whether there can be such a tour at all; None where no tour is asked for."""
    if not isinstance(problem, BoardProblem) or not isinstance(problem.spec, TourSpecification):
        return None
    only = problem.named[0] if problem.named is not None and len(problem.named) == 1 else None
    end = getattr(problem.spec, "end", None)
    last = None if end is None else problem.board.index(end)
    whole = existence(problem.board, problem.piece, problem.spec.tours, only, last)
    return whole if getattr(problem.spec, "symmetry", None) is None else verdict_on(problem, whole)


def _cost_of(problem: ParsedSpecification[Specification]) -> Cost | None:
    """Return the cost of a job; None if unknown."""
    asked = {name: value for name, value in problem.document.items() if name not in NOT_IN_THE_HASH}
    return _cost(json.dumps(asked, sort_keys=True), current())


def _cost_in_words(specification: Specification, cost: Cost | None, seconds: float | None, threads: int) -> list[str]:
    """Return what the job's method does and how long it takes, one sentence each."""
    method = find_method(specification.kind, specification.asked_method)
    sentences = [method.summary] if method.summary else []
    if cost is None:
        return [*sentences, gettext("Cost: %(cost)s.", cost=translate(method.cost))] if method.cost else []
    return [*sentences, cost.how, *_time(cost, seconds, threads)]


@lru_cache(maxsize=256)
def _cost(specification: str, _language: str) -> Cost | None:
    """Return the cost of a job by its specification as JSON: weighing methods takes seconds, and forms ask often."""
    problem = parse_problem(json.loads(specification))
    return WORDS[problem.spec.kind].cost(problem)


def _time(cost: Cost, seconds: float | None, threads: int) -> list[str]:
    """Return the estimated time with these threads in words: by the method's own estimate, else as measured."""
    if seconds is None:
        unknown = gettext("How long that takes here is not known: no such job has run yet.")
        return [unknown] if cost.units is not None else []
    if not threads:
        return [gettext("No worker is alive at this moment: the job will wait for one.")]
    left = time_left(seconds / threads).capitalize()
    basis = "" if cost.seconds is not None else gettext(", at the speed of such jobs here")
    with_all = ngettext(
        "%(left)s with %(threads)s worker thread that has nothing else to do",
        "%(left)s with %(threads)s worker threads that have nothing else to do",
        threads,
        left=left,
        threads=threads,
    )
    return [f"{with_all}{basis}."]


def _seconds(session: Session, specification: Specification, cost: Cost) -> float | None:
    """Return the estimated processor time: by the method's own estimate, else as such jobs ran here."""
    if cost.seconds is not None or cost.units is None:
        return cost.seconds
    speed = usual_speed(session, specification.kind, specification.asked_method)
    return None if speed is None else cost.units / speed
