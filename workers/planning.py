"""Planning outside this process: under limits of time and memory, and to be stopped at any moment."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from tempfile import TemporaryFile
from typing import IO

from engine.errors import InvalidProblemError
from engine.kinds.base import Plan, ShardPlan
from engine.specification.result import Result
from store.jobs.leases import ERROR_LENGTH

TICK_SECONDS = 0.1
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""Each thread of a library takes memory for itself."""


class PlanTooLargeError(RuntimeError):
    """A plan that takes more time or memory than this service gives to one."""


class PlanStoppedError(RuntimeError):
    """Planning was stopped because nobody wants the plan any more."""


def plan_apart(
    specification: Mapping[str, object], seconds: float, megabytes: int, stopped: Callable[[], bool]
) -> Plan:
    """Return the plan of a job, made by a process of its own.

    InvalidProblemError where the job makes no sense, PlanTooLargeError beyond the limits, PlanStoppedError soon after
    `stopped` says so.
    """
    limits = [math.ceil(seconds), megabytes, os.getpid()]
    command = [sys.executable, "-m", "workers.planning_process", *map(str, limits)]
    with TemporaryFile() as question, TemporaryFile() as output, TemporaryFile() as errors:
        question.write(json.dumps(dict(specification)).encode())
        question.seek(0)
        process = subprocess.Popen(  # nosec B603  # noqa: S603  our own module
            command, stdin=question, stdout=output, stderr=errors, env=os.environ | ONE_THREAD
        )
        try:
            _wait(process, seconds, stopped)
        finally:
            process.kill()
            process.wait()
        return _plan(process.returncode, _text(output), _text(errors), f"{seconds:g} s or {megabytes} MiB")


def _wait(process: subprocess.Popen[bytes], seconds: float, stopped: Callable[[], bool]) -> None:
    """Return when the process has ended or has had its time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            process.wait(TICK_SECONDS)
        except subprocess.TimeoutExpired:
            if stopped():
                raise PlanStoppedError from None
        else:
            return


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


def _plan(code: int, output: str, errors: str, limits: str) -> Plan:
    """Read the process's answer; what it wrote before a signal ended it says nothing."""
    document = json.loads(output) if code == 0 else {}
    if "message" in document:
        raise InvalidProblemError(document["pointer"], document["message"])
    if code < 0 or "memory" in document or "MemoryError" in errors:
        raise PlanTooLargeError(f"it needs more than {limits}")
    if code > 0:
        raise RuntimeError(errors[-ERROR_LENGTH:])
    result = None if document["result"] is None else Result.model_validate(document["result"])
    return Plan([ShardPlan(*shard) for shard in document["shards"]], result, document["advice"])
