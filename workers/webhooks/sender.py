"""The sender thread: delivers the outbox, in every worker process of a service that allows webhooks."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import structlog
from sqlalchemy.exc import SQLAlchemyError

from store.database.db import Database
from store.settings import Settings
from store.webhooks.outbox import DeliveryAttempt, OutgoingMessage, claim_deliveries, is_due, record_attempt
from workers.webhooks.http_post import MAX_REASON_LENGTH, post

MAX_CONCURRENT = 8
"""Concurrent messages; only as many hanging receivers can delay others."""

LOOK_SECONDS = 1.0
PATIENCE_SECONDS = 2.0
MARGIN_SECONDS = 60.0
"""Time for resolving a name and connecting; beyond the lease a message may be sent twice."""

log = structlog.get_logger(__name__)


class Messenger(threading.Thread):
    """Sends due messages, several at a time, and records the outcomes."""

    def __init__(self, database: Database, settings: Settings) -> None:
        super().__init__(name="messenger", daemon=True)
        self._database, self._settings = database, settings
        self._end = threading.Event()

    def run(self) -> None:
        """Send until `stop`; does nothing if no URL is allowed."""
        if not self._settings.webhook_urls:
            return
        with ThreadPoolExecutor(MAX_CONCURRENT, "messages") as pool:
            while not self._end.is_set():
                try:
                    sent = self.send(pool)
                except SQLAlchemyError as error:
                    log.warning("database not reachable", error=repr(error))
                    sent = 0
                if sent < MAX_CONCURRENT:
                    self._end.wait(LOOK_SECONDS)

    def send(self, pool: ThreadPoolExecutor) -> int:
        """Send a handful of due messages; return how many."""
        with self._database.reading() as session:
            due = is_due(session)
        if not due:
            return 0
        with self._database.writing() as session:
            parcels = claim_deliveries(session, MAX_CONCURRENT, 2 * self._settings.webhook_seconds + MARGIN_SECONDS)
        list(pool.map(self._send_one, parcels))
        return len(parcels)

    def _send_one(self, parcel: OutgoingMessage) -> None:
        try:
            attempt = post(parcel, self._settings)
        except Exception as error:  # noqa: BLE001  an error of one message must not stop the others
            attempt = DeliveryAttempt(None, repr(error)[:MAX_REASON_LENGTH])
        if attempt.detail is not None:
            log.info("message not delivered", delivery=parcel.public_id, attempt=parcel.attempt, why=attempt.detail)
        with self._database.writing() as session:
            record_attempt(session, parcel, attempt, self._settings.webhook_attempts)

    def stop(self) -> None:
        """Send no more; messages in flight are recorded if they end soon, else sent again by other workers."""
        self._end.set()
        if self.is_alive():
            self.join(PATIENCE_SECONDS)
