"""One job of a service, from submission to result."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from typing import Self

from cavalier import documents
from cavalier.cache import Cache
from cavalier.errors import JobFailedError
from cavalier.notes import Notes
from cavalier.progress import bar
from cavalier.results import Result
from cavalier.tours import Tours
from cavalier.transport import ENDED, Document, Transport

LASTING = ENDED - {"failed"}
"""States that a job never leaves; a failed one may be retried."""


class Job:
    """A job by its id. Requests are made only when needed, and only once for a job that has ended."""

    def __init__(self, transport: Transport, cache: Cache, job_id: str, document: Document | None = None) -> None:
        self.id = job_id
        self._transport = transport
        self._cache = cache
        self._document = document

    @property
    def document(self) -> Document:
        """The job's current document, which no longer changes once the job has succeeded or was cancelled."""
        if self._document is None or self._document["state"] not in LASTING:
            return self._remember(self._read_cache("document") or self._transport.job(self.id))
        return self._document

    @property
    def status(self) -> documents.JobDocument:
        """The job's document, typed: state, progress, rate, estimated time left."""
        return documents.JobDocument.model_validate(self.document)

    @property
    def state(self) -> str:
        """queued, running, pausing, paused, succeeded, failed or cancelled."""
        return str(self.document["state"])

    @property
    def waiting_reason(self) -> str | None:
        """What the job waits for and what to do about it; None where it is at work or has ended."""
        waiting = self.status.waiting
        return None if waiting is None else waiting.remedy

    @property
    def result(self) -> Result:
        """The job's result, of an unfinished job the result so far."""
        document = self._read_cache("result") or self._transport.result(self.id)
        if document["job"]["state"] in LASTING:
            self._keep("result", document)
        return Result(document, self._transport)

    @property
    def tours(self) -> Tours:
        """The tours that the job has stored."""
        ended = self.id if self.state in ENDED else None
        return Tours(self._transport, self._cache, {"job": self.id}, ended)

    @property
    def events(self) -> Iterator[documents.EventDocument]:
        """The job's events, oldest first."""
        return map(documents.EventDocument.model_validate, self._transport.items(f"/jobs/{self.id}/events"))

    @property
    def notes(self) -> Notes:
        """The notes and tags of the job."""
        return Notes(self._transport, f"/jobs/{self.id}")

    @property
    def ledger(self) -> Iterator[documents.SliceDocument]:
        """The committed slices of the job, oldest first."""
        return map(documents.SliceDocument.model_validate, self._transport.items(f"/jobs/{self.id}/slices"))

    @property
    def deliveries(self) -> Iterator[documents.DeliveryDocument]:
        """The messages about it to its webhooks, newest first, each with its outcome so far."""
        return map(documents.DeliveryDocument.model_validate, self._transport.items(f"/jobs/{self.id}/deliveries"))

    def add_webhook(self, url: str, states: Sequence[str] | None = None) -> documents.WebhookDocument:
        """Have the service call a URL, one that the operator allows, at these states; None: at its end.

        If the job has ended already, the URL is called at once.
        """
        asked: dict[str, object] = {"url": url} | ({} if states is None else {"states": list(states)})
        return documents.WebhookDocument.model_validate(self._transport.post(f"/jobs/{self.id}/webhooks", asked))

    @property
    def webhooks(self) -> list[documents.WebhookDocument]:
        """Its webhooks, oldest first."""
        found = self._transport.get(f"/jobs/{self.id}/webhooks")["items"]
        return [documents.WebhookDocument.model_validate(one) for one in found]

    def remove_webhook(self, url: str) -> None:
        """Remove a webhook and its pending messages."""
        self._transport.remove(f"/jobs/{self.id}/webhooks", url=url)

    def watch(self, *, timeout: float | None = None) -> Iterator[documents.JobDocument]:
        """Yield the job's status, now and at every change, until it has ended.

        timeout: seconds; then WaitTimeoutError says what the job waits for. The job continues.
        """
        for document in self._transport.follow(self.id, timeout=timeout):
            self._remember(document)
            yield documents.JobDocument.model_validate(document)

    def wait(self, *, timeout: float | None = None, progress: bool = True) -> Result:
        """Wait until the job has succeeded and return its result; JobFailedError where it failed or was cancelled.

        timeout: as in `watch`. progress: show a bar.
        """
        with bar(self.status.title, is_shown=progress) as shown:
            for status in self.watch(timeout=timeout):
                shown.show(status.progress.estimated_fraction, str(status.step or status.state))
        if self.state != "succeeded":
            problem = self.document.get("problem") or {}
            why = self.document["explanation"] or problem.get("detail") or "its events say more"
            raise JobFailedError(f"job {self.id} {self.state}: {why}")
        return self.result

    def pause(self) -> Self:
        """Pause the job; running slices are committed first."""
        return self._change("pause")

    def resume(self) -> Self:
        """Resume the job from its checkpoints."""
        return self._change("resume")

    def cancel(self) -> Self:
        """Stop the job for good; its results so far are kept."""
        return self._change("cancel")

    def retry(self) -> Self:
        """Resume a failed job: its failed parts are tried again, and committed work is kept."""
        self._cache.forget(self.id, "document", "result")
        return self._change("retry")

    def adopt(self, *, check: bool = True) -> Self:
        """Let the service's current code continue the job. check: only if the last slices, run again, agree."""
        return self._change("adopt", check=check)

    def certify(self) -> Job:
        """Submit a job that repeats this job's counts modulo a prime and by another order of squares; return it.

        The outcome is in its `result.document["extra"]["certificate"]`; an equal job that exists already will do.
        """
        document = self._transport.certify(self.id)
        return Job(self._transport, self._cache, document["id"], document)

    def delete(self) -> documents.DeletionDocument:
        """Delete the job permanently, with its tours; it must have ended. Return the service's record of it."""
        found = self._transport.delete(self.id)
        self._cache.forget(self.id, "document", "result")
        return documents.DeletionDocument.model_validate(found)

    def _change(self, verb: str, **query: object) -> Self:
        self._remember(self._transport.change(self.id, verb, **query))
        return self

    def _remember(self, document: Document) -> Document:
        self._document = document
        if document["state"] in LASTING:
            self._keep("document", document)
        return document

    def _read_cache(self, what: str) -> Document | None:
        """Return a document of a job that has ended, from the cache."""
        path = self._cache.find(self.id, what)
        return None if path is None else json.loads(path.read_text(encoding="utf-8"))

    def _keep(self, what: str, document: Document) -> None:
        if self._cache.find(self.id, what) is None:
            text = json.dumps(document)
            self._cache.keep(self.id, what, lambda path: path.write_text(text, encoding="utf-8"))

    def __repr__(self) -> str:
        known = self._document
        return f"<Job {self.id}: {known['title']}, {known['state']}>" if known else f"<Job {self.id}>"

    def _repr_html_(self) -> str:
        status = self.status
        address = f"{self._transport.url}/jobs/{self.id}"
        summary = self.result.answer or f"{status.state}, {status.progress.estimated_fraction:.0%} done"
        return f'<b>{escape(status.title)}</b><br>{escape(summary)}<br><a href="{escape(address)}">job {self.id}</a>'


class KnownAnswer(Job):
    """An answer from the record, without computation: it counts as succeeded, but is no job of the service.

    `known` of its result's model has the figures with their sources.
    """

    def __init__(self, transport: Transport, cache: Cache, document: Document) -> None:
        super().__init__(transport, cache, "", document["job"])
        self._found = document

    @property
    def result(self) -> Result:
        """The result, from known figures."""
        return Result(self._found, self._transport)

    def wait(self, *, timeout: float | None = None, progress: bool = True) -> Result:  # noqa: ARG002  as of Job
        """Return the result at once."""
        return self.result

    def _repr_html_(self) -> str:
        return self.result._repr_html_()
