"""The best estimate of each fact, pooled from independent jobs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session, load_only

from findings.statements.exact_counts import MAX_ROWS, subject_of
from findings.statements.job_source import job_source
from findings.statements.pooling import NORMAL_95, Estimated, Pool, best_pool
from findings.statements.statement import MAX_SOURCES, Source, Statement, Subject
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.results import IS_ESTIMATED, EstimateRow

_Fact = tuple[int, str, str, str]
"""Board (its id), quantity, convention, starts (JSON)."""


class _Found(NamedTuple):
    """One job's estimate with the rest of its row."""

    estimated: Estimated
    job: Job
    extra: Mapping[str, Any]


def estimated_statements(session: Session, boards: Mapping[int, BoardRow]) -> Iterator[Statement]:
    """Yield one statement per fact that finished jobs have estimated on these boards (by id)."""
    row = EstimateRow
    rows = session.execute(
        select(row.board_id, row.fact, row.convention, row.starts, row.extra)
        .add_columns(row.value, row.standard_error, row.estimator, row.samples, row.seed, row.job_id)
        .add_columns(Job)
        .join(Job, Job.id == row.job_id)
        .where(row.board_id.in_(boards), IS_ESTIMATED)
        .order_by(row.id.desc())
        .limit(MAX_ROWS)
        .options(load_only(Job.public_id, Job.label, Job.code_digest))
    )
    facts: dict[_Fact, list[_Found]] = {}
    for board, quantity, convention, starts, extra, *fields, job in rows:
        facts.setdefault((board, quantity, convention, starts), []).append(_Found(Estimated(*fields), job, extra))
    for (board, quantity, convention, starts), members in facts.items():
        best = best_pool(one.estimated for one in members)
        if best is not None:
            yield _statement(subject_of(boards[board], starts), quantity, convention, best, members)


def _statement(subject: Subject, quantity: str, convention: str, best: Pool, members: Sequence[_Found]) -> Statement:
    pooled = set(best.members)
    used = [one for one in members if one.estimated in pooled]
    return Statement(
        subject=subject,
        quantity=quantity,
        convention=convention,
        exact=False,
        value=best.value,
        restriction=None,
        reliability="estimate",
        sources=tuple(_source(one.job, one.estimated) for one in used[:MAX_SOURCES]),
        more=max(0, len(used) - MAX_SOURCES),
        standard_error=best.error,
        interval_95=_interval(best, used),
        warnings=tuple(sorted({warning for one in used for warning in one.extra.get("warnings", ())})),
    )


def _source(job: Job, one: Estimated) -> Source:
    return job_source(job, one.estimator, samples=one.samples, seed=one.seed)


def _interval(best: Pool, used: Sequence[_Found]) -> tuple[float, float]:
    """Return the 95 % interval: a single job's own, which uses its batches, or the normal one for several jobs."""
    own = used[0].extra.get("interval_95") if len(used) == 1 else None
    if own is not None:
        return float(own[0]), float(own[1])
    return best.value - NORMAL_95 * best.error, best.value + NORMAL_95 * best.error
