"""`cavalier run` in a process of its own."""

from __future__ import annotations

import json
import signal
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cli.main import main
from store.database.db import Database, open_database
from store.jobs.maintenance import live_workers
from store.settings import Settings
from store.trust.spot_checks import ERRED, distrust
from tests.processes import ROOT, STOP_SECONDS, EmbeddedService, cavalier, clean_environment
from tests.servers import wait_until
from tests.small_disk import SmallDisk, small_disk

__all__ = ["small_disk"]
SMALL = {"kind": "enumerate", "board": "3x4", "method": "backtrack"}
HALF = [[row, column] for row in (1, 2, 3, 4, 5) for column in (1, 2, 3)]
LONGER = {"kind": "enumerate", "board": "5x6", "method": "backtrack", "starts": HALF}
"""Some seconds of work, so that a signal sent at its beginning arrives before its end."""

TOURS_OF_LONGER = "18784"


def run(spec: object, data: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run a job to its end and return what was printed."""
    return subprocess.run(
        cavalier("run", "-", "--data", str(data), "--threads", "2", *options),
        cwd=ROOT,
        env=clean_environment({}),
        input=json.dumps(spec),
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_specification_itself_may_be_given(tmp_path: Path) -> None:
    """The argument may be the specification instead of a file; its faults are reported as those of a file."""
    asked = ["run", json.dumps(SMALL), "--data", str(tmp_path), "--json"]
    done = CliRunner().invoke(main, asked)
    assert (done.exit_code, totals(done.stdout)["tours"]) == (0, "16")
    broken = CliRunner().invoke(main, ["run", '{"kind": ', "--data", str(tmp_path)])
    assert broken.exit_code == 2
    assert "Malformed JSON" in broken.stderr
    assert CliRunner().invoke(main, ["run", "kind: enumerate"]).exit_code == 2
    twice = CliRunner().invoke(main, ["run", '{"kind": "enumerate", "kind": "sample"}', "--data", str(tmp_path)])
    assert twice.exit_code == 2
    assert json.loads(twice.stderr)["errors"] == [{"pointer": "/kind", "detail": "stands twice: give it once"}]


def test_a_run_that_fails_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the index is missing at the first draw, all streams fail and the reason is printed once."""
    monkeypatch.setattr("cli.processes.run.check_files", lambda *_: None)
    draws = {"kind": "sample", "board": "5x6", "method": "index", "tours": "closed", "budget": {"walks": 100}}
    done = CliRunner().invoke(main, ["run", json.dumps(draws | {"store": "all"}), "--data", str(tmp_path)])
    assert done.exit_code == 1
    (told,) = [line for line in done.stderr.splitlines() if line.startswith("stream")]
    assert "no index of its closed tours is kept here" in told


def totals(printed: str) -> dict[str, str]:
    """Return the counts of a result document by quantity."""
    document: dict[str, Any] = json.loads(printed)
    return {count["quantity"]: count["value"] for count in document["counts"]}


def test_a_job_runs_to_its_end_and_is_found_again(tmp_path: Path) -> None:
    """Standard output is the result document alone; --reuse prints the same document."""
    first, second = run(SMALL, tmp_path, "--json"), run(SMALL, tmp_path, "--json", "--reuse")
    assert first.returncode == 0, first.stderr
    assert totals(first.stdout)["tours"] == "16"
    assert json.loads(first.stdout)["job"]["state"] == "succeeded"
    assert second.stdout == first.stdout


@pytest.mark.parametrize(
    ("spec", "pointer"),
    [
        ({"kind": "enumerate", "board": "8z8"}, "/board"),
        (SMALL | {"extra": 1}, "/extra"),
        (SMALL | {"board": "12x12", "method": "frontier"}, "/method"),  # a sweep that is too large
    ],
)
def test_invalid_jobs_touch_nothing(spec: object, pointer: str, tmp_path: Path) -> None:
    """Exit code 2, a problem document that points at the field, and no new data folder."""
    data = tmp_path / "data"
    done = CliRunner().invoke(main, ["run", "-", "--data", str(data), "--json"], input=json.dumps(spec))
    assert done.exit_code == 2
    assert done.stdout == ""
    assert json.loads(done.stderr)["errors"][0]["pointer"] == pointer
    assert not data.exists()


def test_a_plan_beyond_the_limits_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planning stops at a worker's limit of time, and nothing is left behind."""
    monkeypatch.setenv("CAVALIER_PLAN_SECONDS", "1")
    data = tmp_path / "data"
    spec = {"kind": "enumerate", "board": "1000x1000", "by_end": True}
    done = CliRunner().invoke(main, ["run", "-", "--data", str(data), "--json"], input=json.dumps(spec))
    assert json.loads(done.stderr)["detail"] == "it needs more than 1 s"
    assert not data.exists()


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    """SIGINT pauses the job with all work committed (exit code 130); the same command finishes it exactly."""
    process = subprocess.Popen(
        cavalier("run", "-", "--data", str(tmp_path), "--threads", "1"),
        cwd=ROOT,
        env=clean_environment({"CAVALIER_SLICE_SECONDS": "0.1", "CAVALIER_LOG_LEVEL": "info"}),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:  # closes the streams whatever fails
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(json.dumps(LONGER))
        process.stdin.close()
        begun = next(line for line in process.stderr if "begins" in line or "goes on" in line)
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
        assert process.wait(STOP_SECONDS) == 130, said
    assert "is paused" in said
    done = run(LONGER, tmp_path, "--json")
    assert totals(done.stdout)["tours"] == TOURS_OF_LONGER
    assert json.loads(done.stdout)["job"]["id"] in begun


def test_a_worker_that_erred_ends_the_command(tmp_path: Path) -> None:
    """It names the worker and the remedy, and fails; the same command continues the job with a new worker."""
    command = cavalier("run", "-", "--data", str(tmp_path), "--threads", "1")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, env=clean_environment({}), text=True, **pipes) as process:  # type: ignore[call-overload]  # its pipes are there
        process.stdin.write(json.dumps(LONGER))
        process.stdin.close()
        assert any("begins" in line for line in process.stderr)
        with closing(open_database(Settings(data=tmp_path))) as database:
            wait_until(lambda: _convict(database), "its worker is convicted")
        said = process.stderr.read()
        assert process.wait(STOP_SECONDS) == 1, said
    assert ERRED in json.loads(said[said.index("{") :])["detail"]
    again = run(LONGER, tmp_path, "--json")
    assert "goes on" in again.stderr
    assert totals(again.stdout)["tours"] == TOURS_OF_LONGER


def _convict(database: Database) -> bool:
    """Mark every live worker as one that erred; return whether there was one."""
    with database.writing() as session:
        names = [worker.name for worker in live_workers(session)]
        for name in names:
            distrust(session, name)
    return bool(names)


def test_a_folder_in_use_is_refused(service: EmbeddedService) -> None:
    """A folder in use by a service is refused with exit code 1 and a problem that names the folder."""
    done = run(SMALL, service.data)
    assert done.returncode == 1
    assert json.loads(done.stderr)["title"] == "Data folder in use"
    assert str(service.data) in done.stderr
    assert "by --url or CAVALIER_URL" in done.stderr


@pytest.mark.parametrize("trouble", ["read-only", "full", "damaged"])
def test_a_data_folder_that_cannot_be_used_is_named(small_disk: SmallDisk, trouble: str) -> None:
    """Exit code 1 and a problem document, no traceback; nothing is begun."""
    data = small_disk.path / "data"
    if trouble == "read-only":
        small_disk.protect(writable=False)
    elif trouble == "full":
        data.mkdir()
        small_disk.fill()
    else:
        data.mkdir()
        (data / "cavalier.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 8000)
    done = run(SMALL, data)
    assert done.returncode == 1, done.stderr
    document = json.loads(done.stderr)
    assert document["title"] in {"Data folder unusable", "Database unusable"}
    assert any(word in document["detail"] for word in ("Read-only", "full", "No space", "malformed", "not a database"))
