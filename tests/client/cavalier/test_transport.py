"""The HTTP client against a scripted service."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from cavalier.errors import (
    AddressError,
    ConflictError,
    InvalidRequestError,
    NoAnswerError,
    NotAllowedError,
    NotFoundError,
    OtherServerError,
    ProblemError,
    UnavailableError,
    WaitTimeoutError,
)
from cavalier.transport import (
    FIRST_POLL_SECONDS,
    MAX_PAUSE_SECONDS,
    MAX_WAIT_SECONDS,
    OURS,
    RETRIES,
    Transport,
)

Answer = httpx2.Response | Exception


class Script:
    """Answers requests from a list, the last answer for ever; remembers requests and pauses."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.requests: list[httpx2.Request] = []
        self.pauses: list[float] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        """Answer one request."""
        self.requests.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def client(self, token: str | None = None) -> Transport:
        """Return a transport to this script that notes its pauses instead of sleeping."""
        return Transport("http://service", token, sleep=self.pauses.append, transport=httpx2.MockTransport(self))


def job(state: str, etag: str = '"1"') -> httpx2.Response:
    """Return an answer with a job's document."""
    return httpx2.Response(200, json={"id": "a1", "state": state}, headers={"ETag": etag})


def test_submission_is_repeated_under_one_key() -> None:
    """After a lost answer or an overload the request is repeated with the same Idempotency-Key and body."""
    script = Script(httpx2.ReadTimeout("lost"), httpx2.Response(503), httpx2.Response(202, json={"id": "a1"}))
    with script.client() as client:
        assert client.submit({"kind": "enumerate"}) == {"id": "a1"}
    assert len({request.headers["Idempotency-Key"] for request in script.requests}) == 1
    assert [json.loads(request.content) for request in script.requests] == [{"kind": "enumerate"}] * 3


def test_a_conflict_that_passes_is_repeated() -> None:
    """A request refused because of a concurrent one is repeated under the same key when the service asks for that."""
    conflict = httpx2.Response(409, headers={"Retry-After": "1"}, json={"type": OURS + "concurrent-request"})
    script = Script(conflict, httpx2.Response(202, json={"id": "a1"}))
    with script.client() as client:
        assert client.submit({"kind": "enumerate"}) == {"id": "a1"}
    assert script.pauses == [1.0]
    assert len({request.headers["Idempotency-Key"] for request in script.requests}) == 1


def test_two_submissions_have_two_keys() -> None:
    """Submitting the same job twice on purpose makes two jobs."""
    script = Script(httpx2.Response(202, json={"id": "a1"}))
    with script.client() as client:
        client.submit({})
        client.submit({})
    assert len({request.headers["Idempotency-Key"] for request in script.requests}) == 2


def test_pauses_double_and_respect_retry_after() -> None:
    """Each pause is twice the last; a Retry-After is honoured up to a bound, a date in it ignored."""
    script = Script(
        httpx2.Response(503),
        httpx2.Response(503),
        httpx2.Response(429, headers={"Retry-After": "3"}),
        httpx2.Response(503, headers={"Retry-After": "100000"}),
        httpx2.Response(503, headers={"Retry-After": "Fri, 20 Nov 2026 23:59:59 GMT"}),
        job("queued"),
    )
    with script.client() as client:
        client.job("a1")
    assert script.pauses == [0.1, 0.2, 3.0, MAX_PAUSE_SECONDS, MAX_PAUSE_SECONDS]


def test_silence_ends_in_a_problem() -> None:
    """A service that never answers is asked a bounded number of times, then reported."""
    script = Script(httpx2.ConnectError("refused"))
    with script.client() as client, pytest.raises(NoAnswerError, match="nothing answers there"):
        client.job("a1")
    assert len(script.requests) == RETRIES + 1


def test_overload_that_lasts_is_reported_as_the_service_tells_it() -> None:
    """The last answer's problem document is what the user sees."""
    script = Script(
        httpx2.Response(503, json={"type": OURS + "busy", "status": 503, "detail": "the database does not answer"})
    )
    with script.client() as client, pytest.raises(UnavailableError, match="the database does not answer"):
        client.job("a1")


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, InvalidRequestError),
        (413, InvalidRequestError),
        (415, InvalidRequestError),
        (422, InvalidRequestError),
        (401, NotAllowedError),
        (403, NotAllowedError),
        (404, NotFoundError),
        (409, ConflictError),
    ],
)
def test_refusals_are_not_repeated(status: int, kind: type[ProblemError]) -> None:
    """A refusal is raised at once, as the error of its status, with the wrong fields."""
    fault = {"pointer": "/board", "detail": "no board"}
    script = Script(
        httpx2.Response(status, json={"type": OURS + "no", "status": status, "detail": "no", "errors": [fault]})
    )
    with script.client() as client, pytest.raises(kind) as raised:
        client.submit({})
    assert len(script.requests) == 1
    assert (raised.value.status, raised.value.fields) == (status, {"/board": "no board"})


