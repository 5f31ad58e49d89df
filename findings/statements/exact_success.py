"""Exact success probability of Warnsdorff's rule with random ties, for jobs that walk by it."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from statistics import fmean
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.move_graph import move_graph
from engine.boards.piece import Piece
from engine.boards.symmetry import square_classes
from engine.kinds.common.method import RULE
from engine.search.tie_success import tie_success
from engine.specification.problem import BoardProblem
from engine.specification.result import Result
from language.translate import gettext_noop
from store.jobs.current_result import current_results, problem_of
from store.models.jobs import KEPT, Job

MAX_NODES = 12_000
"""Most nodes of all trees of a board together: searching these takes no noticeable time."""

MAX_JOBS = 20


def with_exact_success(session: Session, job: Job, result: Result) -> Result:
    """Return the result of walks by Warnsdorff's rule with their exact success probability, if known.

    It is known for boards with small trees of ties, and for those whose trees a job here has searched.
    """
    walked = any(count.quantity == "all_walks" for count in result.counts)
    if job.kind != "sample" or job.method != RULE or not walked:
        return result
    problem = problem_of(job)
    assert isinstance(problem, BoardProblem)
    found = _of_small_trees(problem) or _newest_result(session, job, problem)
    return result if found is None else result.model_copy(update={"extra": result.extra | {"exact_success": found}})


def _of_small_trees(problem: BoardProblem[Any]) -> dict[str, object] | None:
    by_class = _class_successes(problem.board, problem.piece) if problem.board.size <= MAX_NODES else None
    if by_class is None:
        return None
    class_of = square_classes(problem.board).class_of
    shares = [by_class[int(class_of[start])] for start in problem.starts]
    return {"probability": float(sum(shares, Fraction(0)) / len(shares)), "by": gettext_noop("the whole tree of ties")}


@lru_cache(maxsize=64)
def _class_successes(board: Board, piece: Piece) -> tuple[Fraction, ...] | None:
    """Return the success from a square of each class; None if the trees are large."""
    graph, left, found = move_graph(board, piece), MAX_NODES, []
    for start in square_classes(board).representatives:
        tree = tie_success(graph, int(start), left)
        if tree is None:
            return None
        found.append(tree[0])
        left -= tree[1]
    return tuple(found)


def _newest_result(session: Session, job: Job, problem: BoardProblem[Any]) -> dict[str, object] | None:
    """Return the result of the newest finished job that searched the trees of all start squares."""
    others = select(Job).where(Job.board_id == job.board_id, Job.method == RULE, Job.outcome == "complete", KEPT)
    newest = session.scalars(others.where(Job.kind == job.kind).order_by(Job.id.desc()).limit(MAX_JOBS))
    searched = [other for other in newest if other.specification.get("exact")]
    results = current_results(session, searched)
    for other in searched:
        rows = {problem.board.index(row.square): row.success_probability for row in results[other.id].squares}
        found = [rows.get(start) for start in problem.starts.tolist()]
        known = [one for one in found if one is not None]
        if len(known) == len(found):
            return {"probability": fmean(known), "by": f"job {other.public_id}"}
    return None
