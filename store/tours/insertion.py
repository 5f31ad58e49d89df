"""Fast insertion of tours: one run for all tours with the same ends, and one statement for all rows of a table."""

from __future__ import annotations

import json
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    LargeBinary,
    Table,
    bindparam,
    func,
    insert,
    literal,
    select,
    text,
    update,
)
from sqlalchemy.orm import Session

from store.database.bulk_insert import insert_rows
from store.database.together import Bound, execute_together
from store.models.tours import TourNumber, TourRow, TourRun
from store.tours.encoding import TourBatch
from store.tours.features import insert_features

LOCK = 7_391_275  # any constant: keeps two reservations apart
RESERVE = text(
    "SELECT pg_advisory_lock(:lock), setval('tours_id_seq', nextval('tours_id_seq') + :number - 1),"
    " pg_advisory_unlock(:lock)"
)
"""The lock is held for this statement only, so writers of different shards do not wait for each other."""

TOURS, RUNS = (cast("Table", one.__table__) for one in (TourRow, TourRun))
RUN = np.dtype(
    [
        ("id", "i8"), ("count", "i4"), ("board_id", "i8"), ("shard_id", "i8"), ("seq", "i4"), ("start", "i4"),
        ("end", "i4"), ("closed", "?"), ("symmetry", "i2"), ("found_at", "f8"),
    ]
)  # fmt: skip
PER_RUN = ("shard_id", "found_at", "start", "end", "closed", "symmetry")
"""Columns that the tours of a run share."""


def write_tours(session: Session, batch: TourBatch, **place: Any) -> None:  # noqa: ANN401  see insert_tours
    """Insert the tours of one slice and their runs, in the caller's transaction, as `insert_tours` does."""
    connection = session.connection()
    execute_together(connection, insert_tours(connection, batch, **place))


def insert_tours(
    connection: Connection,
    batch: TourBatch,
    *,
    board_id: int,
    shard_id: int | NDArray[np.int64],
    seq: int,
    found_at: float | NDArray[np.float64] | ColumnElement[float],
    as_found: bool = False,
    condition: ColumnElement[bool] | None = None,
) -> list[Bound]:
    """Reserve ids for the tours of one slice; return the statements that insert them and their runs.

    shard_id, found_at: of all tours or of each. as_found: keep the order of the search throughout, not only among
    tours with equal ends and symmetry. condition: insert nothing unless it holds.
    """
    dialect, conditions = connection.dialect.name, () if condition is None else (condition,)
    runs = np.empty(len(batch), dtype=RUN)  # of one tour each, to begin with
    runs["board_id"], runs["shard_id"], runs["seq"] = board_id, shard_id, seq
    runs["found_at"] = 0.0 if isinstance(found_at, ColumnElement) else found_at
    runs["start"], runs["end"], runs["closed"], runs["symmetry"] = batch.start, batch.end, batch.closed, batch.symmetry
    order = np.arange(len(batch)) if as_found else np.lexsort([runs[name] for name in reversed(PER_RUN)])  # stable
    runs = runs[order]
    differ = np.any([runs[name][1:] != runs[name][:-1] for name in PER_RUN], axis=0)
    begins = np.flatnonzero(np.append(True, differ))
    first = _reserve(connection, len(batch))
    runs = runs[begins]
    runs["id"], runs["count"] = first + begins, np.diff(begins, append=len(batch))
    same: dict[str, ColumnElement[Any]] = {}
    if isinstance(found_at, ColumnElement):
        runs, same = runs[[name for name in RUN.names or () if name != "found_at"]], {"found_at": found_at}
    features = None if batch.features is None else batch.features[order]
    return [
        insert_rows(dialect, RUNS, runs, *conditions, **same),
        _insert_paths(dialect, first, batch.class_keys[order], batch.paths[order], *conditions),
        *insert_features(board_id, first, len(batch), features, *conditions),
    ]


def _insert_paths(
    dialect: str, first: int, keys: NDArray[np.int64], paths: NDArray[np.uint8], *conditions: ColumnElement[bool]
) -> Bound:
    """Return the statement that inserts tours with consecutive ids from `first`."""
    length = paths.shape[1]
    if dialect == "sqlite":  # JSON has no bytes
        given = func.json_each(bindparam("keys")).table_valued("key", "value")
        path = func.substr(bindparam("paths", type_=LargeBinary()), length * given.c.key + 1, length)
        source = select(literal(first, BigInteger()) + given.c.key, given.c.value, path).where(*conditions)
        statement = insert(TOURS).from_select(["id", "class_key", "path"], source)
        return statement, {"keys": json.dumps(keys.tolist()), "paths": paths.tobytes()}
    rows = np.empty(len(keys), dtype=[("id", "i8"), ("class_key", "i8"), ("path", "u1", (length,))])
    rows["id"], rows["class_key"], rows["path"] = np.arange(first, first + len(keys)), keys, paths
    return insert_rows(dialect, TOURS, rows, *conditions)


def _reserve(connection: Connection, number: int) -> int:
    """Reserve `number` consecutive ids; return the first."""
    if connection.dialect.name == "sqlite":  # one writer at a time
        statement = update(TourNumber).values(last=TourNumber.last + number).returning(TourNumber.last)
        return connection.execute(statement).scalar_one() - number + 1
    last: int = connection.execute(RESERVE, {"lock": LOCK, "number": number}).one()[1]
    return last - number + 1