@pytest.mark.parametrize("body", ["<html>", '"text"'])
def test_answers_that_are_no_problem_documents(body: str) -> None:
    """A proxy's error page becomes a problem document with its status and text."""
    script = Script(httpx2.Response(403, text=body))
    with script.client() as client, pytest.raises(ProblemError) as raised:
        client.job("a1")
    assert raised.value.document == {"title": "Forbidden", "status": 403, "detail": body}


@pytest.mark.parametrize(
    "answer",
    [
        httpx2.Response(200, text="<html>"),
        httpx2.Response(301, headers={"Location": "http://elsewhere"}),
        httpx2.Response(404, text="<html>"),
        httpx2.Response(404, json={"detail": "Not Found"}),
        httpx2.Response(501, text="Unsupported method"),
    ],
    ids=["page", "redirect", "missing", "other-api", "no-post"],
)
def test_another_server_is_told_as_such(answer: httpx2.Response) -> None:
    """An answer that no Cavalier would give on such a path raises `OtherServerError`."""
    with Script(answer).client() as client, pytest.raises(OtherServerError, match=r"http://service: .* is no Cavalier"):
        client.job("a1")


@pytest.mark.parametrize(
    ("cause", "reason"),
    [
        (socket.gaierror(-2, "Name or service not known"), "no machine of this name is known"),
        (ssl.SSLError("certificate verify failed"), "no secure connection"),
        (ConnectionRefusedError(111, "Connection refused"), "nothing answers there$"),
    ],
)
def test_why_nothing_answers(cause: OSError, reason: str) -> None:
    """The reason is given in our own words, not in the system's."""
    error = httpx2.ConnectError(str(cause))
    error.__cause__ = cause
    with Script(error).client() as client, pytest.raises(NoAnswerError, match=reason):
        client.job("a1")


def test_what_speaks_no_http() -> None:
    """A server of another protocol, such as a database, is reported as one that speaks no HTTP."""
    script = Script(httpx2.RemoteProtocolError("illegal status line"))
    with script.client() as client, pytest.raises(OtherServerError, match="speaks no HTTP"):
        client.job("a1")


@pytest.mark.parametrize("url", ["http://127.0.0.1:port", "http://[::1"])
def test_an_address_that_is_none(url: str) -> None:
    """The error quotes a malformed address."""
    with pytest.raises(AddressError) as raised:
        Transport(url)
    assert str(raised.value).startswith(url)


def test_following_polls_with_the_entity_tag_until_the_end() -> None:
    """Unchanged documents are not fetched again, changed ones are yielded, and the last is the finished one."""
    script = Script(job("running"), httpx2.Response(304), httpx2.Response(304), job("succeeded", '"2"'))
    with script.client() as client:
        states = [document["state"] for document in client.follow("a1")]
    assert states == ["running", "succeeded"]
    assert [request.headers.get("If-None-Match") for request in script.requests] == [None, '"1"', '"1"', '"1"']


def test_following_asks_to_be_told() -> None:
    """With a tag the client asks the service to delay its answer; if it answers at once, the pauses grow."""
    script = Script(job("running"), httpx2.Response(304), httpx2.Response(304), job("succeeded", '"2"'))
    with script.client() as client:
        list(client.follow("a1"))
    waits = [request.url.params.get("wait") for request in script.requests]
    assert waits == [None, *3 * [f"{MAX_WAIT_SECONDS:.3f}"]]
    assert len(set(script.pauses)) == 3
    assert script.pauses == sorted(script.pauses)


def test_an_older_service_is_polled() -> None:
    """A service that refuses the parameter `wait` is asked without it from then on."""
    refusal = {"type": OURS + "invalid-request", "status": 422, "errors": [{"parameter": "wait", "detail": "unknown"}]}
    script = Script(job("running"), httpx2.Response(422, json=refusal), httpx2.Response(304), job("succeeded", '"2"'))
    with script.client() as client:
        assert [document["state"] for document in client.follow("a1")] == ["running", "succeeded"]
    assert ["wait" in request.url.params for request in script.requests] == [False, True, False, False]


