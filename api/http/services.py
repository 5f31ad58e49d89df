"""The parts of an application, and how its views reach them."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from threading import BoundedSemaphore

from flask import Flask, current_app
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from api.http.rate_limits import Rates
from api.http.render_cache import FragmentCache
from engine.files import Files
from store.database.db import Database
from store.jobs.limits import JobLimits
from store.settings import Settings
from workers.broker.celery_notifier import BrokerNotifier
from workers.files.folder import kept_if_any
from workers.notifier import GatheringNotifier

EXTENSION = "cavalier"


@dataclass(frozen=True)
class Services:
    """The parts shared by all requests of one application; safe to use from several threads."""

    settings: Settings
    database: Database
    rates: Rates
    notifier: BrokerNotifier
    gathering: GatheringNotifier  # the same, for bursts of requests
    exports: BoundedSemaphore  # places for exports that run at a time
    queries: BoundedSemaphore  # likewise for questions in SQL
    fragments: FragmentCache  # documents of jobs that changed while requests waited

    @property
    def job_limits(self) -> JobLimits:
        """How many jobs that have not ended there may be."""
        return JobLimits(self.settings.queued_jobs, self.settings.queued_jobs_all)

    @property
    def kept_files(self) -> Files | None:
        """The files that jobs leave to others; None where no folder is set for them."""
        return kept_if_any(self.settings.spill)


def install(app: Flask, services: Services) -> None:
    """Make `services` reachable from the views of `app`."""
    app.extensions[EXTENSION] = services


def services() -> Services:
    """Return the parts of the application that answers the current request."""
    found: Services = current_app.extensions[EXTENSION]
    return found


def database_of(app: Flask) -> Database:
    """Return the database of an application."""
    found: Services = app.extensions[EXTENSION]
    return found.database


def reading() -> AbstractContextManager[Session]:
    """Open a session for reading."""
    return services().database.reading()


def connect() -> AbstractContextManager[Connection]:
    """Open a connection for reading, for the one query of a poll without news."""
    return services().database.connect()


def reading_replica(job: str | None = None) -> AbstractContextManager[Session]:
    """Open a session for reading data that may be some seconds old. job: the only job whose results are read.

    Results of one job are read from the primary database: the caller may just have submitted or followed it.
    """
    database = services().database
    return database.reading() if job is not None else database.reading_replica()


def writing() -> AbstractContextManager[Session]:
    """Open a session whose changes are committed when the block ends well."""
    return services().database.writing()
