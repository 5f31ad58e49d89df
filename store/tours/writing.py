"""Batches of tours into the database, fast: one run for all that have the same ends, one bulk load for the rows."""

from __future__ import annotations

import numpy as np
from sqlalchemy import insert, text, update
from sqlalchemy.orm import Session

from store.models.boards import TourNumber, TourRun
from store.tours.rows import load
from store.tours.stored import TourBatch

LOCK = 7_391_275  # any constant: keeps two reservations apart
RESERVE = text(
    "SELECT pg_advisory_lock(:lock), setval('tours_id_seq', nextval('tours_id_seq') + :number - 1),"
    " pg_advisory_unlock(:lock)"
)
"""Held for this one statement, not until the commit: writers of different shards do not wait for each other."""

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
    load(session, first, batch.class_keys[order], batch.paths[order])


def _reserve(session: Session, number: int) -> int:
    """Return the first of `number` consecutive ids that nobody else gets."""
    if session.get_bind().dialect.name == "sqlite":  # one writer at a time
        statement = update(TourNumber).values(last=TourNumber.last + number).returning(TourNumber.last)
        return session.execute(statement).scalar_one() - number + 1
    last: int = session.execute(RESERVE, {"lock": LOCK, "number": number}).one()[1]
    return last - number + 1
