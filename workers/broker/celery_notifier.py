"""Notifications through the broker: empty messages that make some worker look for due work."""

from __future__ import annotations

import time

import structlog
from celery import Celery

from store.traces import own_context
from workers.broker.celery_app import QUEUE, TASK

EXPIRES_SECONDS = 60
SILENT_SECONDS = 5.0
log = structlog.get_logger(__name__)


class BrokerNotifier:
    """Sends notifications; never fails its caller, as a lost one only delays work until the next sweep."""

    def __init__(self, app: Celery) -> None:
        self._app = app
        self._silent_until = 0.0

    def notify(self, times: int = 1) -> bool:
        """Send `times` notifications; return whether the broker accepted all. After a failure pause for a while."""
        if time.monotonic() < self._silent_until:
            return False
        try:
            with own_context():
                for _ in range(times):
                    self._app.send_task(TASK, queue=QUEUE, expires=EXPIRES_SECONDS, retry=False, ignore_result=True)
        except Exception as error:  # noqa: BLE001  each transport raises errors of its own, and none may pass
            log.warning("notification not sent", error=repr(error))
            self._silent_until = time.monotonic() + SILENT_SECONDS
            return False
        return True

    def reachable(self) -> bool:
        """Whether the broker answers now."""
        try:
            with self._app.connection_for_write() as connection:
                connection.ensure_connection(max_retries=1, interval_start=0, timeout=1)
        except Exception as error:  # noqa: BLE001  as above
            log.warning("broker not reachable", error=repr(error))
            return False
        return True
