"""One digest for all that a job found: equal jobs have equal digests, however their work was cut, paused or killed."""

from __future__ import annotations

import hashlib
import json

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from store.jobs.progress import current_result
from store.models.boards import TourRun
from store.models.jobs import Job, Shard
from store.tours.stored import runs_with_tours


def job_digest(session: Session, job: Job) -> str:
    """Return the SHA-256 (hex) of the job's result, its shards' statistics and checkpoints, and its stored tours.

    Everything is taken in an order that does not depend on who worked when: shards by number, tours by their ends
    and then as their shard found them. How much work it took is not what was found: a round of a sweep whose file was
    lost is done twice.
    """
    digest = hashlib.sha256()
    result = current_result(session, job).model_dump(mode="json")
    digest.update(json.dumps(result, sort_keys=True).encode())
    columns = (undefer(Shard.checkpoint), undefer(Shard.statistics))
    shards = select(Shard).where(Shard.job_id == job.id).order_by(Shard.number).options(*columns)
    for shard in session.scalars(shards.execution_options(yield_per=100)):
        facts = [shard.number, shard.state, shard.tours, shard.target]
        digest.update(json.dumps(facts, sort_keys=True).encode())
        digest.update(shard.statistics or b"")
        digest.update(shard.checkpoint or b"")
        _add_tours(digest, session, shard)
    return digest.hexdigest()


def _add_tours(digest: hashlib._Hash, session: Session, shard: Shard) -> None:
    for _, tours in runs_with_tours(session, TourRun.shard_id == shard.id):
        for tour in tours:
            digest.update(tour.path)
