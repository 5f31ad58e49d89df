"""What a job will cost, before it is submitted: a rough figure in words, and how it was obtained."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from drawing.methods import METHODS
from drawing.numbers import duration, significant
from engine.kinds.choice import MOST_SQUARES, PROBES, choose_method, expected_nodes, expected_sweep
from engine.specification.kinds import EnumerateSpecification
from engine.specification.problem import resolve
from store.queries.activity import usual_speed
from store.sweeping import live_workers


def cost_in_words(session: Session, specification: Any) -> list[str]:  # noqa: ANN401  any kind's model
    """Return what can be said of the time and memory that the job takes, one sentence each."""
    method = getattr(specification, "method", None)
    known = next((one for one in METHODS if one.name == method and specification.kind in one.kinds), None)
    sentences = [f"{known.summary} Cost: {known.cost}."] if known else []
    work = _work(specification)
    if work is None:
        return sentences
    units, how = work
    sentences.append(how)
    return [*sentences, _time(session, specification, units)]


def _work(specification: Any) -> tuple[float, str] | None:  # noqa: ANN401  as above
    if specification.kind == "sample" and specification.budget.walks is not None:
        return float(specification.budget.walks), f"{significant(specification.budget.walks)} walks were asked for."
    if specification.kind == "sample" and specification.budget.cpu_seconds is not None:
        return None
    return _of_enumeration(specification) if specification.kind == "enumerate" else None


def _of_enumeration(spec: EnumerateSpecification) -> tuple[float, str] | None:
    problem = resolve(spec)
    if problem.board.size > MOST_SQUARES:
        return None
    method, why = choose_method(spec) if spec.method == "auto" else (spec.method, "")
    chosen = f"auto takes {method}: {why}. " if why else ""
    if method == "frontier":
        sweeps, estimate = expected_sweep(spec, problem)
        verdict = "" if estimate.fits else " That does not fit: the job will be refused."
        return sweeps * estimate.all_states, f"{chosen}Sweeps: {sweeps}; the widest has {estimate}.{verdict}"
    nodes = expected_nodes(spec, problem)
    if spec.limit is not None and spec.limit.nodes is not None:
        nodes = min(nodes, float(spec.limit.nodes))
    return nodes, (
        f"{chosen}The search enters about {significant(nodes)} squares (D. E. Knuth's estimate of 1975 from {PROBES} "
        "random walks, mostly too low for deep trees)."
    )


def _time(session: Session, specification: Any, units: float) -> str:  # noqa: ANN401  as above
    speed = usual_speed(session, specification.kind, getattr(specification, "method", None))
    threads = sum(worker.capacity for worker in live_workers(session))
    if speed is None:
        return "How long that takes here is not known: no such job has run yet."
    if not threads:
        return "No worker is alive at this moment: the job will wait for one."
    left = duration(units / speed / threads)
    return f"About {left} with {threads} worker thread{'s' if threads != 1 else ''}, at the speed of such jobs here."
