"""Traces by OpenTelemetry, where CAVALIER_TRACES asks for them; otherwise nothing of it is loaded.

A job's submission begins a trace, and its history keeps where. Every worker's work on the job goes on from there.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from store.settings import InvalidSettingError, Settings

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

    from store.database.db import Database
    from store.tracer import Tracer

_tracers: list[Tracer] = []
"""The tracer of this process, once there is one."""


def start_traces(settings: Settings, database: Database) -> None:
    """Trace what this process does from now on, if the settings say so.

    Raises InvalidSettingError if the extra `traces` is not installed.
    """
    if settings.traces == "none" or _tracers:
        return
    try:
        from store.tracer import Tracer, exporter_of  # noqa: PLC0415  an extra, loaded where it is asked for
    except ModuleNotFoundError as error:
        raise InvalidSettingError(f"CAVALIER_TRACES needs pip install 'cavalier[traces]': {error}") from error
    add_tracer(Tracer(exporter_of(settings.traces)), database)


def add_tracer(tracer: Tracer, database: Database) -> None:
    """Trace this process by `tracer`."""
    tracer.watch_database(database)
    _tracers.append(tracer)


def stop_traces() -> None:
    """Send what is left, and trace no more."""
    while _tracers:
        _tracers.pop().stop()


def tracer_provider() -> TracerProvider | None:
    """Return what instrumentations of libraries write to; None where nothing is traced."""
    return _tracers[0].provider if _tracers else None


def current_parent() -> dict[str, str]:
    """Return what identifies the running span, to be kept with a job; empty outside of a trace."""
    return _tracers[0].current_parent() if _tracers else {}


def work_span(name: str, parent: str | None, **attributes: str) -> AbstractContextManager[object]:
    """Open a span below `parent`, wherever that ran; without a parent, start a trace."""
    return _tracers[0].work_span(name, parent, attributes) if _tracers else nullcontext()


def untraced() -> AbstractContextManager[object]:
    """Suspend the current trace for a block: requests sent in it start no span."""
    return _tracers[0].untraced() if _tracers else nullcontext()


def own_context() -> AbstractContextManager[object]:
    """Keep what a block leaves as the running span from what follows it."""
    return _tracers[0].own_context() if _tracers else nullcontext()
