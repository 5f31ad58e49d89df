"""Jobs that come after others, named by `after` in the specification: their step is `WAIT` until these succeed.

A job must exist before another can name it, so no cycle can arise. A deleted job counts by its last state.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.kinds.parse import Fault, InvalidSpecificationError
from store.models.deletions import Deletion
from store.models.jobs import KEPT, Job
from store.models.states import JobState, Step


def check_prerequisites(session: Session, specification: Mapping[str, Any], pointer: str = "") -> None:
    """Raise InvalidSpecificationError if `after` names jobs that do not exist, each at its place below `pointer`."""
    after: list[str] = specification.get("after") or []
    known = set(session.scalars(select(Job.public_id).where(Job.public_id.in_(after), KEPT))) if after else ()
    faults = [
        Fault(f"{pointer}/after/{index}", f"there is no job {public_id!r}")
        for index, public_id in enumerate(after)
        if public_id not in known
    ]
    if faults:
        raise InvalidSpecificationError(faults)


def prerequisite_states(session: Session, jobs: Collection[Job]) -> dict[int, dict[str, JobState]]:
    """Return, for each waiting job among these (by id), the states of its prerequisites by public id."""
    waiting = {job.id: list[str](job.specification["after"]) for job in jobs if job.step == Step.WAIT}
    if not waiting:
        return {}
    named = {public_id for after in waiting.values() for public_id in after}
    states: dict[str, JobState] = {}
    for model in (Deletion, Job):
        found = select(model.public_id, model.state).where(model.public_id.in_(named))
        states |= {row[0]: JobState(row[1]) for row in session.execute(found)}
    return {job: {one: states.get(one, JobState.FAILED) for one in after} for job, after in waiting.items()}
