"""Traces of notifications. Only workers/broker/celery_app.py loads this."""

from __future__ import annotations

from celery import Celery
from opentelemetry.instrumentation.celery import CeleryInstrumentor
from opentelemetry.sdk.trace import TracerProvider


def trace_notifications(app: Celery, task: str, provider: TracerProvider) -> None:
    """Make notifications of this process carry the trace in which they are sent.

    The instrumentation ends the spans of tasks that the process knows, so the API must know ours.
    """

    def nothing(*_: object) -> None:
        """Do nothing, as a placeholder for the task that workers run."""

    app.task(name=task, shared=False)(nothing)
    instrumentor = CeleryInstrumentor()  # type: ignore[no-untyped-call]  # as it ships
    if not instrumentor.is_instrumented_by_opentelemetry:
        instrumentor.instrument(tracer_provider=provider, skip_dep_check=True)
