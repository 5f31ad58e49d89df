"""Bulk reading of tour rows into arrays, with no Python work per row."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import text
from sqlalchemy.orm import Session

GATHER = (
    "SELECT group_concat(id, ' '), group_concat(class_key, ' '), group_concat(hex(path), '')"
    " FROM (SELECT id, class_key, path FROM tours WHERE {})"
)
"""One row for the whole batch: otherwise the driver retakes Python's interpreter lock after each row."""

GATHER_BYTES = "SELECT string_agg(int8send(id) || int8send(class_key) || path, ''::bytea) FROM tours WHERE {}"
"""The same on PostgreSQL, whose driver also returns the rows of a COPY one by one."""

FIND_STORED = """SELECT asked.place FROM {} JOIN tours ON tours.class_key = asked.class_key
JOIN tour_runs AS run ON run.id = (SELECT max(before.id) FROM tour_runs AS before WHERE before.id <= tours.id)
WHERE tours.path = substr(:paths, CAST(:length * asked.place + 1 AS int), :length)
AND tours.id < run.id + run.count AND run.board_id = :board"""
ASKED = {
    "sqlite": "(SELECT key AS place, value AS class_key FROM json_each(:keys)) AS asked",
    "postgresql": (
        "(SELECT place - 1 AS place, CAST(value AS bigint) AS class_key"
        " FROM json_array_elements_text(CAST(:keys AS json)) WITH ORDINALITY AS given(value, place)) AS asked"
    ),
}
"""Keys as a JSON array, each with its index from 0."""

LONG = 64
"""Longer stretches of tours are queried as ranges, shorter ones id by id."""


@dataclass(frozen=True)
class TourRows:
    """Rows of tours as columns. ids, class_keys: int64 (k,). paths: uint8 (k, length).

    stretch: intp (k,), the index of the requested stretch of each row.
    """

    ids: NDArray[np.int64]
    class_keys: NDArray[np.int64]
    paths: NDArray[np.uint8]
    stretch: NDArray[np.intp]


def read(session: Session, stretches: Sequence[tuple[int, int]], length: int) -> TourRows:
    """Return the rows of stretches of ids (first, count) in this order, without deleted ones.

    length: bytes of a path, the same for all.
    """
    firsts, counts = np.array(stretches, dtype=np.int64).reshape(-1, 2).T
    stretch = np.repeat(np.arange(len(counts)), counts)
    positions = np.arange(len(stretch)) + np.repeat(firsts - (np.cumsum(counts) - counts), counts)
    gather = _gather if session.get_bind().dialect.name == "sqlite" else _gathered_bytes
    ids, keys, paths = gather(session, _condition(stretches), length)
    order = np.argsort(positions)
    index = order[np.searchsorted(positions, ids, sorter=order)]
    asked = np.argsort(index)
    return TourRows(ids[asked], keys[asked], paths[asked], stretch[index[asked]])


def find_stored(session: Session, board_id: int, keys: NDArray[np.int64], paths: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Return the indices of those tours (keys (k,), paths (k, length)) that the board has; some may be repeated.

    Only tours of the same class are compared, and only indices leave the database.
    """
    statement = text(FIND_STORED.format(ASKED[session.get_bind().dialect.name]))
    given = {"keys": json.dumps(keys.tolist()), "paths": paths.tobytes(), "length": paths.shape[1], "board": board_id}
    return np.fromiter(session.scalars(statement, given), dtype=np.intp)


Columns = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]


def _gather(session: Session, condition: str, length: int) -> Columns:
    ids, keys, paths = session.connection().exec_driver_sql(GATHER.format(condition)).one()
    return (
        np.fromstring(ids or "", dtype=np.int64, sep=" "),
        np.fromstring(keys or "", dtype=np.int64, sep=" "),
        np.frombuffer(bytes.fromhex(paths or ""), dtype=np.uint8).reshape(-1, length),
    )


def _gathered_bytes(session: Session, condition: str, length: int) -> Columns:
    with _driver(session).cursor(binary=True) as cursor:
        (found,) = cursor.execute(GATHER_BYTES.format(condition)).fetchone()
    rows = np.frombuffer(found or b"", dtype=[("id", ">i8"), ("key", ">i8"), ("path", "u1", (length,))])
    return rows["id"].astype(np.int64), rows["key"].astype(np.int64), rows["path"]


def _condition(stretches: Sequence[tuple[int, int]]) -> str:
    """Return the SQL that selects the ids; contains only numbers made here."""
    ranges: list[str] = []
    single: list[int] = []
    for first, count in _join_stretches(stretches):
        if count < LONG:
            single.extend(range(first, first + count))
        else:
            ranges.append(f"id BETWEEN {first} AND {first + count - 1}")
    if single:
        ranges.append(f"id IN ({','.join(map(str, single))})")
    return " OR ".join(ranges) or "false"


def _join_stretches(stretches: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join stretches with consecutive ids."""
    joined: list[tuple[int, int]] = []
    for first, count in stretches:
        if joined and sum(joined[-1]) == first:
            joined[-1] = (joined[-1][0], joined[-1][1] + count)
        else:
            joined.append((first, count))
    return joined


def _driver(session: Session) -> Any:  # noqa: ANN401  the driver's connection
    return session.connection().connection.dbapi_connection
