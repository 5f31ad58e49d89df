"""Fast insertion of tours: one run for all with the same ends, and one bulk load of rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import text, update
from sqlalchemy.orm import Session

from store.models.boards import TourNumber
from store.tours.bulk_rows import RUN, load, load_runs
from store.tours.encoding import TourBatch
from store.tours.features import write_features

LOCK = 7_391_275  # any constant: keeps two reservations apart
RESERVE = text(
    "SELECT pg_advisory_lock(:lock), setval('tours_id_seq', nextval('tours_id_seq') + :number - 1),"
    " pg_advisory_unlock(:lock)"
)
"""The lock is held for this statement only, so writers of different shards do not wait for each other."""

PER_RUN = ("shard_id", "found_at", "start", "end", "closed", "symmetry")
"""Columns that the tours of a run share."""


def write_tours(
    session: Session,
    batch: TourBatch,
    *,
    board_id: int,
    shard_id: int | NDArray[np.int64],
    seq: int,
    found_at: float | NDArray[np.float64],
    as_found: bool = False,
) -> None:
    """Insert the tours of one slice and their runs, in the caller's transaction.

     shard_id, found_at: of all tours or of each. as_found: keep the order of the search throughout, not only among
    tours with equal ends and symmetry.
    """
    runs = np.empty(len(batch), dtype=RUN)  # of one tour each, to begin with
    runs["board_id"], runs["shard_id"], runs["seq"], runs["found_at"] = board_id, shard_id, seq, found_at
    runs["start"], runs["end"], runs["closed"], runs["symmetry"] = batch.start, batch.end, batch.closed, batch.symmetry
    order = np.arange(len(batch)) if as_found else np.lexsort([runs[name] for name in reversed(PER_RUN)])  # stable
    runs = runs[order]
    differ = np.any([runs[name][1:] != runs[name][:-1] for name in PER_RUN], axis=0)
    begins = np.flatnonzero(np.append(True, differ))
    first = _reserve(session, len(batch))
    runs = runs[begins]
    runs["id"], runs["count"] = first + begins, np.diff(begins, append=len(batch))
    load_runs(session, runs)
    load(session, first, batch.class_keys[order], batch.paths[order])
    write_features(session, board_id, first, len(batch), None if batch.features is None else batch.features[order])


def _reserve(session: Session, number: int) -> int:
    """Reserve `number` consecutive ids; return the first."""
    if session.get_bind().dialect.name == "sqlite":  # one writer at a time
        statement = update(TourNumber).values(last=TourNumber.last + number).returning(TourNumber.last)
        return session.execute(statement).scalar_one() - number + 1
    last: int = session.execute(RESERVE, {"lock": LOCK, "number": number}).one()[1]
    return last - number + 1
