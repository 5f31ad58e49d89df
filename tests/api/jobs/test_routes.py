"""Jobs over HTTP: submission, lists, polls, changes of state, and everything that is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.http.notify import MAX_NOTIFIED
from engine.kinds.enumerate.planner import Enumeration
from engine.kinds.table import KINDS
from findings.atlas.load import load_atlas
from store.database.db import Database
from store.jobs.lifecycle import get_job
from store.jobs.maintenance import settle_dependents
from tests.api.conftest import JOB, SilentNotifier
from tests.store.job_samples import drain, finish, take
from tests.toy import ToyKind

JOBS = "/api/v1/jobs"


def submit(client: FlaskClient, headers: dict[str, str] | None = None, **fields: object) -> dict[str, Any]:
    """Submit a job and return its document."""
    answer = client.post(JOBS, json=JOB | fields, headers=headers)
    assert answer.status_code == 202, answer.text
    document: dict[str, Any] = answer.get_json()
    return document


def test_a_submission_is_accepted_and_workers_notified(client: FlaskClient, notifier: SilentNotifier) -> None:
    """The answer is 202 with the job's address, and a limited number of notifications is sent at once."""
    answer = client.post(JOBS, json=JOB | {"label": "first", "priority": 3})

    job = answer.get_json()
    assert answer.status_code == 202
    assert answer.headers["Location"] == f"{JOBS}/{job['id']}"
    assert (job["state"], job["label"], job["priority"], job["board"]) == ("queued", "first", 3, "5x5")
    assert job["actions"] == ["pause", "cancel"]
    assert job["progress"]["shards"] == 3
    assert notifier.sent == MAX_NOTIFIED


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/kind"),
        (JOB | {"colour": "red"}, "/colour"),
        (JOB | {"priority": True}, "/priority"),
        (JOB | {"board": "0x5"}, "/board"),
        (JOB | {"board": "99999999x99999999"}, "/board"),
        (JOB | {"label": "x" * 201}, "/label"),
        (JOB | {"starts": [[9, 9]]}, "/starts/0"),
    ],
)
def test_a_wrong_field_is_pointed_at(client: FlaskClient, body: dict[str, object], pointer: str) -> None:
    """422 with a JSON pointer to the field; nothing is stored."""
    answer = client.post(JOBS, json=body)

    assert answer.status_code == 422
    assert answer.mimetype == "application/problem+json"
    assert pointer in {fault["pointer"] for fault in answer.get_json()["errors"]}
    assert client.get(JOBS).get_json()["items"] == []


def test_a_sweep_that_would_not_fit_is_refused(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused at submission, at the method's field, with its estimated memory; nothing is stored."""
    monkeypatch.setitem(KINDS, "enumerate", Enumeration())
    answer = client.post(JOBS, json={"kind": "enumerate", "board": "12x12", "tours": "closed", "method": "frontier"})

    (fault,) = answer.get_json()["errors"]
    assert (answer.status_code, fault["pointer"]) == (422, "/method")
    assert "GiB" in fault["detail"]
    assert client.get(JOBS).get_json()["items"] == []


IN_PIECES = pytest.mark.parametrize(
    ("board", "piece"),
    [("2x2x8", [1, 2]), ("ring:7x7-2", [1, 2]), ("6x6", [1, 4]), ("4x7", [1, 3]), ("6x8", [0, 2]), ("2x3x4", [1, 1])],
)
"""Boards and pieces whose moves join no square to all others."""


@IN_PIECES
@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "enumerate", "method": "frontier"},
        {"kind": "symmetry", "tours": "open"},
        {"kind": "sample", "method": "frontier", "budget": {"walks": 5}, "store": "all"},
    ],
)
def test_a_board_in_pieces_has_no_tours(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, board: str, piece: list[int], asked: dict[str, Any]
) -> None:
    """Jobs that would sweep such a board succeed at once with the proof."""
    monkeypatch.setitem(KINDS, "enumerate", Enumeration())
    monkeypatch.setattr("engine.kinds.admission.plans_at_once", lambda _problem: True)
    job = client.post(JOBS, json={**asked, "board": board, "piece": piece}).get_json()

    assert (job["state"], job["outcome"]) == ("succeeded", "impossible")


