"""Requests to one service: repeated where a repetition is harmless, lists followed page by page."""

from __future__ import annotations

import secrets
import socket
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from http import HTTPStatus
from pathlib import Path
from typing import Any, Self

import httpx2

from cavalier.errors import (
    BUSY,
    AddressError,
    CavalierError,
    DeletedError,
    InvalidRequestError,
    NoAnswerError,
    OtherServerError,
    WaitTimeoutError,
    problem_error,
)

PREFIX = "/api/v1"
TIMEOUT_SECONDS = 30.0
RETRIES = 5
FIRST_PAUSE_SECONDS = 0.1
MAX_PAUSE_SECONDS = 10.0
MAX_WAIT_SECONDS = 20.0
"""Longest time for which a service may delay an answer, well within TIMEOUT_SECONDS."""

FIRST_POLL_SECONDS = 0.05
MAX_POLL_SECONDS = 1.0
OURS = "urn:cavalier:problem:"
UNKNOWN_THERE = {HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.NOT_IMPLEMENTED}
"""Statuses of another server's answers on paths that only Cavalier has."""

ENDED = {"succeeded", "failed", "cancelled"}

Document = dict[str, Any]


class Transport:
    """Documents in, documents out. Reads and state changes are idempotent, submissions carry a key: all are repeated.

    url: where the service answers, without a path. token: an API key. language: code of the language of its sentences,
    such as "fr". sleep, transport: replaced in tests.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        language: str = "en",
        sleep: Callable[[float], None] = time.sleep,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        headers = {"Accept-Language": language} | ({"Authorization": f"Bearer {token}"} if token else {})
        try:
            self._http = httpx2.Client(base_url=url, headers=headers, timeout=TIMEOUT_SECONDS, transport=transport)
        except httpx2.InvalidURL as error:
            raise AddressError(f"{url}: {error}") from error
        self.url = str(self._http.base_url).rstrip("/")
        self._sleep = sleep

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def get(self, path: str, **query: object) -> Document:
        """Return one document; queries that are None are left out."""
        return self._json("GET", path, params=_drop_unset(query))

    def post(self, path: str, document: object = None, **query: object) -> Document:
        """Send a request that needs a body or makes a change; return the answer, a document."""
        return self._json("POST", path, json=document, params=_drop_unset(query))

    def put(self, path: str, document: object) -> Document:
        """Replace what is at the path; return it."""
        return self._json("PUT", path, json=document)

    def submit(self, specification: object, path: str = "/jobs", **query: object) -> Document:
        """Submit a job once, however often the request has to be repeated; return the job's document.

        path: another path, to submit something other than a job.
        """
        headers = {"Idempotency-Key": secrets.token_hex(16)}
        return self._json("POST", path, json=specification, headers=headers, params=_drop_unset(query))

    def job(self, job_id: str) -> Document:
        """Return a job's document: state, progress, rate, estimated time left."""
        return self.get(f"/jobs/{job_id}")

    def change(self, job_id: str, verb: str, **query: object) -> Document:
        """Ask for a change; `verb` is pause, resume, cancel or adopt."""
        return self.post(f"/jobs/{job_id}/{verb}", **query)

    def certify(self, job_id: str) -> Document:
        """Submit, once, the job that certifies a job's counts; return the new job's document."""
        return self.submit(None, f"/jobs/{job_id}/certify")

    def remove(self, path: str, **query: object) -> None:
        """Delete something of which the service keeps no record."""
        self._send("DELETE", path, params=_drop_unset(query))

    def delete(self, job_id: str) -> Document:
        """Delete a job that has ended; return the service's record of it, also if it was deleted before."""
        try:
            return self._json("DELETE", f"/jobs/{job_id}")
        except DeletedError as error:
            return error.deletion

    def result(self, job_id: str, *, named: bool = True) -> Document:
        """Return the result document, of an unfinished job the result so far. named: its answer names squares."""
        return self.get(f"/jobs/{job_id}/result", squares=None if named else "coordinates")

    def follow(self, job_id: str, *, timeout: float | None = None) -> Iterator[Document]:
        """Yield the job's document now and at every change, until it has ended.

        timeout: seconds; then WaitTimeoutError says what the job waits for. The job continues.
        """
        return self._follow(f"/jobs/{job_id}", lambda job: job["state"] in ENDED, _overdue, timeout, waits=True)

    def follow_campaign(self, campaign_id: str, *, timeout: float | None = None) -> Iterator[Document]:
        """Yield the campaign's document now and at every change, until all its jobs have ended; timeout as `follow`."""
        return self._follow(f"/campaigns/{campaign_id}", _all_ended, _campaign_overdue, timeout)

    def _follow(
        self,
        path: str,
        ended: Callable[[Document], bool],
        overdue: Callable[[Document, float], str],
        timeout: float | None,
        *,
        waits: bool = False,
    ) -> Iterator[Document]:
        """Yield the document at every change. waits: ask the service to delay its answer until a change."""
        end = None if timeout is None else time.monotonic() + timeout
        document: Document = {}
        tag, pause = "", FIRST_POLL_SECONDS
        while True:
            asked, wait = time.monotonic(), _wait(end) if waits and tag else 0.0
            headers = {"If-None-Match": tag} if tag else {}
            try:
                answer = self._send("GET", path, headers=headers, params={"wait": f"{wait:.3f}"} if wait else {})
            except InvalidRequestError as error:
                if "wait" not in error.fields:
                    raise
                waits = False  # an older service knows no such parameter
                continue
            if answer.status_code != HTTPStatus.NOT_MODIFIED:
                document, tag, pause = answer.json(), answer.headers.get("ETag", ""), FIRST_POLL_SECONDS
                yield document
                if ended(document):
                    return
            elif wait and time.monotonic() >= asked + wait:
                pause = 0.0  # the service has waited
            if end is not None and timeout is not None and time.monotonic() >= end:
                raise WaitTimeoutError(overdue(document, timeout))
            self._sleep(max(pause, _asked_pause(answer)))
            pause = min(max(1.5 * pause, FIRST_POLL_SECONDS), MAX_POLL_SECONDS)

    def items(self, path: str, **query: object) -> Iterator[Document]:
        """Yield the entries of a list, following its pages."""
        page = self.get(path, **query)
        while True:
            yield from page["items"]
            if not page.get("next"):
                return
            page = self._json("GET", page["next"])

    def text(self, address: str, **query: object) -> str:
        """Return an answer that is text: a drawing, a table. address: from the root, without the API's prefix."""
        return self._send("GET", address, absolute=True, params=_drop_unset(query)).text

    def download(self, path: str, target: Path, **query: object) -> None:
        """Write an answer of any length to a file."""
        with (
            closing(self._send("GET", path, stream=True, params=_drop_unset(query))) as answer,
            target.open("wb") as file,
        ):
            for piece in answer.iter_bytes():
                file.write(piece)

    def _json(self, method: str, path: str, **request: Any) -> Document:  # noqa: ANN401  passed on to httpx2
        answer = self._send(method, path, **request)
        try:
            document: Document = answer.json()
        except ValueError as error:
            raise _stranger(answer) from error
        return document

    def _send(
        self,
        method: str,
        path: str,
        *,
        absolute: bool = False,
        stream: bool = False,
        **request: Any,  # noqa: ANN401  as above
    ) -> httpx2.Response:
        """Send a request; retry transient failures with doubling pauses, and raise an error that persists.

        absolute: the path is from the root. stream: the answer is read by the caller, who closes it.
        """
        address = path if absolute or path.startswith(PREFIX) else PREFIX + path
        pause = FIRST_PAUSE_SECONDS
        for retries_left in reversed(range(RETRIES + 1)):
            try:
                answer = self._http.send(self._http.build_request(method, address, **request), stream=stream)
            except httpx2.TransportError as error:
                if not retries_left or isinstance(error, httpx2.UnsupportedProtocol):
                    raise self._unreachable(error) from error
            else:
                if answer.is_success or answer.status_code == HTTPStatus.NOT_MODIFIED:
                    return answer
                answer.read()
                if not (_is_passing(answer) and retries_left):
                    raise _error(answer)
                pause = max(pause, _asked_pause(answer))
            self._sleep(pause)
            pause = min(2 * pause, MAX_PAUSE_SECONDS)
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _unreachable(self, error: httpx2.TransportError) -> CavalierError:
        if isinstance(error, httpx2.UnsupportedProtocol):
            return AddressError(f"{self.url}: an address begins with http:// or https://")
        if isinstance(error, httpx2.RemoteProtocolError):
            return OtherServerError(f"{self.url}: what listens there speaks no HTTP")
        if isinstance(error, httpx2.TimeoutException):
            return NoAnswerError(f"{self.url}: nothing answers there in time")
        causes = list(_causes(error))
        if any(isinstance(one, socket.gaierror) for one in causes):
            return NoAnswerError(f"{self.url}: no machine of this name is known")
        if any(isinstance(one, ssl.SSLError) for one in causes):
            return NoAnswerError(f"{self.url}: no secure connection could be made; its certificate may not be trusted")
        return NoAnswerError(f"{self.url}: nothing answers there")


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and its causes."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__


