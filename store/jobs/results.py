"""Write a job's result into its tables and read it back: `load_result` returns what `record_result` stored."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    cast,
    delete,
    func,
    insert,
    literal,
    literal_column,
    null,
    select,
    union_all,
)
from sqlalchemy.orm import Session, aliased

from engine.boards.board import Board
from engine.kinds.figure_scope import Scope
from engine.specification.result import Count, EndStatistics, Estimate, Part, Result, SquareStatistics
from store.arrays import digest
from store.jobs.figure_scopes import count_scope, estimate_scope, seed_of
from store.models.base import Base
from store.models.jobs import Job
from store.models.results import CountRow, EndRow, EstimateRow, PartRow, SquareRow

AnyPart = TypeVar("AnyPart", bound=Part)
WHOLE_PARTS = ("large_estimates", "depths", "distances", "tests", "extra")
BATCH = 2000


def record_result(session: Session, job: Job, board: Board | None, result: Result) -> None:
    """Store every part of the final result; the job must not have one yet."""
    job.outcome, job.explanation, job.result_digest = result.outcome, result.explanation, result_digest(result)
    _insert(session, CountRow, [_count_row(job, part) for part in result.counts])
    record_estimates(session, job, result.estimates, final=True)
    if board is not None:
        _insert(session, SquareRow, [_square_row(job, board, part) for part in result.squares])
        _insert(session, EndRow, [_end_row(job, board, part) for part in result.ends])
    document = result.model_dump(mode="json", include=set(WHOLE_PARTS))
    parts = [{"job_id": job.id, "part": part, "payload": document[part]} for part in WHOLE_PARTS if document[part]]
    _insert(session, PartRow, parts)


def record_estimates(session: Session, job: Job, estimates: Sequence[Estimate], *, final: bool = False) -> None:
    """Store the estimates after the job's current round. final: the job has ended."""
    _insert(session, EstimateRow, [_estimate_row(job, part, final=final) for part in estimates])


def result_digest(result: Result) -> str:
    """Return the SHA-256 of all parts of a result, independent of the order of counts, squares and ends."""
    document = result.model_dump(mode="json", exclude={"outcome", "explanation"})
    for part in ("counts", "squares", "ends"):
        document[part] = sorted(json.dumps(row, sort_keys=True) for row in document[part])
    return digest(json.dumps(document, sort_keys=True).encode())


def drop_result(session: Session, job: Job) -> None:
    """Remove every part of the job's result."""
    job.result_digest = None
    for table in (CountRow, EndRow, EstimateRow, PartRow, SquareRow):
        session.execute(delete(table).where(table.job_id == job.id))


def load_result(session: Session, job: Job, board: Board | None) -> Result:
    """Read the result of a finished job."""
    return load_results(session, [(job, board)])[job.id]


def load_results(session: Session, jobs: Sequence[tuple[Job, Board | None]]) -> dict[int, Result]:
    """Read the results of finished jobs, each with its board, by job id, in a single query."""
    if not jobs:
        return {}
    found: dict[int, dict[type[Base], list[Row[Any]]]] = {job.id: {model: [] for model in TABLES} for job, _ in jobs}
    parts = [_select_rows(number, model, found) for number, model in enumerate(TABLES)]
    order: list[ColumnElement[Any]] = [literal_column(name) for name in ("number", "id", "square", "start", '"end"')]
    for row in session.execute(union_all(*parts).order_by(*order)):
        found[row.job_id][TABLES[row.number]].append(row)
    return {job.id: _result(job, board, found[job.id]) for job, board in jobs}


def _select_rows(number: int, model: type[Base], jobs: Collection[int]) -> Select[Any]:
    """Select a table's rows in the union of all columns, NULL where the table lacks one."""
    own = _part_columns(model)
    asked: list[ColumnElement[bool]] = [own["job_id"].in_(jobs)]
    if model is EstimateRow:
        other = aliased(EstimateRow)
        last = select(func.max(other.round)).where(other.job_id == own["job_id"]).scalar_subquery()
        asked.append(own["round"] == last)
    columns = (own[name] if name in own else cast(null(), column.type) for name, column in COLUMNS.items())
    return select(literal(number).label("number"), *map(ColumnElement.label, columns, COLUMNS)).where(*asked)


def _part_columns(model: type[Base]) -> dict[str, ColumnElement[Any]]:
    """Return the result columns of a model; estimates and counts have values of different types."""
    columns = {name: column for name, column in model.__table__.columns.items() if name not in _SCOPED}
    return {"estimate" if model is EstimateRow and name == "value" else name: columns[name] for name in columns}


_SCOPED = {"board_id", "fact", "starts", "restriction", "final", "seed"}
TABLES: Sequence[type[Base]] = (PartRow, CountRow, EstimateRow, SquareRow, EndRow)
COLUMNS = {name: column for model in reversed(TABLES) for name, column in _part_columns(model).items()}


def _result(job: Job, board: Board | None, rows: Mapping[type[Base], Sequence[Row[Any]]]) -> Result:
    whole = {row.part: row.payload for row in rows[PartRow]}
    result = Result.model_validate(whole | {"outcome": job.outcome, "explanation": job.explanation})
    result.counts = [_part(Count, row, {"value": str(row.value)}) for row in rows[CountRow]]
    result.estimates = [_part(Estimate, row, {"value": row.estimate}) for row in rows[EstimateRow]]
    if board is not None:
        result.squares = [_square(board, row) for row in rows[SquareRow]]
        result.ends = [_end(board, row) for row in rows[EndRow]]
    return result


def _insert(session: Session, model: type[Base], rows: list[dict[str, object]]) -> None:
    for first in range(0, len(rows), BATCH):
        session.execute(insert(model), rows[first : first + BATCH])


def _columns(model: type[Base]) -> set[str]:
    return set(model.__table__.columns.keys())


def _row(job: Job, part: Part, model: type[Base]) -> dict[str, object]:
    """Split a part into the model's columns and `extra` for all other fields."""
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


def _part(model: type[AnyPart], row: Row[Any], replaced: Mapping[str, object]) -> AnyPart:
    """Rebuild a part from its columns, its extra fields and the replaced values."""
    own = _columns(PART_TABLES[model])
    columns = {name: getattr(row, name) for name in own if name in model.model_fields and name not in replaced}
    return model.model_validate(columns | row.extra | replaced)


PART_TABLES: Mapping[type[Part], type[Base]] = {
    Count: CountRow, Estimate: EstimateRow, SquareStatistics: SquareRow, EndStatistics: EndRow,
}  # fmt: skip


def _square(board: Board, row: Row[Any]) -> SquareStatistics:
    texts = {name: _text(getattr(row, name)) for name in ("tours", "closed", "dead_ends", "nodes")}
    return _part(SquareStatistics, row, texts | {"square": board.square(row.square)})


def _end(board: Board, row: Row[Any]) -> EndStatistics:
    replaced = {"start": board.square(row.start), "end": board.square(row.end), "tours": str(row.tours)}
    return _part(EndStatistics, row, replaced)
