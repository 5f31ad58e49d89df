"""What a job will cost, before it is submitted: a rough figure in words, and how it was obtained."""

from __future__ import annotations

from sqlalchemy.orm import Session

from drawing.methods import METHODS
from drawing.numbers import duration, significant
from engine.kinds.choice import MOST_SQUARES, PROBES, choose_method, expected_nodes, expected_sweep
from engine.specification.fields import Specification
from engine.specification.kinds import EnumerateSpecification, SampleSpecification
from engine.specification.problem import EnumerateProblem, Problem, Question
from store.queries.activity import usual_speed
from store.sweeping import live_workers


def cost_in_words(session: Session, problem: Question[Specification]) -> list[str]:
    """Return what can be said of the time and memory that the job takes, one sentence each."""
    specification = problem.spec
    method = specification.asked_method
    known = next((one for one in METHODS if one.name == method and specification.kind in one.kinds), None)
    sentences = [f"{known.summary} Cost: {known.cost}."] if known else []
    work = _work(problem)
    if work is None:
        return sentences
    units, how = work
    sentences.append(how)
    return [*sentences, _time(session, specification, units)]


def _work(problem: Question[Specification]) -> tuple[float, str] | None:
    spec = problem.spec
    if isinstance(spec, SampleSpecification) and spec.budget.walks is not None:
        return float(spec.budget.walks), f"{significant(spec.budget.walks)} walks were asked for."
    if isinstance(problem, Problem) and isinstance(spec, EnumerateSpecification):
        return _of_enumeration(problem)
    return None


def _of_enumeration(problem: EnumerateProblem) -> tuple[float, str] | None:
    spec = problem.spec
    if problem.board.size > MOST_SQUARES:
        return None
    method, why = choose_method(problem) if spec.method == "auto" else (spec.method, "")
    chosen = f"auto takes {method}: {why}. " if why else ""
    if method == "frontier":
        sweeps, estimate = expected_sweep(problem)
        verdict = "" if estimate.fits else " That does not fit: the job will be refused."
        return sweeps * estimate.all_states, f"{chosen}Sweeps: {sweeps}; the widest has {estimate}.{verdict}"
    nodes = expected_nodes(problem)
    if spec.limit is not None and spec.limit.nodes is not None:
        nodes = min(nodes, float(spec.limit.nodes))
    return nodes, (
        f"{chosen}The search enters about {significant(nodes)} squares (D. E. Knuth's estimate of 1975 from {PROBES} "
        "random walks, mostly too low for deep trees)."
    )


def _time(session: Session, specification: Specification, units: float) -> str:
    speed = usual_speed(session, specification.kind, specification.asked_method)
    threads = sum(worker.capacity for worker in live_workers(session))
    if speed is None:
        return "How long that takes here is not known: no such job has run yet."
    if not threads:
        return "No worker is alive at this moment: the job will wait for one."
    left = duration(units / speed / threads)
    return f"About {left} with {threads} worker thread{'s' if threads != 1 else ''}, at the speed of such jobs here."
