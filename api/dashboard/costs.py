"""What a job will cost, before it is submitted: a rough figure in words, and how it was obtained."""

from __future__ import annotations

from sqlalchemy.orm import Session

from drawing.methods import METHODS
from drawing.numbers import duration
from engine.specification.fields import Specification
from engine.specification.problem import Question
from store.queries.activity import usual_speed
from store.sweeping import live_workers
from store.words.registry import WORDS


def cost_in_words(session: Session, problem: Question[Specification]) -> list[str]:
    """Return what can be said of the time and memory that the job takes, one sentence each."""
    specification = problem.spec
    method = specification.asked_method
    known = next((one for one in METHODS if one.name == method and specification.kind in one.kinds), None)
    sentences = [f"{known.summary} Cost: {known.cost}."] if known else []
    cost = WORDS[specification.kind].cost(problem)
    return sentences if cost is None else [*sentences, cost.how, _time(session, specification, cost.units)]


def _time(session: Session, specification: Specification, units: float) -> str:
    speed = usual_speed(session, specification.kind, specification.asked_method)
    threads = sum(worker.capacity for worker in live_workers(session))
    if speed is None:
        return "How long that takes here is not known: no such job has run yet."
    if not threads:
        return "No worker is alive at this moment: the job will wait for one."
    left = duration(units / speed / threads)
    return f"About {left} with {threads} worker thread{'s' if threads != 1 else ''}, at the speed of such jobs here."