@IN_PIECES
@pytest.mark.parametrize("kind", ["certificate", "index"])
def test_a_board_in_pieces_has_nothing_to_index_or_certify(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, board: str, piece: list[int], kind: str
) -> None:
    """The answer is 422 at the board, with the proof."""
    monkeypatch.setattr("engine.kinds.admission.plans_at_once", lambda _problem: True)
    answer = client.post(JOBS, json={"kind": kind, "board": board, "piece": piece})

    (fault,) = answer.get_json()["errors"]
    assert (answer.status_code, fault["pointer"]) == (422, "/board")
    assert "no move" in fault["detail"].lower()


@pytest.mark.parametrize("board", ["300x300", "1000x1000"])
def test_the_sweep_of_an_index_is_not_weighed_in_the_request(client: FlaskClient, board: str) -> None:
    """Weighing the sweep of a large board takes minutes and is left to the planner."""
    job = client.post(JOBS, json={"kind": "index", "board": board})

    assert (job.status_code, job.get_json()["step"]) == (202, "planning")


def test_advice_stands_with_the_job_until_it_ends(
    client: FlaskClient, sqlite_database: Database, toy_kind: ToyKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job's document and page show the advice until the job ends."""
    plan = toy_kind.plan
    monkeypatch.setattr(toy_kind, "plan", lambda problem: replace(plan(problem), advice="Ask otherwise."))
    job = submit(client)
    assert job["explanation"] == "Ask otherwise."
    assert "Ask otherwise." in client.get(f"/jobs/{job['id']}").text
    drain(sqlite_database)
    assert client.get(f"{JOBS}/{job['id']}").get_json()["explanation"] is None


def test_what_a_worker_plans_is_checked_at_submission(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A field that the method ignores is refused at once; a job whose tours are proved impossible is still accepted."""
    monkeypatch.setitem(KINDS, "enumerate", Enumeration())
    job = {"kind": "enumerate", "board": "10x10", "method": "frontier"}
    (fault,) = client.post(JOBS, json=job | {"limit": {"tours": 5}}).get_json()["errors"]
    odd = client.post(JOBS, json=job | {"board": "13x13", "tours": "closed"})

    assert fault["pointer"] == "/limit"
    assert odd.status_code == 202


@pytest.mark.parametrize(
    "text", ["", "{", "{'kind': 1}", '{"priority": NaN}', '{"priority": Infinity}', "[" * 100_000, "9" * 5000, "\xff"]
)
def test_what_is_not_json_is_malformed(client: FlaskClient, text: str) -> None:
    """400, whatever the bytes are."""
    answer = client.post(JOBS, data=text.encode("latin-1"), content_type="application/json")

    assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")


def test_another_media_type_is_refused(client: FlaskClient) -> None:
    """415: a form is not JSON."""
    assert client.post(JOBS, data={"kind": "enumerate"}).status_code == 415


def test_an_oversized_body_is_refused(client: FlaskClient) -> None:
    """413 for a body above the limit of the settings."""
    answer = client.post(JOBS, data=b" " * 2_000_000, content_type="application/json")

    assert (answer.status_code, answer.mimetype) == (413, "application/problem+json")


def test_the_same_key_makes_one_job(client: FlaskClient) -> None:
    """A repeated request gets the answer of the first; the key cannot be used for another body."""
    headers = {"Idempotency-Key": "once"}
    first = client.post(JOBS, json=JOB, headers=headers)
    again = client.post(JOBS, json=JOB, headers=headers)
    other = client.post(JOBS, json=JOB | {"board": "6x6"}, headers=headers)

    assert (again.status_code, again.headers["Location"]) == (202, first.headers["Location"])
    assert other.status_code == 422
    assert other.get_json()["errors"][0]["header"] == "Idempotency-Key"
    assert len(client.get(JOBS).get_json()["items"]) == 1


def test_a_key_that_is_no_token_is_refused(client: FlaskClient) -> None:
    """The header is named in the problem."""
    answer = client.post(JOBS, json=JOB, headers={"Idempotency-Key": "k" * 256})

    assert (answer.status_code, answer.get_json()["errors"][0]["header"]) == (422, "Idempotency-Key")


def test_an_equal_job_can_be_reused(client: FlaskClient, notifier: SilentNotifier) -> None:
    """With reuse the answer is the equal job, and no notification is sent."""
    first = submit(client)
    sent = notifier.sent
    answer = client.post(f"{JOBS}?reuse=true", json=JOB | {"label": "mine"})

    assert (answer.status_code, answer.get_json()["id"], notifier.sent) == (200, first["id"], sent)


def test_filters_narrow_the_list(client: FlaskClient) -> None:
    """Each filter keeps the jobs that match; a repeated filter keeps those that match any of its values."""
    small, large = submit(client, label="small"), submit(client, board="6x6")
    client.post(f"{JOBS}/{small['id']}/cancel")

    def listed(query: str) -> list[str]:
        return [job["id"] for job in client.get(f"{JOBS}?{query}").get_json()["items"]]

    assert listed("") == [large["id"], small["id"]]
    assert listed("state=cancelled") == listed("label=small") == listed("board=5x5") == [small["id"]]
    assert listed("state=cancelled&state=queued") == listed("kind=enumerate") == listed("method=auto")
    assert listed("kind=sample") == listed("method=frontier") == listed("board=7x7") == []


def test_pages_follow_each_other(client: FlaskClient) -> None:
    """The `next` addresses lead through all jobs once, newest first, with the same filters."""
    made = [submit(client, label="same")["id"] for _ in range(5)]
    submit(client, label="other")

    seen, address = [], f"{JOBS}?label=same&limit=2"
    while address:
        page = client.get(address).get_json()
        seen += [job["id"] for job in page["items"]]
        address = page["next"]

    assert seen == made[::-1]


@pytest.mark.parametrize("path", ["jobs", "tours", "boards", "references"])
@pytest.mark.parametrize("cursor", ["WyI1ZjM2YjIiLFs3XV0.Dw5kOT8yJ", "-1", "7x", "9" * 40])
def test_a_cursor_that_no_page_gave_is_refused(client: FlaskClient, path: str, cursor: str) -> None:
    """Text (an earlier form of cursors), a negative number or one beyond all ids is a 422 that names the parameter."""
    answer = client.get(f"/api/v1/{path}?cursor={cursor}")

    assert (answer.status_code, answer.get_json()["errors"][0]["parameter"]) == (422, "cursor")


@pytest.mark.parametrize(
    ("query", "parameter"),
    [("colour=red", "colour"), ("limit=0", "limit"), ("limit=1_0", "limit"), ("limit=1&limit=2", "limit"),
     ("state=asleep", "state"), ("board=", "board")],
)  # fmt: skip
def test_a_wrong_parameter_is_named(client: FlaskClient, query: str, parameter: str) -> None:
    """Unknown, repeated or senseless parameters are 422, never ignored."""
    answer = client.get(f"{JOBS}?{query}")

    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["parameter"] == parameter


def test_a_poll_costs_a_body_only_when_something_changed(
    client: FlaskClient, job_id: str, sqlite_database: Database
) -> None:
    """304 without a body until a slice is committed; then a new entity tag."""
    first = client.get(f"{JOBS}/{job_id}")
    same = client.get(f"{JOBS}/{job_id}", headers={"If-None-Match": first.headers["ETag"]})
    lease = take(sqlite_database)
    assert lease is not None
    finish(sqlite_database, lease, 5)
    changed = client.get(f"{JOBS}/{job_id}", headers={"If-None-Match": first.headers["ETag"]})

    assert (same.status_code, same.data, same.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert changed.status_code == 200
    assert changed.get_json()["state"] == "running"
    assert changed.headers["ETag"] != first.headers["ETag"]


def test_progress_is_told_with_its_estimates(client: FlaskClient, job_id: str, sqlite_database: Database) -> None:
    """Work done is exact; size, share and time left are marked as estimates."""
    lease = take(sqlite_database)
    assert lease is not None
    finish(sqlite_database, lease, 5)

    progress = client.get(f"{JOBS}/{job_id}").get_json()["progress"]

    assert (progress["work"], progress["finished_shards"], progress["shards"]) == ("5", 0, 3)
    assert progress["estimated_work"] == pytest.approx(30)
    assert progress["estimated_fraction"] == pytest.approx(5 / 30)
    assert progress["rates"]["60s"] > 0
    assert progress["estimated_seconds_left"] == pytest.approx(25 / progress["rates"]["600s"])


def test_pause_resume_cancel(client: FlaskClient, job_id: str, notifier: SilentNotifier) -> None:
    """Each verb changes the state; resuming notifies workers of the work left, cancelling of the result to combine."""
    sent = notifier.sent
    states = [client.post(f"{JOBS}/{job_id}/{verb}").get_json()["state"] for verb in ("pause", "resume", "cancel")]

    assert states == ["paused", "queued", "cancelled"]
    assert notifier.sent == sent + MAX_NOTIFIED + 1


def test_what_the_state_does_not_allow_is_a_conflict(
    client: FlaskClient, job_id: str, sqlite_database: Database
) -> None:
    """A finished job cannot be paused, resumed or cancelled: 409 says so."""
    drain(sqlite_database)

    for verb in ("pause", "resume", "cancel"):
        answer = client.post(f"{JOBS}/{job_id}/{verb}")
        assert (answer.status_code, answer.mimetype) == (409, "application/problem+json")
        assert "succeeded" in answer.get_json()["detail"]


@pytest.mark.parametrize("path", ["", "/result", "/squares", "/estimates", "/events", "/slices", "/shards", "/tours"])
def test_an_unknown_job_is_not_found(client: FlaskClient, path: str) -> None:
    """404 with a problem document, wherever it is asked for."""
    answer = client.get(f"{JOBS}/nothing{path}")

    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_a_wrong_method_says_which_are_right(client: FlaskClient, job_id: str) -> None:
    """405 with Allow."""
    answer = client.put(f"{JOBS}/{job_id}")

    assert answer.status_code == 405
    assert {"DELETE", "GET", "HEAD", "OPTIONS"} == set(answer.headers["Allow"].split(", "))


def test_a_failed_notification_does_not_fail_the_submission(client: FlaskClient, notifier: SilentNotifier) -> None:
    """The job is in the database; the sweeper will notify again."""
    notifier.answers = False

    assert submit(client)["state"] == "queued"


def test_a_job_without_shards_is_no_division_by_zero(client: FlaskClient, toy_kind: ToyKind) -> None:
    """A job without work reports its progress like any other."""
    toy_kind.shards = 0

    assert submit(client)["progress"]["shards"] == 0


def test_adoption_over_http(client: FlaskClient, sqlite_database: Database) -> None:
    """A job of other code that has not begun is adopted at once; one that has ended is not."""
    job = client.post("/api/v1/jobs", json={"kind": "enumerate", "board": "5x5"}).get_json()
    with sqlite_database.writing() as session:
        get_job(session, job["id"]).code_digest = "before"
    assert "adopt" in client.get(f"/api/v1/jobs/{job['id']}").get_json()["actions"]
    adopted = client.post(f"/api/v1/jobs/{job['id']}/adopt").get_json()
    assert (adopted["engine"], adopted["adoption"]) == (job["engine"], None)
    assert adopted["code_digest"] == adopted["engine"]
    assert "adopt" not in adopted["actions"]
    client.post(f"/api/v1/jobs/{job['id']}/cancel")
    assert client.post(f"/api/v1/jobs/{job['id']}/adopt?check=false").status_code == 409


def test_what_is_known_needs_no_job(client: FlaskClient, sqlite_database: Database) -> None:
    """With known=first the recorded number and its sources are the answer; other requests, and searches, make a job."""
    with sqlite_database.writing() as session:
        load_atlas(session)
    asked = {"kind": "enumerate", "board": "8x8", "starts": ["a1"]}

    answer = client.post(f"{JOBS}?known=first", json=asked)

    found = answer.get_json()
    assert answer.status_code == 200
    assert (found["job"]["id"], found["job"]["title"]) == (None, "All tours of 8x8 from a1")
    assert found["counts"][0] | {"method": ""} == {
        "quantity": "tours",
        "convention": "directed",
        "value": "1222177251161336",
        "exact": True,
        "method": "",
    }
    assert found["known"][0]["sources"][0]["kind"] == "atlas"
    assert client.get(JOBS).get_json()["items"] == []
    assert client.post(JOBS, json=asked).status_code == 202
    assert client.post(f"{JOBS}?known=first", json=asked | {"store": "all"}).status_code == 202
    assert client.post(f"{JOBS}?known=first", json=JOB).status_code == 200
    assert client.post(f"{JOBS}?known=last", json=JOB).status_code == 422


def test_a_job_after_others_says_what_it_waits_for(client: FlaskClient, sqlite_database: Database) -> None:
    """Its document, page and list entry name the jobs it waits for, and a poll learns when they have ended."""
    first = submit(client)["id"]
    job = submit(client, after=[first], tours="closed")
    assert (job["step"], job["progress"]["shards"]) == ("waiting for other jobs", 0)
    told = {"lacks": "jobs", "remedy": f"It begins when these jobs have succeeded: {first}.", "jobs": [first]}
    assert job["waiting"] == told
    assert [one["waiting"] for one in client.get(f"{JOBS}?search={job['id']}").get_json()["items"]] == [told]
    page = client.get(f"/jobs/{job['id']}").text
    assert f'href="/jobs/{first}"' in page[page.index('id="prerequisites"') :]

    tag = client.get(f"{JOBS}/{job['id']}").headers["ETag"]
    drain(sqlite_database)
    with sqlite_database.writing() as session:
        settle_dependents(session)
    polled = client.get(f"{JOBS}/{job['id']}", headers={"If-None-Match": tag})
    assert polled.status_code == 200
    assert polled.get_json()["step"] == "planning"
    assert (polled.get_json()["waiting"] or {}).get("lacks") != "jobs"


def test_a_job_that_cannot_begin_says_so(client: FlaskClient) -> None:
    """A job that waits for one that did not succeed names that job."""
    first = submit(client)["id"]
    client.post(f"{JOBS}/{first}/cancel")
    job = submit(client, after=[first], if_failed="wait")
    assert job["waiting"]["remedy"].startswith(f"It comes after job {first}, which has not succeeded")


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"after": ["nothing"]}, "/after/0"),
        ({"after": "nothing"}, "/after"),
        ({"after": ["a", "a"]}, "/after"),
        ({"if_failed": "wait"}, "/if_failed"),
        ({"after": ["a"], "if_failed": "shout"}, "/if_failed"),
    ],
)
def test_what_cannot_come_after_is_pointed_at(client: FlaskClient, fields: dict[str, object], pointer: str) -> None:
    """A wrong `after` or `if_failed` is refused by its pointer, and nothing is stored."""
    answer = client.post(JOBS, json=JOB | fields)
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.get_json()["errors"]] == [pointer]
    assert client.get(JOBS).get_json()["items"] == []
