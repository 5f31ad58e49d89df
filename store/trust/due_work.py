"""Find, in one query before each claim, the work due besides shards; or claim a shard if there is none."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import BindParameter, Connection, bindparam, exists, not_, or_, select
from sqlalchemy.orm import Session

from store.database.expressions import CLOCK
from store.jobs.lease_statements import claim_of_running
from store.jobs.leases import Lease, lease_of
from store.jobs.steps import STATES, is_due
from store.models.operations import DistrustedWorker
from store.models.shards import Recheck, check_due
from store.models.states import Step

CODE_DIGESTS: BindParameter[str] = bindparam("code_digests", expanding=True)
DUTIES = (
    exists().where(DistrustedWorker.name == bindparam("worker")),
    exists().where(check_due(CLOCK), Recheck.code_digest.in_(CODE_DIGESTS)),
    *(exists().where(is_due(step, CODE_DIGESTS)) for step in STATES),
)
SELECT_DUTIES = select(*DUTIES)
NO_DUTIES = not_(or_(*DUTIES))


@dataclass(frozen=True)
class DueWork:
    """Due work besides shards. is_distrusted: the worker gets no work. checks: whether slices are to be recomputed."""

    is_distrusted: bool
    checks: bool
    steps: frozenset[Step]


def find_due_work(session: Session, worker: str, code_digests: Collection[str]) -> DueWork:
    """Return the work due for this worker with the code `code_digests`; another worker may claim it first."""
    asked = {"worker": worker, "code_digests": list(code_digests)}
    erred, checks, *steps = session.connection().execute(SELECT_DUTIES, asked).one()
    return DueWork(bool(erred), bool(checks), frozenset(step for step, due in zip(STATES, steps, strict=True) if due))


def claim_at_once(
    connection: Connection, worker: str, code_digests: Collection[str], lease_seconds: float, most_running: int = 0
) -> Lease | None:
    """Lease the next due shard as `claim` does, in one round trip to PostgreSQL.

    None if there is other work, if the shard's job has not begun, or if nothing is free. connection: of
    `Database.at_once`.
    """
    asked = {"worker": worker, "claimant": worker, "code_digests": list(code_digests), "lease_seconds": lease_seconds}
    row = connection.execute(claim_of_running(most_running, NO_DUTIES), asked).first()
    return None if row is None else lease_of(row, row)
