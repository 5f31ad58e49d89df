"""Plans made in a process of their own: the same plans, but limited and stoppable."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from engine.errors import InvalidProblemError
from engine.kinds.parse import parse_problem
from engine.kinds.table import KINDS
from engine.specification.normal_form import as_json
from workers.planning.plan_apart import PlannerKilledError, PlanStoppedError, PlanTooLargeError, _plan, plan_apart
from workers.planning.process import answer
from workers.shortages import is_shortage

LONG = {"kind": "enumerate", "board": "1000x1000", "by_end": True}

POPEN = subprocess.Popen


@pytest.fixture(autouse=True)
def toy_kind() -> None:
    """Keep the registries unchanged."""


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "enumerate", "board": "5x6", "method": "backtrack"},
        {"kind": "enumerate", "board": "4x4"},
        {"kind": "sample", "board": "5x5", "rng": {"streams": 3}},
        {"kind": "enumerate", "board": "9x9", "limit": {"tours": 5}},
    ],
)
def test_the_plan_is_that_made_here(fields: dict[str, object]) -> None:
    """The plan is the same as in this process: shards, with advice if any, or a result at once."""
    problem = parse_problem(fields)
    here = KINDS[problem.spec.kind].plan(problem)

    apart = plan_apart(as_json(problem.spec), 600, 2048, lambda: False)

    assert list(apart.shards) == list(here.shards)
    assert (apart.result, apart.advice) == (here.result, here.advice)


def test_what_makes_no_sense_is_refused() -> None:
    """An invalid problem names its field as it does in this process."""
    with pytest.raises(InvalidProblemError) as caught:
        plan_apart({"kind": "enumerate", "board": "torus:6x6", "method": "frontier"}, 60, 2048, lambda: False)
    assert caught.value.pointer == "/method"


@pytest.mark.parametrize(("seconds", "megabytes", "limit"), [(1, 4096, r"1 s$"), (60, 300, r"300 MiB of memory$")])
def test_limits(seconds: int, megabytes: int, limit: str) -> None:
    """A plan that exceeds its time or memory stops and names the limit."""
    with pytest.raises(PlanTooLargeError, match=limit):
        plan_apart(LONG, seconds, megabytes, lambda: False)


def test_processor_time_is_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planner that the system ends for its processor time is reported as over that limit."""
    monkeypatch.setattr(
        "workers.planning.plan_apart._answer", lambda process, *_: process.communicate(json.dumps(LONG).encode())
    )
    with pytest.raises(PlanTooLargeError, match=r"1 s$"):
        plan_apart(LONG, 1, 4096, lambda: False)


def test_a_kill_is_not_told_as_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planner killed by SIGKILL, as when memory runs out, is not reported as over a limit."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*command: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(POPEN(*command, **options))
        return started[-1]

    def kill() -> bool:
        os.kill(started[0].pid, signal.SIGKILL)
        return False

    monkeypatch.setattr("workers.planning.plan_apart.subprocess.Popen", start)
    with pytest.raises(PlannerKilledError, match="signal 9"):
        plan_apart(LONG, 60, 4096, kill)


def test_a_shortage_of_the_machine_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shortage of the machine is passed on as the original error, not as a fault of the plan."""

    def fail(_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files", "cache")

    monkeypatch.setattr(KINDS["enumerate"], "plan", fail)
    document = answer({"kind": "enumerate", "board": "5x6"})
    with pytest.raises(OSError, match="Too many open files") as caught:
        _plan(0, json.dumps(document), "", 2048)
    assert is_shortage(caught.value)


@pytest.mark.parametrize("is_short", [False, True])
def test_memory_that_the_machine_lacks_is_not_told_as_a_limit(monkeypatch: pytest.MonkeyPatch, is_short: bool) -> None:
    """A plan over its limit fails its job; a plan that the machine could not serve is made later."""

    def fail(_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(KINDS["enumerate"], "plan", fail)
    monkeypatch.setattr("workers.planning.process.is_machine_short", lambda: is_short)
    document = answer({"kind": "enumerate", "board": "5x6"})
    with pytest.raises(OSError if is_short else PlanTooLargeError) as caught:
        _plan(0, json.dumps(document), "", 2048)
    assert is_shortage(caught.value) == is_short


def test_planning_needs_no_room_on_a_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Planning works where no temporary file can be made."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "missing"))
    assert plan_apart({"kind": "enumerate", "board": "5x6", "method": "backtrack"}, 60, 2048, lambda: False).shards


def test_a_plan_nobody_wants_is_stopped() -> None:
    """An abandoned plan stops soon, at any point."""
    with pytest.raises(PlanStoppedError):
        plan_apart(LONG, 60, 4096, lambda: True)
