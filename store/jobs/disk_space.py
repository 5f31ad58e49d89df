"""Pause jobs before a disk or quota is full, and resume them when space is free again."""

from __future__ import annotations

import math
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.database.db import now
from store.database.vacuum import SIZE
from store.jobs.lifecycle import get_job, pause_all, resume_all
from store.models.jobs import Event, Job, JobSums
from store.models.states import ACTIVE, RESTING, JobState
from store.settings import Settings

MIB = 1 << 20
SPARE = 1.1
"""Paused jobs resume when this multiple of the required reserve is free, to avoid flapping."""

FILES_GO_ON = "The job goes on by itself when there is more room for its files; resume it to try again at once."
GOES_ON = (
    "The job goes on by itself when there is room: delete jobs (cavalier delete; then cavalier db vacuum), "
    "or change the setting."
)

MORE_MIB = 64
"""Jobs paused for lack of file space resume when this much more is free than at the pause."""

TRY_AGAIN_SECONDS = 600.0
"""Such jobs retry after this time in any case: not every disk fault shows as missing space."""


@dataclass(frozen=True)
class DiskSpace:
    """Space left: MiB on disk and in the database, tours in all and by key. None: unbounded.

    each: tours left to a key that has stored none.
    """

    disk_mib: int | None = None
    database_mib: int | None = None
    tours: int | None = None
    each: int | None = None
    by_owner: Mapping[str | None, int] = field(default_factory=dict)

    def remaining(self, owner: str | None) -> dict[str, int]:
        """Return the space left to jobs of this owner, by resource; never negative."""
        own = None if self.each is None else self.by_owner.get(owner, self.each)
        found = {"disk-mib": self.disk_mib, "database-mib": self.database_mib, "tours": own, "tours-all": self.tours}
        return {name: max(0, value) for name, value in found.items() if value is not None}

    @property
    def short(self) -> bool:
        """Whether some resource is used up, for all jobs or for one owner."""
        return 0 in {*self.remaining(None).values(), *(max(0, value) for value in self.by_owner.values())}

    def lacking(self, job: Job) -> str | None:
        """Return why a job must wait, or None."""
        if self.disk_mib is not None and self.disk_mib <= 0:
            return f"The disk has no more free than CAVALIER_KEEP_FREE leaves. {GOES_ON}"
        if self.database_mib is not None and self.database_mib <= 0:
            return f"The database is as large as CAVALIER_DATABASE_MIB allows. {GOES_ON}"
        if job.specification.get("store", "none") == "none":
            return None
        left = self.remaining(job.owner)
        if left.get("tours") == 0:
            return f"The key has stored as many tours as CAVALIER_STORED_TOURS allows. {GOES_ON}"
        if left.get("tours-all") == 0:
            return f"As many tours are stored as CAVALIER_STORED_TOURS_ALL allows. {GOES_ON}"
        return None


def room(session: Session, settings: Settings) -> DiskSpace:
    """Measure the space left."""
    each, whole = settings.stored_tours, settings.stored_tours_all
    stored = _count_stored_tours(session) if each or whole else {}
    return DiskSpace(
        disk_mib=_disk_mib(settings.data, settings.keep_free) if _on_own_disk(settings) else None,
        database_mib=_database_mib(session, settings.database_mib) if settings.database_mib else None,
        tours=whole - sum(stored.values()) if whole else None,
        each=each or None,
        by_owner={owner: each - number for owner, number in stored.items()} if each else {},
    )


def wait_for_files(session: Session, public_id: str, reason: str, free: float) -> None:
    """Pause a job until there is space for its files. free: bytes free in its folder, inf: unbounded."""
    job = get_job(session, public_id, lock=True)
    if job.state not in RESTING:
        pause_all(session, [job], reason=reason, free_mib=_whole_mib(free))
        job.held = f"{reason}. {FILES_GO_ON}"


def pause_for_space(session: Session, settings: Settings, free: float = 0.0) -> None:
    """Pause jobs that lack space and resume those paused earlier that have it now; waits for row locks.

    free: bytes free in the job folder, inf: unbounded.
    """
    left = room(session, settings)
    spare = None if left.disk_mib is None else _disk_mib(settings.data, SPARE * settings.keep_free)
    later = replace(left, disk_mib=spare)
    active = select(Job).where(Job.state.in_(ACTIVE)).order_by(Job.id).with_for_update()
    for job in session.scalars(active).all() if left.short else ():
        reason = left.lacking(job)
        if reason is not None:
            pause_all(session, [job], reason=reason)
            job.held = reason
    paused = select(Job).where(Job.held.is_not(None), Job.state == JobState.PAUSED).order_by(Job.id).with_for_update()
    held = session.scalars(paused).all()
    waiting = _waiting_for_files(session, held, free)
    resume_all(session, [job for job in held if job.id not in waiting and later.lacking(job) is None])


def _waiting_for_files(session: Session, held: Sequence[Job], free: float) -> set[int]:
    """Return which of these jobs lack file space and are not due for a retry."""
    if not held:
        return set()
    pauses = select(Event).where(Event.job_id.in_([job.id for job in held]), Event.name.in_(["pausing", "paused"]))
    last = {row.job_id: row for row in session.scalars(pauses.order_by(Event.id)) if "reason" in row.data}
    long_ago, left = now(session) - TRY_AGAIN_SECONDS, _whole_mib(free)
    return {job for job, row in last.items() if "free_mib" in row.data and row.at > long_ago and not _more(row, left)}


def _more(pause: Event, left: int | None) -> bool:
    """Whether enough space has been freed since the pause. left: MiB left now, None: unbounded."""
    then = pause.data["free_mib"]
    return isinstance(then, int) and left is not None and left >= then + MORE_MIB


def _whole_mib(free: float) -> int | None:
    return None if math.isinf(free) else int(free // MIB)


def _on_own_disk(settings: Settings) -> bool:
    return bool(settings.keep_free) and not settings.database_url


def _disk_mib(folder: Path, keep: float) -> int:
    existing = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    return int((shutil.disk_usage(existing).free - keep * MIB) // MIB)


def _database_mib(session: Session, most: int) -> int:
    taken = int(session.execute(SIZE[session.get_bind().dialect.name]).scalar_one())
    return (most * MIB - taken) // MIB


def _count_stored_tours(session: Session) -> dict[str | None, int]:
    """Return the number of stored tours by owner."""
    sums = select(Job.owner, func.sum(JobSums.tours)).join(JobSums, JobSums.job_id == Job.id).group_by(Job.owner)
    return {owner: int(number) for owner, number in session.execute(sums)}