def test_other_refusals_end_the_following() -> None:
    """They end it as they end every other request."""
    refusal = {"type": OURS + "invalid-request", "status": 422, "errors": [{"parameter": "id", "detail": "no id"}]}
    script = Script(job("running"), httpx2.Response(422, json=refusal))
    with script.client() as client, pytest.raises(InvalidRequestError):
        list(client.follow("a1"))


def test_a_service_that_has_too_many_waiting_is_left_alone_for_a_while() -> None:
    """The client pauses as long as the service's Retry-After says."""
    script = Script(job("running"), httpx2.Response(304, headers={"Retry-After": "2"}), job("succeeded", '"2"'))
    with script.client() as client:
        list(client.follow("a1"))
    assert script.pauses[1] == 2.0


def test_after_a_whole_wait_it_asks_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a full wait there is no pause, and no wait exceeds the time that is left."""
    now, asked, pauses = [0.0], list[float](), list[float]()
    monkeypatch.setattr("cavalier.transport.time.monotonic", lambda: now[0])
    document = {"id": "a1", "state": "running", "step": None, "waiting": None, "progress": {"estimated_fraction": 0.5}}

    def answer(request: httpx2.Request) -> httpx2.Response:
        if "If-None-Match" not in request.headers:
            return httpx2.Response(200, json=document, headers={"ETag": '"1"'})
        asked.append(float(request.url.params["wait"]))
        now[0] += asked[-1]
        return httpx2.Response(304)

    with (
        Transport("http://service", sleep=pauses.append, transport=httpx2.MockTransport(answer)) as client,
        pytest.raises(WaitTimeoutError),
    ):
        list(client.follow("a1", timeout=50.0))
    assert asked == [20.0, 20.0, 10.0]
    assert pauses == [FIRST_POLL_SECONDS, 0.0, 0.0]


def test_following_survives_a_restart_of_the_service() -> None:
    """A connection that breaks while polling is opened again."""
    script = Script(job("running"), httpx2.ConnectError("restarting"), job("succeeded"))
    with script.client() as client:
        assert [document["state"] for document in client.follow("a1")] == ["running", "succeeded"]


def test_a_wait_that_is_too_long_says_what_the_job_waits_for() -> None:
    """The error names the state and the remedy that the service gives."""
    waiting = {"lacks": "worker", "remedy": "No worker is alive."}
    document = {"id": "a1", "state": "queued", "step": None, "waiting": waiting, "progress": {}}
    script = Script(httpx2.Response(200, json=document), httpx2.Response(304))
    with script.client() as client, pytest.raises(WaitTimeoutError, match="a1 is queued after 0 s: No worker is alive"):
        list(client.follow("a1", timeout=0))


def test_pages_are_followed_to_the_end() -> None:
    """The path in `next` is used unchanged; None parameters are not sent, and booleans are written as in JSON."""
    pages: list[Callable[[], httpx2.Response]] = [
        lambda: httpx2.Response(200, json={"items": [{"n": 1}], "next": "/api/v1/tours?cursor=x"}),
        lambda: httpx2.Response(200, json={"items": [{"n": 2}], "next": None}),
    ]
    script = Script(*(page() for page in pages))
    with script.client() as client:
        found = list(client.items("/tours", board="5x5", closed=True, start=None))
    assert found == [{"n": 1}, {"n": 2}]
    assert [request.url.raw_path.decode() for request in script.requests] == [
        "/api/v1/tours?board=5x5&closed=true",
        "/api/v1/tours?cursor=x",
    ]


def test_a_download_waits_for_its_turn(tmp_path: Path) -> None:
    """A service busy with other exports is asked again like any overloaded one."""
    busy = httpx2.Response(503, headers={"Retry-After": "2"}, json={"type": OURS + "exports-busy", "status": 503})
    script = Script(busy, httpx2.Response(200, content=b"tours"))
    with script.client() as client:
        client.download("/exports/tours", tmp_path / "file", format="npy")
    assert (tmp_path / "file").read_bytes() == b"tours"
    assert script.pauses == [2.0]


def test_the_token_is_sent() -> None:
    """An API key travels as a bearer token; without one there is no such header."""
    with_key, without = Script(job("queued")), Script(job("queued"))
    with with_key.client("secret") as client:
        client.job("a1")
    with without.client() as client:
        client.job("a1")
    assert with_key.requests[0].headers["Authorization"] == "Bearer secret"
    assert "Authorization" not in without.requests[0].headers
