"""Find, in one query before each claim, the work due besides shards."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import BindParameter, bindparam, exists, select
from sqlalchemy.orm import Session

from store.database.expressions import CLOCK
from store.jobs.steps import STATES, is_due
from store.models.jobs import Recheck, check_due
from store.models.operations import DistrustedWorker
from store.models.states import Step

ENGINES: BindParameter[str] = bindparam("engines", expanding=True)
DUTIES = select(
    exists().where(DistrustedWorker.name == bindparam("worker")),
    exists().where(check_due(CLOCK), Recheck.engine.in_(ENGINES)),
    *(exists().where(is_due(step, ENGINES)) for step in STATES),
)


@dataclass(frozen=True)
class DueWork:
    """What a worker may claim. is_distrusted: the worker gets no work. checks: slices to recompute."""

    is_distrusted: bool
    checks: bool
    steps: frozenset[Step]


def find_due_work(session: Session, worker: str, engines: Collection[str]) -> DueWork:
    """Return the work due for this worker with the code `engines`; another worker may claim it first."""
    asked = {"worker": worker, "engines": list(engines)}
    erred, checks, *steps = session.connection().execute(DUTIES, asked).one()
    return DueWork(bool(erred), bool(checks), frozenset(step for step, due in zip(STATES, steps, strict=True) if due))
