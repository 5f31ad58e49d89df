"""The OpenTelemetry tracer of a process. Only store/traces.py loads this."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager

from opentelemetry import context
from opentelemetry.context import Context
from opentelemetry.instrumentation.sqlalchemy import SQLAlchemyInstrumentor
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter, SpanExporter
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF, ALWAYS_ON, ParentBased, Sampler, SamplingResult
from opentelemetry.trace import Link, SpanKind, get_current_span
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from opentelemetry.trace.span import TraceState
from opentelemetry.util.types import Attributes

from store.database.db import Database
from store.models.jobs import PARENT

NEVER_FIRST = (SpanKind.CLIENT, SpanKind.PRODUCER, SpanKind.CONSUMER)
"""Queries and notifications: outside a trace they come from idle workers that look for work every few moments."""

NAME_VARIABLE = "OTEL_SERVICE_NAME"


class _Beginnings(Sampler):
    """Begins traces with requests and with work only."""

    def should_sample(
        self,
        parent_context: Context | None,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        attributes: Attributes = None,
        links: Sequence[Link] | None = None,
        trace_state: TraceState | None = None,
    ) -> SamplingResult:
        chosen = ALWAYS_OFF if kind in NEVER_FIRST else ALWAYS_ON
        return chosen.should_sample(parent_context, trace_id, name, kind, attributes, links, trace_state)

    def get_description(self) -> str:
        return "requests and work"


class Tracer:
    """Makes spans and sends them in batches."""

    def __init__(self, exporter: SpanExporter) -> None:
        """Create it. The standard OTEL_ variables say where spans go, and how."""
        resource = Resource.create({SERVICE_NAME: os.environ.get(NAME_VARIABLE, "cavalier")})
        self.provider = TracerProvider(sampler=ParentBased(_Beginnings()), resource=resource)
        self.provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self.provider.get_tracer("cavalier")
        self._parents = TraceContextTextMapPropagator()
        self._statements = SQLAlchemyInstrumentor()

    def watch_database(self, database: Database) -> None:
        """Make a span of each statement within a trace."""
        engines = list({id(engine): engine for engine in (database.engine, database.writer)}.values())
        # it declares an older SQLAlchemy than ours, but works with ours: tests/workers/test_job_traces.py
        self._statements.instrument(engines=engines, tracer_provider=self.provider, skip_dep_check=True)

    def stop(self) -> None:
        """Send the remaining spans."""
        self._statements.uninstrument()
        self.provider.shutdown()

    def current_parent(self) -> dict[str, str]:
        """Return the field `traceparent` of the running span; empty if none is recorded."""
        fields: dict[str, str] = {}
        if get_current_span().get_span_context().trace_flags.sampled:
            self._parents.inject(fields)
        return {name: value for name, value in fields.items() if name == PARENT}

    def work_span(self, name: str, parent: str | None, attributes: Mapping[str, str]) -> AbstractContextManager[object]:
        """Open a span below a parent of another process."""
        above = Context() if parent is None else self._parents.extract({PARENT: parent}, Context())
        return self._tracer.start_as_current_span(name, above, attributes=attributes)

    @contextmanager
    def untraced(self) -> Iterator[None]:
        """Run a block outside of any trace."""
        before = context.attach(Context())
        try:
            yield
        finally:
            context.detach(before)

    @contextmanager
    def own_context(self) -> Iterator[None]:
        """Run a block, then restore the trace from before it."""
        before = context.attach(context.get_current())
        try:
            yield
        finally:
            context.detach(before)


def exporter_of(name: str) -> SpanExporter:
    """Return the exporter of spans: to the console (standard output), or to a collector by OTLP over HTTP."""
    if name == "console":
        return ConsoleSpanExporter()
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415  loads protobuf

    return OTLPSpanExporter()
