"""A job's submission, plan, slices and merge are one trace, whichever processes do them; idle workers make none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from celery import Celery
from opentelemetry.instrumentation.celery import CeleryInstrumentor
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from api.app import create_app
from store.database.db import Database
from store.settings import Settings
from store.tracer import Tracer
from store.traces import add_tracer, current_parent, stop_traces, untraced, work_span
from tests.toy import ToyKind
from workers.broker.celery_app import celery_app
from workers.broker.celery_notifier import BrokerNotifier
from workers.broker.celery_worker import serve_notifications
from workers.notifier import LocalNotifier
from workers.worker import WorkerProcess

JOB = {"kind": "enumerate", "board": "5x5"}


@pytest.fixture
def spans(database: Database) -> Iterator[InMemorySpanExporter]:
    """Keep the traces in memory."""
    exporter = InMemorySpanExporter()
    tracer = Tracer(exporter)
    tracer.provider.add_span_processor(SimpleSpanProcessor(exporter))  # at once, beside the batches
    add_tracer(tracer, database)
    yield exporter
    stop_traces()
    CeleryInstrumentor().uninstrument()


def finished(exporter: InMemorySpanExporter) -> list[ReadableSpan]:
    """Return all traced spans, each once."""
    return list({span.context.span_id: span for span in exporter.get_finished_spans()}.values())


def submit(database: Database, notifier: BrokerNotifier) -> str:
    """Submit a job over HTTP; return its id."""
    app = create_app(Settings(confirm_share=0.0), database, notifier)
    answer = app.test_client().post("/api/v1/jobs", json=JOB)
    assert answer.status_code == 202
    return str(answer.json["id"])


def broker() -> Celery:
    """Return an application with a broker in memory."""
    return celery_app(replace(Settings(), broker_url="memory://localhost"))


def test_a_job_is_one_trace(database: Database, spans: InMemorySpanExporter, toy_kind: ToyKind) -> None:
    """A job is one trace, even if another process knows the trace only from the database."""
    toy_kind.shards = 2
    job = submit(database, BrokerNotifier(broker()))
    worker = WorkerProcess(Settings(confirm_share=0.0), database, LocalNotifier(1), capacity=1)

    while worker.work_once():
        pass

    done = finished(spans)
    (request,) = [span for span in done if span.name == "POST /api/v1/jobs"]
    assert {span.context.trace_id for span in done} == {request.context.trace_id}
    work = [span for span in done if (span.attributes or {}).get("cavalier.job") == job]
    assert sorted(span.name for span in work) == ["merge", "plan", "slice", "slice"]
    assert {span.parent and span.parent.span_id for span in work} == {request.context.span_id}
    assert {span.attributes["cavalier.shard"] for span in work if span.name == "slice"} == {"toy 0", "toy 1"}
    statements = {span.parent.span_id for span in done if "INSERT" in span.name and span.parent}
    assert {span.context.span_id for span in work if span.name != "merge"} <= statements


def test_a_worker_that_finds_nothing_is_not_traced(database: Database, spans: InMemorySpanExporter) -> None:
    """An idle worker, its heartbeats and sweeps make no trace, and its own messages begin none."""
    worker = WorkerProcess(Settings(), database, BrokerNotifier(broker()), capacity=1)
    worker._sweeper.sweep()
    assert not worker.work_once()
    worker._notifier.notify()
    assert finished(spans) == []


def test_a_notification_goes_on_with_the_trace_that_it_was_sent_in(
    database: Database, spans: InMemorySpanExporter
) -> None:
    """A notification continues its trace; the one a worker sends afterwards does not, or the trace would never end."""
    app = broker()
    worker = WorkerProcess(Settings(), database, BrokerNotifier(app), capacity=1)
    serve_notifications(app, worker)
    with work_span("request", None):
        parent = current_parent()["traceparent"]
        BrokerNotifier(app).notify()
        assert current_parent()["traceparent"] == parent
        with untraced():
            BrokerNotifier(app).notify()

    assert sorted(span.name for span in finished(spans)) == ["apply_async/cavalier.answer", "request"]


def test_where_nothing_is_traced_nothing_is_kept() -> None:
    """Without tracing the functions do nothing."""
    assert current_parent() == {}
    with work_span("slice", "00-1-2-01"), untraced():
        assert current_parent() == {}
