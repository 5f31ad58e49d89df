"""The commands that talk to a service, against a real one."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from cavalier.client import Client
from cavalier.transport import Transport
from tests.cli.running import invoke
from tests.processes import EmbeddedService
from tests.servers import wait_until

SMALL = {"kind": "enumerate", "board": "3x4", "method": "backtrack", "store": "all"}
TOURS_3X4 = "16"
"""Directed tours of 3x4: 8 undirected (OEIS A169696), each with its reverse."""
LONG = {"kind": "enumerate", "board": "6x6", "method": "backtrack", "starts": [[1, 1]]}


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A file with a small job."""
    path = tmp_path / "spec.json"
    path.write_text(json.dumps(SMALL))
    return path


def answer(done: Result) -> Any:
    """Return the JSON that a command printed."""
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_submit_and_watch(service: EmbeddedService, spec: Path) -> None:
    """A job submitted from a file is followed to its end; the result document is all there is on standard output."""
    result = answer(invoke(service, "submit", str(spec), "--watch", "--json"))
    assert result["job"]["state"] == "succeeded"
    assert {count["quantity"]: count["value"] for count in result["counts"]}["tours"] == TOURS_3X4


def test_submit_after_another(service: EmbeddedService, spec: Path) -> None:
    """A real sweeper lets it begin when the other has succeeded; an unknown id is refused by its place."""
    first = invoke(service, "submit", str(spec)).stdout.strip()
    result = answer(invoke(service, "submit", str(spec), "--after", first, "--watch", "--json"))
    assert (result["job"]["state"], result["job"]["spec"]["after"]) == ("succeeded", [first])

    wrong = invoke(service, "submit", str(spec), "--after", first, "--after", "nothing", "--if-failed", "wait")
    assert wrong.exit_code == 2
    assert "/after/1: there is no job 'nothing'" in wrong.stderr


def test_submit_prints_the_id(service: EmbeddedService) -> None:
    """Without options only the id is printed, for scripts; `show` and `watch` accept it."""
    job_id = invoke(service, "submit", "-", text=json.dumps(SMALL)).stdout.strip()
    assert answer(invoke(service, "watch", job_id, "--json"))["job"]["id"] == job_id
    shown = invoke(service, "show", job_id)
    assert shown.exit_code == 0
    assert "succeeded" in shown.stdout
    assert "tours by start square" in shown.stdout


def test_a_search_that_may_find_nothing_for_long_says_so(service: EmbeddedService) -> None:
    """The advice appears on standard error, and with the job while it runs."""
    spec = json.dumps({"kind": "enumerate", "board": "8x8", "limit": {"tours": 5}, "starts": "all"})
    done = invoke(service, "submit", "-", text=spec)
    job_id = done.stdout.strip()
    assert '"visit": "warnsdorff"' in done.stderr
    assert '"visit": "warnsdorff"' in " ".join(invoke(service, "show", job_id).stdout.split())
    assert invoke(service, "cancel", job_id).exit_code == 0


def test_reuse_answers_with_the_equal_job(service: EmbeddedService, spec: Path) -> None:
    """With --reuse an equal job is found again."""
    first = invoke(service, "submit", str(spec), "--watch", "--json")
    again = answer(invoke(service, "submit", str(spec), "--reuse", "--json"))
    assert again["id"] is not None
    assert again["state"] == "succeeded"
    assert answer(first)["job"]["spec"] == again["specification"]


def test_pause_resume_cancel(service: EmbeddedService) -> None:
    """Each verb prints the state reached; the last leaves the job cancelled, and `watch` then exits with 1."""
    job_id = invoke(service, "submit", "-", text=json.dumps(LONG)).stdout.strip()
    assert answer(invoke(service, "pause", job_id, "--json"))["state"] in {"pausing", "paused"}
    assert answer(invoke(service, "resume", job_id, "--json"))["state"] in {"queued", "running"}
    assert invoke(service, "cancel", job_id).stdout == f"{job_id} cancelled\n"
    assert invoke(service, "watch", job_id).exit_code == 1


def test_a_wrong_field_is_pointed_at(service: EmbeddedService) -> None:
    """Exit code 2, and a problem document on standard error that names the field."""
    done = invoke(service, "submit", "-", text=json.dumps(SMALL | {"bord": 1}))
    assert done.exit_code == 2
    assert done.stdout == ""
    assert json.loads(done.stderr)["errors"][0]["pointer"] == "/bord"


def test_malformed_json_never_leaves_the_house(service: EmbeddedService) -> None:
    """Text that is not JSON is refused with exit code 2."""
    done = invoke(service, "submit", "-", text="{")
    assert done.exit_code == 2
    assert json.loads(done.stderr)["title"] == "Malformed JSON"


