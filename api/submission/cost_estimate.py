"""What a job will cost, before it is submitted: what its method does, and one estimate in words."""

from __future__ import annotations

import json
from functools import lru_cache

from sqlalchemy.orm import Session

from drawing.numbers import time_left
from engine.kinds.methods import find_method
from engine.kinds.parse import parse_problem
from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification
from language.current import current
from language.translate import gettext, ngettext, translate
from phrasing.base import Cost
from phrasing.registry import WORDS
from store.jobs.maintenance import live_workers
from store.queries.worker_activity import usual_speed


def cost_in_words(session: Session, problem: ParsedSpecification[Specification]) -> list[str]:
    """Return what the job's method does, and what can be said of the time that it takes, one sentence each."""
    specification = problem.spec
    method = find_method(specification.kind, specification.asked_method)
    asked = {name: value for name, value in problem.document.items() if name not in NO_WORK}
    cost = _cost(json.dumps(asked, sort_keys=True), current())
    sentences = [method.summary] if method.summary else []
    if cost is None:
        return [*sentences, gettext("Cost: %(cost)s.", cost=translate(method.cost))] if method.cost else []
    return [*sentences, cost.how, *_time(session, specification, cost)]


NO_WORK = {"label", "priority", "weight"}
"""Fields that do not change what is to be done."""


@lru_cache(maxsize=256)
def _cost(specification: str, _language: str) -> Cost | None:
    """Return what a job takes, by its specification as JSON: weighing methods takes seconds, and forms ask often."""
    problem = parse_problem(json.loads(specification))
    return WORDS[problem.spec.kind].cost(problem)


def _time(session: Session, specification: Specification, cost: Cost) -> list[str]:
    """Return the time that the estimate comes to with the threads there are: by the method's own, else as measured."""
    threads = sum(worker.capacity for worker in live_workers(session))
    seconds = cost.seconds
    if seconds is None and cost.units is not None:
        speed = usual_speed(session, specification.kind, specification.asked_method)
        if speed is None:
            return [gettext("How long that takes here is not known: no such job has run yet.")]
        seconds = cost.units / speed
    if seconds is None:
        return []
    if not threads:
        return [gettext("No worker is alive at this moment: the job will wait for one.")]
    left = time_left(seconds / threads).capitalize()
    basis = "" if cost.seconds is not None else gettext(", at the speed of such jobs here")
    with_all = ngettext(
        "%(left)s with %(threads)s worker thread that have nothing else to do",
        "%(left)s with %(threads)s worker threads that have nothing else to do",
        threads,
        left=left,
        threads=threads,
    )
    return [f"{with_all}{basis}."]
