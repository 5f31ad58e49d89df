"""One digest over a job's findings: equal jobs have equal digests, however their work was cut, paused or killed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from store.jobs.current_result import current_results
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.tours import TourRun
from store.tours.bulk_rows import read
from store.tours.encoding import RUN_ORDER, row_packer

AT_ONCE = 100
"""Shards read at a time, with their checkpoints."""

TOURS_AT_ONCE = 4096


class Piece(NamedTuple):
    """`number` consecutive tours of one shard and board, from the id `first`."""

    shard_id: int
    board_id: int
    first: int
    number: int


def job_digests(session: Session, jobs: Collection[Job]) -> dict[int, str]:
    """Return the SHA-256 (hex) of each job's result, shard statistics, checkpoints and stored tours, by job id.

    The number of queries depends only on the number of tours. The order is independent of scheduling: shards by
    number, tours by their ends and then as their shard found them. The amount of work is left out, as a sweep repeats a
    round whose file was lost.
    """
    results = current_results(session, jobs)
    digests = {
        number: hashlib.sha256(json.dumps(result.model_dump(mode="json"), sort_keys=True).encode())
        for number, result in results.items()
    }
    columns = (undefer(Shard.checkpoint), undefer(Shard.statistics))
    shards = select(Shard).where(Shard.job_id.in_(digests)).order_by(Shard.job_id, Shard.number).options(*columns)
    tours = _tours_by_shard(session, digests)
    place, paths = next(tours, (0, iter(())))
    for shard in session.scalars(shards.execution_options(yield_per=AT_ONCE)):
        digest = digests[shard.job_id]
        facts = [shard.number, shard.state, shard.tours, shard.target]
        digest.update(json.dumps(facts, sort_keys=True).encode())
        digest.update(shard.statistics or b"")
        digest.update(shard.checkpoint or b"")
        if place == shard.id:
            for path in paths:
                digest.update(path)
            place, paths = next(tours, (0, iter(())))
    return {number: digest.hexdigest() for number, digest in digests.items()}


def _tours_by_shard(session: Session, jobs: Collection[int]) -> Iterator[tuple[int, Iterator[bytes]]]:
    """Yield the ids of shards with tours, in digest order, each with its packed paths."""
    runs = select(TourRun.shard_id, TourRun.board_id, TourRun.id, TourRun.count).join(
        Shard, Shard.id == TourRun.shard_id
    )
    ordered = runs.where(Shard.job_id.in_(jobs)).order_by(Shard.job_id, Shard.number, *RUN_ORDER)
    rows = session.execute(ordered.execution_options(yield_per=TOURS_AT_ONCE))
    pieces = (
        Piece(shard, board, first, min(TOURS_AT_ONCE, run + count - first))
        for shard, board, run, count in rows
        for first in range(run, run + count, TOURS_AT_ONCE)
    )
    for shard, found in groupby(_paths(session, pieces), key=lambda pair: pair[0]):
        yield shard, (paths for _, paths in found)


def _paths(session: Session, pieces: Iterable[Piece]) -> Iterator[tuple[int, bytes]]:
    """Yield the shard of each piece with its packed paths, many pieces at a time."""
    for board_id, given in groupby(pieces, key=attrgetter("board_id")):
        length = row_packer(session.get_one(BoardRow, board_id)).length
        for part in _parts(given):
            rows = read(session, [(piece.first, piece.number) for piece in part], length)
            bounds = [0, *(rows.stretch.searchsorted(range(1, len(part))).tolist()), len(rows.paths)]
            for piece, first, last in zip(part, bounds, bounds[1:], strict=False):
                yield piece.shard_id, rows.paths[first:last].tobytes()


def _parts(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Group pieces into batches read together."""
    part: list[Piece] = []
    room = TOURS_AT_ONCE
    for piece in pieces:
        part.append(piece)
        room -= piece.number
        if room <= 0:
            yield part
            part, room = [], TOURS_AT_ONCE
    if part:
        yield part
