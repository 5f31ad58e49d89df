"""Problem documents (RFC 9457): the one shape of every error the API gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Response
from pydantic import BaseModel, Field

from api.http.deletion_document import DeletionDocument
from engine.errors import InvalidProblemError
from language.translate import translate

MEDIA_TYPE = "application/problem+json"


def _is_none(value: object) -> bool:
    return value is None


class Fault(BaseModel):
    """One thing wrong with a request: where it is, and what is wrong."""

    pointer: str | None = Field(default=None, exclude_if=_is_none, description="JSON pointer into the request body")
    parameter: str | None = Field(default=None, exclude_if=_is_none, description="name of the query parameter")
    header: str | None = Field(default=None, exclude_if=_is_none, description="name of the request header")
    detail: str


class Problem(BaseModel):
    """A problem document."""

    type: str = Field(description="stable name of the kind of problem")
    title: str
    status: int
    detail: str
    errors: list[Fault] = Field(default=[], description="every fault found, with its place")
    deletion: DeletionDocument | None = Field(
        default=None, exclude_if=_is_none, description="of a job that was deleted (410)"
    )


class ProblemError(Exception):
    """Raise to answer the request with a problem document.

    `kind` is the stable name in the document's `type`; `title` says it in words.
    """

    def __init__(
        self,
        status: int,
        kind: str,
        title: str,
        detail: str,
        *,
        faults: Sequence[Fault] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.problem = Problem(
            type=f"urn:cavalier:problem:{kind}", title=title, status=status, detail=detail, errors=list(faults)
        )
        self.headers = dict(headers or {})

    def response(self) -> Response:
        """Return the problem as an HTTP response, in the language of the request."""
        return Response(
            translate_problem(self.problem).model_dump_json(),
            status=self.problem.status,
            headers=self.headers,
            mimetype=MEDIA_TYPE,
        )


def invalid(faults: Sequence[Fault]) -> ProblemError:
    """Return the problem of a request that is well formed but says something wrong."""
    return ProblemError(422, "invalid-request", "The request is not valid", _together(faults), faults=faults)


def invalid_parameter(error: InvalidProblemError) -> ProblemError:
    """Return the problem of a request whose parameter the engine refuses."""
    return invalid([Fault(parameter=error.pointer.removeprefix("/"), detail=error.message)])


def translate_problem(problem: Problem) -> Problem:
    """Return a problem in the current language; its type, its places and its status are the same in all."""
    faults = [fault.model_copy(update={"detail": translate(fault.detail)}) for fault in problem.errors]
    detail = _together(faults) if problem.detail == _together(problem.errors) else translate(problem.detail)
    return problem.model_copy(update={"title": translate(problem.title), "detail": detail, "errors": faults})


def _together(faults: Sequence[Fault]) -> str:
    return "; ".join(
        f"{fault.pointer or fault.parameter or fault.header or 'body'}: {fault.detail}" for fault in faults
    )


def too_many(detail: str, seconds: int, headers: Mapping[str, str] | None = None) -> ProblemError:
    """Return the problem of a request over a limit; it may be sent again after this many seconds."""
    after = {"Retry-After": str(seconds), **(headers or {})}
    return ProblemError(429, "too-many", "Too many", detail, headers=after)


def not_found(what: str, advice: str = "") -> ProblemError:
    """Return the problem of something that does not exist. advice: why not, or what exists instead."""
    detail = f"there is no {what}: {advice}" if advice else f"there is no {what}"
    return ProblemError(404, "not-found", "Not found", detail)
