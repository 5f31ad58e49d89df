"""Known tours for the store's tests: the 1728 directed tours of 5x5, found by a plain depth-first search."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.symmetry import square_classes, symmetries
from engine.tours.canonical import class_keys, classify
from engine.tours.verify import closing
from store.arrays import pack_arrays
from store.database.db import Database
from store.jobs.slice_commit import SliceResult, commit
from store.models.tours import TourRow, TourRun
from store.tours.encoding import TourBatch, packer, short_keys
from tests.store.job_samples import put_results_together, stored_job, take
from tests.toy import ToyKind

KNIGHT = (1, 2)
BOARD = parse_board("5x5")


@lru_cache
def all_tours() -> NDArray[np.int32]:
    """Return all tours, int32 (1728, 25): found from one square of each class, and mapped by symmetry."""
    graph, group = move_graph(BOARD, KNIGHT).neighbours, symmetries(BOARD)
    neighbours = [[int(v) for v in row if v >= 0] for row in graph]
    images = {
        tuple(int(square) for square in symmetry[list(tour)])
        for start in square_classes(BOARD).representatives
        for tour in _search(neighbours, [int(start)])
        for symmetry in group
    }
    return np.array(sorted(images), dtype=np.int32)


def batch(tours: NDArray[np.int32]) -> TourBatch:
    """Return tours of 5x5 as a worker hands them to the store."""
    closed, pack = closing(BOARD, KNIGHT, tours), packer(BOARD, KNIGHT).pack
    classes = classify(tours, closed, symmetries(BOARD))
    keys = short_keys(class_keys(pack(classes.canonical)))
    return TourBatch(tours[:, 0], tours[:, -1], closed, classes.stabiliser, keys, pack(tours))


def store_all(database: Database, slices: int = 2) -> str:
    """Store all tours in a job of three shards, each in `slices` slices; return the job's public id."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=3)).public_id
    for _ in range(3 * slices):
        _commit(database, slices)
    return job


def _commit(database: Database, slices: int) -> None:
    """Commit the next slice's share of the tours; only a shard's last slice counts work."""
    lease = take(database)
    assert lease is not None
    share = np.array_split(all_tours(), 3)[int(lease.label.split()[1])]
    last = lease.seq == slices - 1
    state = np.array([10, 55]) if last else np.array([lease.seq, 0])
    packed, statistics = pack_arrays({"state": state}), pack_arrays({"sum": state[1:]})
    tours = batch(np.array_split(share, slices)[lease.seq])
    result = SliceResult(packed, statistics, int(last), 1.0 if last else 0.5, last, 0.1, 0.1, tours)
    with database.writing() as session:
        commit(session, lease, "w", result)
    put_results_together(database)


def _search(neighbours: list[list[int]], path: list[int]) -> Iterator[tuple[int, ...]]:
    if len(path) == len(neighbours):
        yield tuple(path)
    for square in neighbours[path[-1]]:
        if square not in path:
            yield from _search(neighbours, [*path, square])


def delete_runs(session: Session, first: int, last: int) -> None:
    """Delete the tours with ids from `first` to `last`, even parts of runs, as deleting their job does."""
    for run in session.scalars(select(TourRun).where(TourRun.id <= last).order_by(TourRun.id)):
        end = run.id + run.count - 1
        if end < first:
            continue
        low, high = max(run.id, first), min(end, last)
        session.execute(delete(TourRow).where(TourRow.id.between(low, high)))
        if (low, high) == (run.id, end):
            session.delete(run)
        elif high == end:
            run.count = low - run.id
        else:
            session.expunge(run)
            session.execute(update(TourRun).where(TourRun.id == run.id).values(id=high + 1, count=end - high))
    session.flush()
