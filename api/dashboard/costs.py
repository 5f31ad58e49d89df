"""What a job will cost, before it is submitted: a rough figure in words, and how it was obtained."""

from __future__ import annotations

import random
import time
from typing import Any

from sqlalchemy.orm import Session

from api.dashboard.formats import duration, significant
from engine.boards.move_graph import MoveGraph
from engine.catalogue import METHODS
from engine.specification.problem import resolve
from store.queries.activity import usual_speed
from store.sweeping import live_workers

PROBE_SECONDS = 0.08
MOST_PROBES = 300
MAX_SQUARES = 4096
"""Larger boards are not probed: a single walk would take too long."""


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
    if specification.kind != "enumerate" or specification.method == "frontier":
        return None
    problem = resolve(specification)
    if problem.board.size > MAX_SQUARES:
        return None
    nodes, probes = probe_tree(problem.graph, problem.starts.tolist())
    limit = specification.limit
    if limit is not None and limit.nodes is not None:
        nodes = min(nodes, float(limit.nodes))
    how = (
        f"A plain search enters about {significant(nodes)} squares (D. E. Knuth's estimate of 1975 from {probes} "
        "random walks; it may be off by a factor). Pruning and frontier sweeps need less."
    )
    return nodes, how


def _time(session: Session, specification: Any, units: float) -> str:  # noqa: ANN401  as above
    speed = usual_speed(session, specification.kind, getattr(specification, "method", None))
    threads = sum(worker.capacity for worker in live_workers(session))
    if speed is None:
        return "How long that takes here is not known: no such job has run yet."
    if not threads:
        return "No worker is alive at this moment: the job will wait for one."
    left = duration(units / speed / threads)
    return f"About {left} with {threads} worker thread{'s' if threads != 1 else ''}, at the speed of such jobs here."


def probe_tree(graph: MoveGraph, starts: list[int], seed: int = 1) -> tuple[float, int]:
    """Return the estimated number of squares that a search from these starts enters, and the walks it rests on."""
    chance, deadline = random.Random(seed), time.monotonic() + PROBE_SECONDS
    neighbours = [[v for v in row if v >= 0] for row in graph.neighbours.tolist()]
    total, probes = 0.0, 0
    while probes < MOST_PROBES and (probes == 0 or time.monotonic() < deadline):
        total += _probe(neighbours, chance.choice(starts), chance)
        probes += 1
    return total / probes * len(starts), probes


def _probe(neighbours: list[list[int]], square: int, chance: random.Random) -> float:
    """Walk at random; the product of the numbers of choices estimates the number of nodes at each depth."""
    visited, nodes, width = {square}, 1.0, 1.0
    while choices := [v for v in neighbours[square] if v not in visited]:
        width *= len(choices)
        nodes += width
        square = chance.choice(choices)
        visited.add(square)
    return nodes
