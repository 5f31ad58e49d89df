"""Traces by OpenTelemetry, if CAVALIER_TRACES enables them; otherwise OpenTelemetry is not loaded.

A job's submission begins a trace, and the job's history keeps its identifier. All work on the job continues it.
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
    """Trace this process from now on, if the settings enable traces.

    Raises InvalidSettingError if the extra `traces` is not installed.
    """
    if settings.traces == "none" or _tracers:
        return
    try:
        from store.tracer import Tracer, exporter_of  # noqa: PLC0415  an extra, loaded only if enabled
    except ModuleNotFoundError as error:
        raise InvalidSettingError(f"CAVALIER_TRACES needs pip install 'cavalier[traces]': {error}") from error
    add_tracer(Tracer(exporter_of(settings.traces)), database)


def add_tracer(tracer: Tracer, database: Database) -> None:
    """Trace this process by `tracer`."""
    tracer.watch_database(database)
    _tracers.append(tracer)


def stop_traces() -> None:
    """Send the remaining spans and stop tracing."""
    while _tracers:
        _tracers.pop().stop()


def tracer_provider() -> TracerProvider | None:
    """Return the provider for instrumentations of libraries; None if nothing is traced."""
    return _tracers[0].provider if _tracers else None


def current_parent() -> dict[str, str]:
    """Return the identifier of the running span, to be kept with a job; empty outside a trace."""
    return _tracers[0].current_parent() if _tracers else {}


def work_span(name: str, parent: str | None, **attributes: str) -> AbstractContextManager[object]:
    """Open a span below `parent`, even one of another process; without a parent, start a trace."""
    return _tracers[0].work_span(name, parent, attributes) if _tracers else nullcontext()


def untraced() -> AbstractContextManager[object]:
    """Suspend the current trace for a block: requests sent in it start no span."""
    return _tracers[0].untraced() if _tracers else nullcontext()


def own_context() -> AbstractContextManager[object]:
    """Restore the running span after a block, whichever span the block leaves running."""
    return _tracers[0].own_context() if _tracers else nullcontext()
