"""Planning in another process, with limits of time and memory, interruptible at any moment."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from subprocess import PIPE

from engine.errors import InvalidProblemError
from engine.kinds.common.kind import Plan, ShardPlan
from engine.specification.result import Result
from store.jobs.leases import ERROR_LENGTH

TICK_SECONDS = 0.1
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""Each thread of these libraries takes memory of its own."""


class PlanTooLargeError(RuntimeError):
    """The plan exceeds the service's limits of time or memory."""


class PlannerKilledError(RuntimeError):
    """The planning process was killed by a signal; that says nothing about the plan."""


class PlanStoppedError(RuntimeError):
    """Planning was stopped because the plan is no longer needed."""


def plan_apart(
    specification: Mapping[str, object], seconds: float, megabytes: int, is_stopped: Callable[[], bool]
) -> Plan:
    """Return the plan of a job, made in another process.

    Raises InvalidProblemError for invalid jobs, PlanTooLargeError beyond the limits, OSError where the machine lacks
    something, PlannerKilledError if a signal ended the process, and PlanStoppedError soon after `is_stopped` returns
    true.
    """
    limits = [math.ceil(seconds), megabytes, os.getpid()]
    command = [sys.executable, "-m", "workers.planning.process", *map(str, limits)]
    with subprocess.Popen(  # nosec B603  # noqa: S603  our own module
        command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=os.environ | ONE_THREAD
    ) as process:
        try:
            output, errors = _answer(process, json.dumps(dict(specification)).encode(), seconds, is_stopped)
        finally:
            process.kill()
    if process.returncode == -signal.SIGXCPU:
        raise _too_long(seconds)
    return _plan(process.returncode, output.decode(errors="replace"), errors.decode(errors="replace"), megabytes)


def _answer(
    process: subprocess.Popen[bytes], question: bytes, seconds: float, is_stopped: Callable[[], bool]
) -> tuple[bytes, bytes]:
    """Return the output of the process when it has ended. Pipes carry it, so a full disk blocks nothing."""
    deadline = time.monotonic() + seconds
    unsent: bytes | None = question
    while time.monotonic() < deadline:
        try:
            return process.communicate(unsent, TICK_SECONDS)
        except subprocess.TimeoutExpired:
            unsent = None  # it is on its way
            if is_stopped():
                raise PlanStoppedError from None
    raise _too_long(seconds)


def _too_long(seconds: float) -> PlanTooLargeError:
    return PlanTooLargeError(f"it needs more than {seconds:g} s")


def _plan(code: int, output: str, errors: str, megabytes: int) -> Plan:
    """Parse the output of the process; that of a killed process is ignored."""
    document = json.loads(output) if code == 0 else {}
    if "message" in document:
        raise InvalidProblemError(document["pointer"], document["message"])
    if "memory" in document or "MemoryError" in errors:
        raise PlanTooLargeError(f"it needs more than {document.get('memory', f'{megabytes} MiB')} of memory")
    if "errno" in document:
        raise OSError(document["errno"], document["error"])
    if code < 0:
        raise PlannerKilledError(f"signal {-code} ended the process that planned it")
    if code > 0:
        raise RuntimeError(errors[-ERROR_LENGTH:])
    result = None if document["result"] is None else Result.model_validate(document["result"])
    return Plan([ShardPlan(*shard) for shard in document["shards"]], result, document["advice"])
