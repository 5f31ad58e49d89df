"""The HTTP client: retries that cannot do anything twice, conditional polling, pages followed to their end."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Self

import httpx2

from cli.errors import ProblemError, problem

PREFIX = "/api/v1"
TIMEOUT_SECONDS = 30.0
RETRIES = 5
FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 10.0
POLL_SECONDS = 0.25
RETRYABLE = {
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.BAD_GATEWAY,
    HTTPStatus.SERVICE_UNAVAILABLE,
    HTTPStatus.GATEWAY_TIMEOUT,
}
OURS = "urn:cavalier:problem:"
UNKNOWN_THERE = {HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.NOT_IMPLEMENTED}
"""What another server says to paths that only a Cavalier has."""

TERMINAL = {"succeeded", "failed", "cancelled"}

Document = dict[str, Any]


class Client:
    """One service. Every request may be sent again: reads and state changes are idempotent, submissions carry a key.

    sleep, transport: replaced in tests.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        sleep: Callable[[float], None] = time.sleep,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            self._http = httpx2.Client(base_url=url, headers=headers, timeout=TIMEOUT_SECONDS, transport=transport)
        except httpx2.InvalidURL as error:
            raise problem("No address", f"--url {url}: {error}", status=HTTPStatus.BAD_REQUEST) from error
        self._sleep = sleep

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._http.close()

    def submit(self, specification: object, *, reuse: bool = False) -> Document:
        """Submit a job once, however often the request has to be repeated; return the job's document.

        reuse: an equal job that the service knows already will do.
        """
        headers = {"Idempotency-Key": secrets.token_hex(16)}
        query = {"reuse": "true"} if reuse else {}
        return self._json("POST", "/jobs", json=specification, headers=headers, params=query)

    def job(self, job_id: str) -> Document:
        """Return a job's document: state, progress, rate, estimated time of arrival."""
        return self._json("GET", f"/jobs/{job_id}")

    def change(self, job_id: str, verb: str, **query: object) -> Document:
        """Ask for a change; `verb` is pause, resume, cancel or adopt."""
        return self._json("POST", f"/jobs/{job_id}/{verb}", params=_given(query))

    def result(self, job_id: str, *, named: bool = True) -> Document:
        """Return the result document, of an unfinished job the result so far. named: its answer names squares."""
        return self.get(f"/jobs/{job_id}/result", squares=None if named else "coordinates")

    def follow(self, job_id: str) -> Iterator[Document]:
        """Yield the job's document now and at every change, until it is finished."""
        etag = None
        while True:
            answer = self._send("GET", f"/jobs/{job_id}", headers={"If-None-Match": etag} if etag else {})
            if answer.status_code != HTTPStatus.NOT_MODIFIED:
                etag = answer.headers.get("ETag")
                document: Document = answer.json()
                yield document
                if document["state"] in TERMINAL:
                    return
            self._sleep(POLL_SECONDS)

    def get(self, path: str, **query: object) -> Document:
        """Return one document; queries that are None are left out."""
        return self._json("GET", path, params=_given(query))

    def post(self, path: str, document: object) -> Document:
        """Send a question that needs a body; it changes nothing."""
        return self._json("POST", path, json=document)

    def compare(self, jobs: Sequence[str], references: Sequence[str], *, exact: bool = False) -> Document:
        """Compare the first job with the others, with published figures, and with exact counts of the same."""
        query = {"job": list(jobs), "reference": list(references)} | ({"exact": "true"} if exact else {})
        return self._json("GET", "/compare", params=query)

    def items(self, path: str, **query: object) -> Iterator[Document]:
        """Yield the entries of a list, following its pages."""
        page = self.get(path, **query)
        while True:
            yield from page["items"]
            if not page.get("next"):
                return
            page = self._json("GET", page["next"])

    def _json(self, method: str, path: str, **request: Any) -> Document:  # noqa: ANN401  passed on to httpx2
        answer = self._send(method, path, **request)
        try:
            document: Document = answer.json()
        except ValueError as error:
            raise _stranger(answer) from error
        return document

    def _send(self, method: str, path: str, **request: Any) -> httpx2.Response:  # noqa: ANN401  passed on to httpx2
        """Send, again after transport errors and overload, with doubling pauses; raise what stays wrong."""
        address = path if path.startswith(PREFIX) else PREFIX + path
        pause = FIRST_PAUSE_SECONDS
        for retries_left in reversed(range(RETRIES + 1)):
            try:
                answer = self._http.request(method, address, **request)
            except httpx2.TransportError as error:
                if not retries_left or isinstance(error, httpx2.UnsupportedProtocol):
                    raise self._unreachable(error) from error
            else:
                if answer.status_code not in RETRYABLE or not retries_left:
                    return _checked(answer)
                pause = max(pause, _asked_pause(answer))
            self._sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _unreachable(self, error: httpx2.TransportError) -> ProblemError:
        address = str(self._http.base_url).rstrip("/")
        if isinstance(error, httpx2.UnsupportedProtocol):
            return problem("No address", f"--url {address}: an address begins with http:// or https://", status=400)
        if isinstance(error, httpx2.RemoteProtocolError):
            return problem(
                "No Cavalier", f"{address}: what listens there speaks no HTTP; --url names another ({error})"
            )
        advice = "nothing answers there. `cavalier serve` starts a service; --url names another"
        return problem("No answer", f"{address}: {advice} ({str(error) or type(error).__name__})")


def _asked_pause(answer: httpx2.Response) -> float:
    """Return the seconds that Retry-After asks for; its other form, a date, is no reason to wait."""
    text = answer.headers.get("Retry-After", "")
    return min(float(text), LONGEST_PAUSE_SECONDS) if text.isdecimal() else 0.0


def _checked(answer: httpx2.Response) -> httpx2.Response:
    if answer.is_success or answer.status_code == HTTPStatus.NOT_MODIFIED:
        return answer
    try:
        document = answer.json()
    except ValueError:
        document = None
    if isinstance(document, dict) and str(document.get("type")).startswith(OURS):
        raise ProblemError(document)
    if answer.is_redirect or answer.status_code in UNKNOWN_THERE:
        raise _stranger(answer)
    raise ProblemError({"title": answer.reason_phrase, "status": answer.status_code, "detail": answer.text[:500]})


def _stranger(answer: httpx2.Response) -> ProblemError:
    """Return the problem of an answer that no Cavalier gives."""
    address = str(answer.request.url).partition(PREFIX)[0]
    told = f"{answer.status_code} {answer.reason_phrase}"
    return problem("No Cavalier", f"{address}: what answers there is no Cavalier ({told}); --url names another service")


def _given(query: Mapping[str, object]) -> dict[str, str | list[str]]:
    spelled = {True: "true", False: "false"}
    return {
        name: spelled[value] if isinstance(value, bool) else value if isinstance(value, list) else str(value)
        for name, value in query.items()
        if value is not None
    }
