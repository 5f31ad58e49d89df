"""Batches of tours into the database, fast: one run for all that have the same ends, one bulk load for the rows."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import insert, text, update
from sqlalchemy.orm import Session

from store.models.boards import TourNumber, TourRun
from store.stored_tours import TourBatch

LOCK = 7_391_275  # any constant: keeps two reservations apart
RESERVE = text(
    "SELECT pg_advisory_lock(:lock), setval('tours_id_seq', nextval('tours_id_seq') + :number - 1),"
    " pg_advisory_unlock(:lock)"
)
"""Held for this one statement, not until the commit: writers of different shards do not wait for each other."""

INSERT = (
    "INSERT INTO tours (id, class_key, path)"
    " SELECT :first + key, value, substr(:paths, :length * key + 1, :length) FROM json_each(:keys)"
)
"""One statement for the whole batch: the driver takes Python's interpreter lock again after each row otherwise."""

COPY = "COPY tours (id, class_key, path) FROM STDIN (FORMAT BINARY)"
COPY_HEAD = b"PGCOPY\n\xff\r\n\x00" + bytes(8)
COPY_TAIL = b"\xff\xff"
FIELDS = ("id", "count", "start", "end", "closed", "symmetry")


def write_tours(
    session: Session,
    batch: TourBatch,
    *,
    board_id: int,
    shard_id: int,
    seq: int,
    found_at: float,
    as_found: bool = False,
) -> None:
    """Insert the tours of one slice and the runs that describe them; part of the caller's transaction.

    as_found: keep the order of the search throughout, not only among tours with equal ends and symmetry.
    """
    columns = np.stack([batch.start, batch.end, batch.closed, batch.symmetry], axis=1)
    order = np.arange(len(batch)) if as_found else np.lexsort(columns.T[::-1])  # stable
    columns = columns[order]
    begins = np.flatnonzero(np.any(np.diff(columns, axis=0, prepend=columns[:1] - 1) != 0, axis=1))
    counts = np.diff(begins, append=len(order))
    first = _reserve(session, len(order))
    common = {"board_id": board_id, "shard_id": shard_id, "seq": seq, "found_at": found_at}
    runs = [
        common | dict(zip(FIELDS, (first + begin, count, start, end, bool(closed), symmetry), strict=True))
        for begin, count, (start, end, closed, symmetry) in zip(
            begins.tolist(), counts.tolist(), columns[begins].tolist(), strict=True
        )
    ]
    session.execute(insert(TourRun), runs)
    load = _load_sqlite if session.get_bind().dialect.name == "sqlite" else _load_postgresql
    load(session, first, batch.class_keys[order], batch.paths[order])


def _reserve(session: Session, number: int) -> int:
    """Return the first of `number` consecutive ids that nobody else gets."""
    if session.get_bind().dialect.name == "sqlite":  # one writer at a time
        statement = update(TourNumber).values(last=TourNumber.last + number).returning(TourNumber.last)
        return session.execute(statement).scalar_one() - number + 1
    last: int = session.execute(RESERVE, {"lock": LOCK, "number": number}).one()[1]
    return last - number + 1


def _load_sqlite(session: Session, first: int, keys: NDArray[np.int64], paths: NDArray[np.uint8]) -> None:
    values = {"first": first, "keys": json.dumps(keys.tolist()), "paths": paths.tobytes(), "length": paths.shape[1]}
    session.connection().exec_driver_sql(INSERT, values)


def _load_postgresql(session: Session, first: int, keys: NDArray[np.int64], paths: NDArray[np.uint8]) -> None:
    """Write rows in PostgreSQL's binary COPY format: the number of fields, then each field's length and bytes."""
    length = paths.shape[1]
    fields = [("fields", ">i2"), ("id_length", ">i4"), ("id", ">i8"), ("key_length", ">i4"), ("key", ">i8")]
    rows = np.empty(len(keys), dtype=[*fields, ("path_length", ">i4"), ("path", "u1", (length,))])
    rows["fields"], rows["id_length"], rows["key_length"], rows["path_length"] = 3, 8, 8, length
    rows["id"], rows["key"], rows["path"] = np.arange(first, first + len(keys)), keys, paths
    driver: Any = session.connection().connection.dbapi_connection
    with driver.cursor() as cursor, cursor.copy(COPY) as copy:
        copy.write(COPY_HEAD)
        copy.write(rows.tobytes())
        copy.write(COPY_TAIL)
