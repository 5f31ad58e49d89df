"""The application: wiring only."""

from __future__ import annotations

from collections.abc import Callable
from threading import BoundedSemaphore
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api import errors, page_modules, permalinks
from api.atlas import routes as atlas
from api.boards import routes as boards
from api.campaigns import results as campaign_results
from api.campaigns import routes as campaigns
from api.comparison import routes as compare
from api.cycles import routes as cycles
from api.generators import experiments
from api.http import compression, etags, language
from api.http.rate_limits import Rates
from api.http.render_cache import FragmentCache
from api.http.security import cors, headers, keys, origins
from api.http.services import Services, install
from api.jobs import check, deletions, recounts, results, retries
from api.jobs import routes as jobs
from api.notes import routes as notes
from api.references import families, recurrences, sequences
from api.references import routes as references
from api.reproduction import routes as sources
from api.sql import routes as queries
from api.submission import methods
from api.system import code_versions, docs_site, health, metrics, openapi_document, workers
from api.tours import exports, lookup
from api.tours import routes as tours
from api.tours import tour as one_tour
from api.webhooks import campaign_routes
from api.webhooks import routes as webhooks
from store.database.db import Database, open_database
from store.settings import Settings
from store.traces import start_traces, tracer_provider
from store.trust.code_versions import own_version
from workers.broker.celery_app import celery_app
from workers.broker.celery_notifier import BrokerNotifier
from workers.notifier import GatheringNotifier

BLUEPRINTS = (
    check.blueprint,
    retries.blueprint,
    jobs.blueprint,
    deletions.blueprint,
    webhooks.blueprint,
    campaign_routes.blueprint,
    notes.blueprint,
    campaigns.blueprint,
    campaign_results.blueprint,
    results.blueprint,
    recounts.blueprint,
    lookup.blueprint,
    tours.blueprint,
    one_tour.blueprint,
    cycles.blueprint,
    boards.blueprint,
    compare.blueprint,
    exports.blueprint,
    families.blueprint,
    recurrences.blueprint,
    sequences.blueprint,
    queries.blueprint,
    methods.blueprint,
    experiments.blueprint,
    references.blueprint,
    atlas.blueprint,
    permalinks.blueprint,
    code_versions.blueprint,
    sources.blueprint,
    health.blueprint,
    metrics.blueprint,
    workers.blueprint,
    openapi_document.blueprint,
    docs_site.blueprint,
    page_modules.blueprint,
)


class Application(Flask):
    """A Flask application without coroutine views, so that Flask need not check for them at each request."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function as it is."""
        return func


def create_app(settings: Settings, database: Database | None = None, notifier: BrokerNotifier | None = None) -> Flask:
    """Make the WSGI application. The embedded service shares its worker's database and notifier."""
    database = database or open_database(settings)
    start_traces(settings, database)
    app = Application(__name__, static_folder=None)
    app.config.from_mapping(
        MAX_CONTENT_LENGTH=settings.max_body_bytes,
        TRUSTED_HOSTS=list(settings.trusted_hosts) or None,
        CAVALIER_VERSION=own_version(),
        CAVALIER_KEYS_REQUIRED=settings.require_keys,
    )
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies)  # type: ignore[method-assign]  # Flask's way
    notifier = notifier or BrokerNotifier(celery_app(settings))
    gathering = GatheringNotifier(notifier)
    exports, queries = BoundedSemaphore(settings.exports), BoundedSemaphore(settings.queries)
    install(app, Services(settings, database, Rates(settings), notifier, gathering, exports, queries, FragmentCache()))
    for part in (language, errors, origins, cors, headers, keys, etags, compression):
        part.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    _trace(app)
    return app


def _trace(app: Flask) -> None:
    """Trace every request except those of supervisors, if tracing is on."""
    provider = tracer_provider()
    if provider is None:
        return
    from opentelemetry.instrumentation.flask import FlaskInstrumentor  # noqa: PLC0415  an extra

    options = {"tracer_provider": provider, "excluded_urls": "/health/,/metrics,/static/"}
    FlaskInstrumentor().instrument_app(app, **options)  # type: ignore[no-untyped-call]  # as it ships
