"""Metrics for Prometheus, read from the database at each scrape: every process gives the same answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flask import Blueprint, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from api.http.security.keys import METRICS
from api.http.services import reading
from api.openapi.endpoint import Answer, operation
from findings.statements.board_facts import find_contradicted
from store.queries.service_metrics import RECENT_SECONDS, Census, census
from store.queries.worker_records import WorkerRecord, worker_records

blueprint = Blueprint("metrics", __name__)
SINGLE = (
    ("cavalier_workers", "Worker processes seen within the last minute", "workers"),
    ("cavalier_worker_capacity", "Slices that the live workers compute at once", "capacity"),
    ("cavalier_short_workers", "Workers whose machine lacks space, files, processes or memory", "short_workers"),
    ("cavalier_expired_leases", "Shards of silent workers that have not been returned yet", "expired_leases"),
    ("cavalier_recent_slices", "Slices committed within the last minute", "recent_slices"),
    ("cavalier_recent_work", "Units of work committed within the last minute", "recent_work"),
    ("cavalier_tours", "Tours stored", "tours"),
    ("cavalier_confirmed_slices", "Slices that another run gave again, bit by bit", "confirmed_slices"),
    ("cavalier_open_checks", "Slices that wait for their second run", "open_checks"),
    ("cavalier_distrusted_workers", "Workers that were found to err", "distrusted_workers"),
    ("cavalier_undone_slices", "Slices of such workers that were undone", "undone_slices"),
    ("cavalier_stranded_jobs", "Jobs not at rest that no live worker has the code to go on with", "stranded_jobs"),
)
BY_WORKER = (
    ("cavalier_worker_slices", "Slices that a worker committed within the last minute", "slices"),
    ("cavalier_worker_failures", "Shards that failed at a worker within the last minute", "failures"),
    ("cavalier_worker_lost_leases", "Shards that a worker lost within the last minute", "lost_leases"),
)


class CensusCollector(Collector):
    """One reading of the database as metrics.

    contradicted: exact counts that a certificate says are wrong. workers: those that have not signed off.
    """

    def __init__(self, reading: Census, contradicted: int, workers: Sequence[WorkerRecord]) -> None:
        self._reading, self._workers = reading, workers
        self._contradicted = contradicted

    def collect(self) -> Iterable[Metric]:
        """Yield every metric."""
        jobs = GaugeMetricFamily("cavalier_jobs", "Jobs", labels=["kind", "state"])
        for labels, number in self._reading.jobs.items():
            jobs.add_metric(labels, number)
        shards = GaugeMetricFamily("cavalier_shards", "Shards", labels=["state"])
        for state, number in self._reading.shards.items():
            shards.add_metric([state], number)
        yield jobs
        yield shards
        for name, text, field in BY_WORKER:
            family = GaugeMetricFamily(name, text, labels=["worker"])
            for worker in self._workers:
                family.add_metric([worker.name], getattr(worker, field))
            yield family
        for name, text, field in SINGLE:
            yield GaugeMetricFamily(name, text, value=getattr(self._reading, field))
        wrong = "Exact counts that a certificate says are wrong"
        yield GaugeMetricFamily("cavalier_contradicted_counts", wrong, value=self._contradicted)


@blueprint.get(METRICS)
@operation(
    "Metrics for Prometheus",
    tag="health",
    answers={200: Answer("The metrics in Prometheus' text format", str, media=(CONTENT_TYPE_LATEST,))},
)
def show_metrics() -> Response:
    """Needs a key where the service does, unless CAVALIER_OPEN_METRICS is set: numbers of jobs are information, too."""
    with reading() as session:
        live = [record for record in worker_records(session, RECENT_SECONDS) if record.row is not None]
        collector = CensusCollector(census(session), len(find_contradicted(session)), live)
    registry = CollectorRegistry()
    registry.register(collector)
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
