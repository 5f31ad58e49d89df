"""Problem documents (RFC 9457) of failed job steps."""

from __future__ import annotations

import traceback

from engine.errors import InvalidProblemError
from store.jobs.leases import ERROR_LENGTH
from store.models.states import Step
from workers.planning.plan_apart import PlanTooLargeError

TYPE = "urn:cavalier:problem"


def problem_of(step: Step, error: Exception) -> dict[str, object]:
    """Return the problem document of an error that ended a step: bad request, limit, or internal error."""
    if isinstance(error, InvalidProblemError):
        faults = [{"pointer": error.pointer, "detail": error.message}]
        return _problem("invalid-request", "The request is not valid", 422, f"{error.pointer}: {error.message}", faults)
    if isinstance(error, PlanTooLargeError):
        return _problem("plan-too-large", "The job cannot be planned", 422, str(error), [])
    detail = "".join(traceback.format_exception_only(error)).strip()[-ERROR_LENGTH:]
    return _problem("step-failed", f"An error while {step}", 500, detail, [])


def _problem(kind: str, title: str, status: int, detail: str, errors: list[dict[str, str]]) -> dict[str, object]:
    return {"type": f"{TYPE}:{kind}", "title": title, "status": status, "detail": detail, "errors": errors}
