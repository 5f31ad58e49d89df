"""The best estimate of each fact: what independent jobs come to together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session, load_only

from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.results import EstimateRow
from store.statements.counted import MOST, subject_of
from store.statements.pooling import NORMAL_95, Estimated, Pool, best_pool
from store.statements.scopes import job_source
from store.statements.statement import MOST_SOURCES, Source, Statement, Subject

_Found = tuple[EstimateRow, Job]


def estimated_statements(session: Session, boards: Mapping[int, BoardRow]) -> Iterator[Statement]:
    """Yield one statement for each fact that finished jobs have estimated on these boards (by id)."""
    rows = session.execute(
        select(EstimateRow, Job)
        .join(Job, Job.id == EstimateRow.job_id)
        .where(EstimateRow.board_id.in_(boards), EstimateRow.restriction.is_(None), EstimateRow.final)
        .order_by(EstimateRow.id.desc())
        .limit(MOST)
        .options(load_only(Job.public_id, Job.label, Job.engine))
    )
    facts: dict[tuple[int | None, str, str, str], list[_Found]] = {}
    for row, job in rows:
        facts.setdefault((row.board_id, row.fact, row.convention, row.starts), []).append((row, job))
    for (board, quantity, convention, starts), members in facts.items():
        assert board is not None
        best = best_pool(_estimated(row) for row, _ in members)
        if best is not None:
            yield _statement(subject_of(boards[board], starts), quantity, convention, best, members)


def _estimated(row: EstimateRow) -> Estimated:
    return Estimated(row.value, row.standard_error, row.estimator, row.samples, row.seed, row.job_id)


def _statement(subject: Subject, quantity: str, convention: str, best: Pool, members: Sequence[_Found]) -> Statement:
    used = [one for one in members if _estimated(one[0]) in best.members]
    return Statement(
        subject=subject,
        quantity=quantity,
        convention=convention,
        exact=False,
        value=best.value,
        restriction=None,
        reliability="estimate",
        sources=tuple(_source(*one) for one in used[:MOST_SOURCES]),
        more=max(0, len(used) - MOST_SOURCES),
        standard_error=best.error,
        interval_95=_interval(best, used),
        warnings=tuple(sorted({warning for row, _ in used for warning in row.extra.get("warnings", ())})),
    )


def _source(row: EstimateRow, job: Job) -> Source:
    return job_source(job, row.estimator, samples=row.samples, seed=row.seed)


def _interval(best: Pool, used: Sequence[_Found]) -> tuple[float, float]:
    """Return the 95 % interval: that of the one job, which knows its batches, or the normal one of several."""
    own = used[0][0].extra.get("interval_95") if len(used) == 1 else None
    if own is not None:
        return float(own[0]), float(own[1])
    return best.value - NORMAL_95 * best.error, best.value + NORMAL_95 * best.error
