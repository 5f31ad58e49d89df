"""The Celery application, which carries notifications. Loads no kernels, so the API can notify too."""

from __future__ import annotations

from celery import Celery

from store.settings import Settings
from store.traces import tracer_provider

QUEUE = "notifications"
TASK = "cavalier.answer"
CONNECT_SECONDS = 2

CONFIGURATION: dict[str, object] = {
    "task_default_queue": QUEUE,
    "task_serializer": "json",
    "accept_content": ["json"],
    # The lease in the database is the acknowledgement; a redelivered notification would only be noise.
    "task_acks_late": False,
    "task_ignore_result": True,  # results live in the database
    "worker_prefetch_multiplier": 1,  # no worker hoards notifications that another could answer
    "worker_hijack_root_logger": False,
    "worker_enable_remote_control": False,
    "worker_send_task_events": False,
    "worker_cancel_long_running_tasks_on_connection_loss": False,
    "broker_connection_retry_on_startup": True,
    "broker_connection_max_retries": None,  # a vanished broker may come back
    "broker_connection_timeout": CONNECT_SECONDS,
    "enable_utc": True,
}
MEMORY_OPTIONS = {"polling_interval": 0.01}
REDIS_OPTIONS = {"socket_timeout": 10, "socket_connect_timeout": CONNECT_SECONDS, "health_check_interval": 15}


def celery_app(settings: Settings) -> Celery:
    """Return an application on the settings' broker, made the default, as pool threads look tasks up there."""
    app = Celery("cavalier", broker=settings.broker_url)
    options = MEMORY_OPTIONS if settings.is_embedded else REDIS_OPTIONS
    app.conf.update(CONFIGURATION, broker_transport_options=options)
    app.set_default()
    provider = tracer_provider()
    if provider is not None:
        from workers.broker.celery_traces import trace_notifications  # noqa: PLC0415  an extra

        trace_notifications(app, TASK, provider)
    return app