def _is_passing(answer: httpx2.Response) -> bool:
    """Whether a failure is transient, so that a retry may succeed; a conflict is if it names a time to wait."""
    conflict = answer.status_code == HTTPStatus.CONFLICT and "Retry-After" in answer.headers
    return conflict or answer.status_code in BUSY


def _asked_pause(answer: httpx2.Response) -> float:
    """Return the seconds that Retry-After asks for; its other form, a date, is no reason to wait."""
    text = answer.headers.get("Retry-After", "")
    return min(float(text), MAX_PAUSE_SECONDS) if text.isdecimal() else 0.0


def _wait(end: float | None) -> float:
    """Return the seconds for which the service may delay an answer."""
    return MAX_WAIT_SECONDS if end is None else max(0.0, min(MAX_WAIT_SECONDS, end - time.monotonic()))


def _overdue(job: Document, seconds: float) -> str:
    waiting = job["waiting"] or {}
    reason = waiting.get("remedy") or f"an estimated {job['progress']['estimated_fraction']:.0%} is done"
    return f"job {job['id']} is {job['step'] or job['state']} after {seconds:g} s: {reason}"


def _all_ended(campaign: Document) -> bool:
    return bool(campaign["progress"]["ended_jobs"] == campaign["jobs"])


def _campaign_overdue(campaign: Document, seconds: float) -> str:
    states = ", ".join(f"{number} {state}" for state, number in campaign["states"].items())
    share = campaign["progress"]["estimated_fraction"]
    return f"campaign {campaign['id']} is not done after {seconds:g} s: {states}; an estimated {share:.0%} is done"


def _error(answer: httpx2.Response) -> CavalierError:
    try:
        document = answer.json()
    except ValueError:
        document = None
    if isinstance(document, dict) and str(document.get("type")).startswith(OURS):
        return problem_error(document)
    if answer.is_redirect or answer.status_code in UNKNOWN_THERE:
        return _stranger(answer)
    return problem_error({"title": answer.reason_phrase, "status": answer.status_code, "detail": answer.text[:500]})


def _stranger(answer: httpx2.Response) -> OtherServerError:
    """Return the error for an answer that does not come from a Cavalier service."""
    address = str(answer.request.url).partition(PREFIX)[0]
    answered = f"{answer.status_code} {answer.reason_phrase}"
    return OtherServerError(f"{address}: what answers there is no Cavalier ({answered})")


def _drop_unset(query: Mapping[str, object]) -> dict[str, str | list[str]]:
    spelled = {True: "true", False: "false"}
    return {
        name: spelled[value] if isinstance(value, bool) else value if isinstance(value, list) else str(value)
        for name, value in query.items()
        if value is not None
    }
