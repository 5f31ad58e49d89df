"""What must hold for jobs to be accepted and computed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from api.http.services import Services
from store.database.migrate import is_current
from store.queries.blocked_jobs import stranded_jobs
from store.queries.service_metrics import vitals
from store.trust.spot_checks import ERRED

DAMAGED = "malformed"
"""SQLite's word for a damaged file."""

MIN_FREE_BYTES = 64 * 1024 * 1024
PATIENCE_SECONDS = 30.0
"""A sweep overdue by more than this means that no worker sweeps."""


@dataclass(frozen=True)
class Check:
    """The outcome of one check."""

    name: str
    ok: bool
    detail: str


def run_checks(services: Services) -> list[Check]:
    """Run all checks, without those that depend on the database if that is away."""
    database = _database(services)
    dependent: list[Callable[[Services], Check]] = [_workers, _sweeper, _jobs] if database.ok else []
    return [database, *(look(services) for look in dependent), _broker(services), *_disk(services)]


def check_computing(services: Services) -> list[Check]:
    """Check what a job needs to be computed; the database must answer."""
    return [_workers(services), _broker(services), *_disk(services)]


def _database(services: Services) -> Check:
    try:
        if is_current(services.database):
            return Check("database", ok=True, detail="answers and has the newest schema")
    except (SQLAlchemyError, OSError) as error:
        if DAMAGED in str(error):
            return Check("database", ok=False, detail="its file is damaged: stop, and go back to a backup")
        return Check("database", ok=False, detail=f"does not answer ({type(error).__name__})")
    return Check("database", ok=False, detail="needs migrating: run `cavalier db upgrade`")


def _workers(services: Services) -> Check:
    with services.database.reading() as session:
        signs = vitals(session)
    workers = signs.workers
    hanging = [f"{worker.stuck} of {worker.capacity} threads of {worker.name}" for worker in workers if worker.stuck]
    if hanging:
        return Check("workers", ok=False, detail=f"stuck in a step that takes far too long: {', '.join(hanging)}")
    if not workers:
        return Check("workers", ok=False, detail="no worker gave a sign of life in the last minute")
    trusted = [worker for worker in workers if worker.name not in signs.erring]
    well = [worker.name for worker in trusted if worker.shortage is None and not worker.draining]
    sick = [f"{worker.name} rests now and then: {worker.shortage}" for worker in trusted if worker.shortage]
    sick += [f"{worker.name} drains: it claims nothing more and stops" for worker in trusted if worker.draining]
    details = [", ".join(well), *sick, *(f"{name} {ERRED}" for name in signs.erring)]
    return Check("workers", ok=bool(well), detail="; ".join(filter(None, details)))


def _sweeper(services: Services) -> Check:
    with services.database.reading() as session:
        overdue = vitals(session).overdue_seconds
    if overdue is None:
        return Check("sweeper", ok=False, detail="no worker has ever swept")
    late = overdue > services.settings.sweep_seconds + PATIENCE_SECONDS
    return Check("sweeper", ok=not late, detail=f"{overdue:.0f} s overdue" if late else "on time")


def _jobs(services: Services) -> Check:
    """Report jobs that no worker can continue; the service itself is ready."""
    with services.database.reading() as session:
        number = stranded_jobs(session)
    detail = f"{number} wait for a worker with their code; start one or adopt them" if number else "none is stranded"
    return Check("jobs", ok=True, detail=detail)


def _broker(services: Services) -> Check:
    answers = services.notifier.reachable()
    return Check("broker", ok=answers, detail="answers" if answers else "does not answer")


def _disk(services: Services) -> list[Check]:
    """Only the embedded database lives on a disk of ours."""
    if services.settings.database_url:
        return []
    try:
        free = shutil.disk_usage(services.settings.data).free
    except OSError as error:
        return [Check("disk", ok=False, detail=f"the data folder cannot be looked at ({type(error).__name__})")]
    return [Check("disk", ok=free >= MIN_FREE_BYTES, detail=f"{free // 2**20} MiB free in the data folder")]