def test_unknown_jobs(service: EmbeddedService) -> None:
    """Exit code 1 and the service's problem document."""
    done = invoke(service, "show", "nobody")
    assert done.exit_code == 1
    assert json.loads(done.stderr)["status"] == 404


def test_a_verb_that_comes_too_late(service: EmbeddedService, spec: Path) -> None:
    """A finished job cannot be paused: exit code 1, status 409."""
    job_id = answer(invoke(service, "submit", str(spec), "--watch", "--json"))["job"]["id"]
    done = invoke(service, "pause", job_id)
    assert done.exit_code == 1
    assert json.loads(done.stderr)["status"] == 409


def test_delete(service: EmbeddedService) -> None:
    """It asks first and prints what was deleted; the job is then gone, and deleting it again prints the same."""
    job = answer(invoke(service, "submit", "-", "--watch", "--json", text=json.dumps(SMALL)))["job"]["id"]
    refused = invoke(service, "delete", job, text="n\n")
    assert (refused.exit_code, answer(invoke(service, "watch", job, "--json"))["job"]["state"]) == (1, "succeeded")

    done = invoke(service, "delete", job, "--yes")

    assert (done.exit_code, done.stdout) == (
        0,
        f"{job} deleted: All tours of 3x4, by start square, {TOURS_3X4} tours\n",
    )
    assert [one["id"] for one in answer(invoke(service, "delete", job, "--yes", "--json"))] == [job]
    gone = invoke(service, "show", job)
    assert (gone.exit_code, json.loads(gone.stderr)["status"]) == (1, 410)
    running = invoke(service, "submit", "-", text=json.dumps(LONG)).stdout.strip()
    refused = invoke(service, "delete", running, "--yes")
    assert (refused.exit_code, json.loads(refused.stderr)["status"]) == (1, 409)
    invoke(service, "cancel", running)


def test_a_check_submits_nothing(service: EmbeddedService) -> None:
    """A check prints known results and the job's cost; a wrong specification is a problem with exit code 2."""
    spec = json.dumps({"kind": "enumerate", "board": "8x8", "tours": "closed", "label": "only checked"})
    words = invoke(service, "submit", spec, "--check")
    document = json.loads(invoke(service, "submit", spec, "--check", "--json").stdout)
    wrong = invoke(service, "submit", '{"kind": "enumerate", "board": "0x5"}', "--check")

    assert words.stdout.splitlines()[0] == "All closed tours of 8x8"
    assert "Known already: 1,698,222,644,548,096 directed closed tours, as 13,267,364,410,532 cycles." in words.stdout
    assert "Estimated processor time: " in words.stdout
    assert document["valid"]
    assert wrong.exit_code == 2
    assert json.loads(wrong.stderr)["errors"][0]["pointer"] == "/board"
    assert invoke(service, "jobs", "--search", "only checked").exit_code == 1


def test_failed_jobs_are_listed_then_retried(service: EmbeddedService) -> None:
    """With --dry-run or without consent nothing changes; after a retry the client's cache holds no stale job."""
    job_id = invoke(service, "submit", "-", text=json.dumps(LONG)).stdout.strip()
    wait_until(lambda: answer(invoke(service, "show", job_id, "--json"))["job"]["state"] == "running", "its start")
    invoke(service, "pause", job_id)
    wait_until(lambda: answer(invoke(service, "show", job_id, "--json"))["job"]["state"] == "paused", "the pause")
    with closing(sqlite3.connect(service.data / "cavalier.sqlite")) as database, database:
        failure = "state = 'failed', outcome = 'failed', explanation = 'crash', finished_at = created_at"
        database.execute(f"UPDATE jobs SET {failure} WHERE public_id = ?", [job_id])
        trace = "Traceback (most recent call last):\n  ...\nValueError: the disk is on fire\n"
        database.execute("UPDATE shards SET last_error = ? WHERE job_id = (SELECT max(id) FROM jobs)", [trace])
    shown = invoke(service, "show", job_id).stdout
    assert shown.count("ValueError: the disk is on fire") == 1
    assert "Traceback" not in shown
    kept = Client(Transport(service.url), cache=service.data / "cache").job(job_id)
    assert kept.state == "failed"

    told = invoke(service, "retry", job_id, "--dry-run")
    assert told.exit_code == 0
    assert "crash" in told.stdout
    assert job_id in told.stdout
    assert invoke(service, "retry", "--board", "6x6", text="n\n").exit_code == 1
    assert kept.state == "failed"
    assert [one["id"] for one in answer(invoke(service, "retry", "--board", "6x6", "--yes", "--json"))] == [job_id]
    assert kept.state in ("queued", "running")
    assert invoke(service, "retry", job_id, "--yes").exit_code != 0
    assert invoke(service, "cancel", job_id).exit_code == 0
