"""Problem documents for all exceptions; none reveals its internals to the caller."""

from __future__ import annotations

import re

import structlog
from flask import Flask, Response, render_template, request
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from werkzeug.exceptions import HTTPException

from api.http.deletion_document import DeletionDocument
from api.http.problems import Fault, ProblemError, invalid, not_found, too_many, translate_problem
from engine.errors import InvalidProblemError
from engine.kinds.parse import InvalidSpecificationError
from language.translate import gettext_noop
from store.errors import (
    AdoptionRefusedError,
    CampaignChangedError,
    CampaignNotFoundError,
    IdempotencyConflictError,
    JobDeletedError,
    JobNotFoundError,
    NothingToCertifyError,
    TooManyJobsError,
)
from store.models.states import IllegalTransitionError

log = structlog.get_logger(__name__)
NOT_PAGES = ("/api/", "/health/", "/metrics")
JOBS_AGAIN_SECONDS = 30
NOT_A_LETTER = re.compile(r"[^a-z]+")

HTTP_ERRORS = {
    400: (gettext_noop("Bad request"), gettext_noop("the request cannot be read")),
    404: (gettext_noop("Not found"), gettext_noop("there is nothing at this address")),
    405: (gettext_noop("Method not allowed"), gettext_noop("this address does not take this method")),
    413: (gettext_noop("Too large"), gettext_noop("the body of the request is too large")),
    500: (gettext_noop("Internal error"), gettext_noop("something went wrong here; the log of the service says what")),
}
"""Titles of HTTP errors, each with a sentence for those that bring none of their own."""


def init_app(app: Flask) -> None:
    """Register the answer to each exception."""
    app.register_error_handler(ProblemError, present)
    app.register_error_handler(HTTPException, answer_http)
    app.register_error_handler(InvalidSpecificationError, answer_specification)
    app.register_error_handler(InvalidProblemError, answer_problem)
    app.register_error_handler(JobDeletedError, answer_deleted)
    app.register_error_handler(JobNotFoundError, answer_missing)
    app.register_error_handler(CampaignNotFoundError, answer_no_campaign)
    app.register_error_handler(CampaignChangedError, answer_race)
    app.register_error_handler(IllegalTransitionError, answer_wrong_state)
    app.register_error_handler(AdoptionRefusedError, answer_wrong_state)
    app.register_error_handler(NothingToCertifyError, answer_wrong_state)
    app.register_error_handler(IdempotencyConflictError, answer_conflict)
    app.register_error_handler(TooManyJobsError, answer_crowd)
    app.register_error_handler(DataError, answer_value)
    app.register_error_handler(IntegrityError, answer_race)
    app.register_error_handler(DBAPIError, answer_database)
    app.register_error_handler(PoolTimeoutError, answer_database)


def present(error: ProblemError) -> Response:
    """Answer with the problem document; a browser that looks at a page gets a page."""
    wants = request.accept_mimetypes.best_match(["application/json", "text/html"])
    if request.path.startswith(NOT_PAGES) or wants != "text/html":
        return error.response()
    page = render_template("error.html", problem=translate_problem(error.problem))
    return Response(page, status=error.problem.status, headers=error.headers)


def answer_http(error: HTTPException) -> Response:
    """Give an error of HTTP itself the common shape; its headers (Allow, Retry-After) stay."""
    kind = NOT_A_LETTER.sub("-", error.name.lower()).strip("-")
    headers = {name: value for name, value in error.get_headers() if name != "Content-Type"}
    status, detail = error.code or 500, error.description or error.name
    title, sentence = HTTP_ERRORS.get(status, (error.name, detail))
    detail = sentence if error.description == type(error).description else detail
    return present(ProblemError(status, kind, title, detail, headers=headers))


def answer_specification(error: InvalidSpecificationError) -> Response:
    """Point at every wrong field of a specification."""
    return present(invalid([Fault(pointer=fault.pointer, detail=fault.message) for fault in error.faults]))


def answer_problem(error: InvalidProblemError) -> Response:
    """Point at the field that makes a computation impossible."""
    return present(invalid([Fault(pointer=error.pointer, detail=error.message)]))


def answer_missing(_error: JobNotFoundError) -> Response:
    """Say that there is no such job."""
    return present(not_found("such job"))


def answer_no_campaign(_error: CampaignNotFoundError) -> Response:
    """Say that there is no such campaign."""
    return present(not_found("such campaign"))


def answer_deleted(error: JobDeletedError) -> Response:
    """Answer with what the ledger keeps of a deleted job."""
    gone = ProblemError(410, "deleted", "The job was deleted", str(error))
    gone.problem.deletion = DeletionDocument.model_validate(error.deletion)
    return present(gone)


def answer_wrong_state(error: IllegalTransitionError | AdoptionRefusedError | NothingToCertifyError) -> Response:
    """Say that the job's state does not allow this."""
    return present(ProblemError(409, "wrong-state", "The job's state does not allow this", str(error)))


def answer_conflict(error: IdempotencyConflictError) -> Response:
    """Say that an idempotency key was used for something else."""
    fault = Fault(header="Idempotency-Key", detail=str(error))
    title = "The key belongs to another request"
    return present(ProblemError(422, "idempotency-conflict", title, str(error), faults=[fault]))


def answer_crowd(error: TooManyJobsError) -> Response:
    """Say that some job has to end first."""
    left = {"RateLimit-Policy": f'"jobs";q={error.most}', "RateLimit": f'"jobs";r={error.left}'}
    return present(too_many(str(error), JOBS_AGAIN_SECONDS, left))


def answer_value(_error: DataError) -> Response:
    """Refuse what the database cannot even compare with, such as NUL in a text."""
    return present(invalid([Fault(detail="a value in the request can be in no record")]))


def answer_race(_error: IntegrityError | CampaignChangedError) -> Response:
    """Let one of two simultaneous requests win; the other may be sent again."""
    title, headers = "The same request is being answered", {"Retry-After": "1"}
    return present(ProblemError(409, "concurrent-request", title, "try again", headers=headers))


def answer_database(error: SQLAlchemyError) -> Response:
    """Answer that the database is away; the log has the cause."""
    log.error("database-unavailable", error=str(error))
    title, headers = "The database does not answer", {"Retry-After": "5"}
    return present(ProblemError(503, "database-unavailable", title, "try again", headers=headers))
