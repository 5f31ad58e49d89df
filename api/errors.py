"""Every exception becomes a problem document; none shows its inside to the caller."""

from __future__ import annotations

import re

import structlog
from flask import Flask, Response
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from werkzeug.exceptions import HTTPException

from api.problems import Fault, ProblemError, invalid, not_found
from engine.errors import InvalidProblemError
from engine.specification.parse import InvalidSpecificationError
from store.errors import IdempotencyConflictError, IllegalTransitionError, JobNotFoundError

log = structlog.get_logger(__name__)
NOT_A_LETTER = re.compile(r"[^a-z]+")


def init_app(app: Flask) -> None:
    """Register the answer to each exception."""
    app.register_error_handler(ProblemError, ProblemError.response)
    app.register_error_handler(HTTPException, answer_http)
    app.register_error_handler(InvalidSpecificationError, answer_specification)
    app.register_error_handler(InvalidProblemError, answer_problem)
    app.register_error_handler(JobNotFoundError, answer_missing)
    app.register_error_handler(IllegalTransitionError, answer_wrong_state)
    app.register_error_handler(IdempotencyConflictError, answer_conflict)
    app.register_error_handler(DBAPIError, answer_database)
    app.register_error_handler(PoolTimeoutError, answer_database)


def answer_http(error: HTTPException) -> Response:
    """Give an error of HTTP itself the common shape; its headers (Allow, Retry-After) stay."""
    kind = NOT_A_LETTER.sub("-", error.name.lower()).strip("-")
    headers = {name: value for name, value in error.get_headers() if name != "Content-Type"}
    problem = ProblemError(error.code or 500, kind, error.name, error.description or error.name, headers=headers)
    return problem.response()


def answer_specification(error: InvalidSpecificationError) -> Response:
    """Point at every wrong field of a specification."""
    return invalid([Fault(pointer=fault.pointer, detail=fault.message) for fault in error.faults]).response()


def answer_problem(error: InvalidProblemError) -> Response:
    """Point at the field that no computation can start from."""
    return invalid([Fault(pointer=error.pointer, detail=error.message)]).response()


def answer_missing(_error: JobNotFoundError) -> Response:
    """Say that there is no such job."""
    return not_found("such job").response()


def answer_wrong_state(error: IllegalTransitionError) -> Response:
    """Say that the job's state does not allow this."""
    return ProblemError(409, "wrong-state", "The job's state does not allow this", str(error)).response()


def answer_conflict(error: IdempotencyConflictError) -> Response:
    """Say that an idempotency key was used for something else."""
    fault = Fault(header="Idempotency-Key", detail=str(error))
    return ProblemError(
        422, "idempotency-conflict", "The key belongs to another request", str(error), faults=[fault]
    ).response()


def answer_database(error: SQLAlchemyError) -> Response:
    """Say that the database does not answer; the log has the cause."""
    log.error("database-unavailable", error=str(error))
    return ProblemError(
        503, "database-unavailable", "The database does not answer", "try again", headers={"Retry-After": "5"}
    ).response()
