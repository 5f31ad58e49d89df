"""Write a job's result into its tables and read it back: `load_result` returns what `record_result` was given."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.specification.result import Count, EndStatistics, Estimate, Part, Result, SquareStatistics
from engine.specification.scope import Scope
from store.models.base import Base
from store.models.jobs import Job
from store.models.results import CountRow, EndRow, EstimateRow, PartRow, SquareRow
from store.statements.scopes import count_scope, estimate_scope, seed_of

WHOLE_PARTS = ("large_estimates", "depths", "distances", "tests", "extra")
BATCH = 2000


def record_result(session: Session, job: Job, board: Board | None, result: Result) -> None:
    """Store every part of the final result; the job must not have one yet."""
    job.outcome, job.explanation = result.outcome, result.explanation
    _insert(session, CountRow, [_count_row(job, part) for part in result.counts])
    record_estimates(session, job, result.estimates, final=True)
    if board is not None:
        _insert(session, SquareRow, [_square_row(job, board, part) for part in result.squares])
        _insert(session, EndRow, [_end_row(job, board, part) for part in result.ends])
    document = result.model_dump(mode="json", include=set(WHOLE_PARTS))
    parts = [{"job_id": job.id, "part": part, "payload": document[part]} for part in WHOLE_PARTS if document[part]]
    _insert(session, PartRow, parts)


def record_estimates(session: Session, job: Job, estimates: Sequence[Estimate], *, final: bool = False) -> None:
    """Store the estimates as they stand after the job's current round. final: the job has ended."""
    _insert(session, EstimateRow, [_estimate_row(job, part, final=final) for part in estimates])


def drop_result(session: Session, job: Job) -> None:
    """Remove every part of the job's result."""
    for table in (CountRow, EndRow, EstimateRow, PartRow, SquareRow):
        session.execute(delete(table).where(table.job_id == job.id))


def load_result(session: Session, job: Job, board: Board | None) -> Result:
    """Read the result of a finished job."""
    last_round = select(func.max(EstimateRow.round)).where(EstimateRow.job_id == job.id).scalar_subquery()
    estimates = session.scalars(
        select(EstimateRow)
        .where(EstimateRow.job_id == job.id, EstimateRow.round == last_round)
        .order_by(EstimateRow.id)
    )
    result = Result.model_validate(
        {part.part: part.payload for part in session.scalars(select(PartRow).where(PartRow.job_id == job.id))}
        | {"outcome": job.outcome, "explanation": job.explanation}
    )
    result.counts = [_count(row) for row in _rows(session, CountRow, job, CountRow.id)]
    result.estimates = [_part(Estimate, row, {}) for row in estimates]
    if board is not None:
        result.squares = [_square(board, row) for row in _rows(session, SquareRow, job, SquareRow.square)]
        result.ends = [_end(board, row) for row in _rows(session, EndRow, job, EndRow.start, EndRow.end)]
    return result


def _insert(session: Session, model: type[Base], rows: list[dict[str, object]]) -> None:
    for first in range(0, len(rows), BATCH):
        session.execute(insert(model), rows[first : first + BATCH])


def _rows(session: Session, model: Any, job: Job, *order: Any) -> Any:  # noqa: ANN401  any of the result models
    return session.scalars(select(model).where(model.job_id == job.id).order_by(*order))


def _columns(model: type[Base]) -> set[str]:
    return set(model.__table__.columns.keys())


def _row(job: Job, part: Part, model: type[Base]) -> dict[str, object]:
    """Split a part into the model's columns and, for fields that have none, `extra`."""
    columns = _columns(model)
    fields = part.model_dump(mode="json", exclude={"exact"})
    known = {name: value for name, value in fields.items() if name in columns}
    return known | {"job_id": job.id, "extra": {name: value for name, value in fields.items() if name not in columns}}


def _scope_columns(job: Job, scope: Scope) -> dict[str, object]:
    return {
        "board_id": job.board_id,
        "fact": scope.quantity,
        "starts": json.dumps(scope.starts),
        "restriction": scope.restriction_text,
    }


def _count_row(job: Job, part: Count) -> dict[str, object]:
    return _row(job, part, CountRow) | {"value": int(part.value)} | _scope_columns(job, count_scope(job, part))


def _estimate_row(job: Job, part: Estimate, *, final: bool) -> dict[str, object]:
    own = {"round": job.rounds, "final": final, "seed": seed_of(job)}
    return _row(job, part, EstimateRow) | own | _scope_columns(job, estimate_scope(job, part))


def _number(value: str | None) -> int | None:
    return None if value is None else int(value)


def _text(value: int | None) -> str | None:
    return None if value is None else str(value)


def _square_row(job: Job, board: Board, part: SquareStatistics) -> dict[str, object]:
    numbers = {name: _number(getattr(part, name)) for name in ("tours", "closed", "dead_ends", "nodes")}
    return _row(job, part, SquareRow) | numbers | {"square": board.index(part.square)}


def _end_row(job: Job, board: Board, part: EndStatistics) -> dict[str, object]:
    ends = {"start": board.index(part.start), "end": board.index(part.end)}
    return _row(job, part, EndRow) | ends | {"tours": int(part.tours)}


def _part(model: type[Part], row: Any, replaced: Mapping[str, object]) -> Any:  # noqa: ANN401  each part has its own row
    columns = {name: getattr(row, name) for name in _columns(type(row)) if name in model.model_fields}
    return model.model_validate(columns | row.extra | replaced)


def _count(row: CountRow) -> Count:
    count: Count = _part(Count, row, {"value": str(row.value)})
    return count


def _square(board: Board, row: SquareRow) -> SquareStatistics:
    texts = {name: _text(getattr(row, name)) for name in ("tours", "closed", "dead_ends", "nodes")}
    square: SquareStatistics = _part(SquareStatistics, row, texts | {"square": board.square(row.square)})
    return square


def _end(board: Board, row: EndRow) -> EndStatistics:
    replaced = {"start": board.square(row.start), "end": board.square(row.end), "tours": str(row.tours)}
    end: EndStatistics = _part(EndStatistics, row, replaced)
    return end
