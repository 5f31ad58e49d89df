"""Errors, one class for each that a program would treat differently."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any


class CavalierError(Exception):
    """Anything that this package raises on purpose."""


class ProblemError(CavalierError):
    """The service refused, with the reason in a problem document (RFC 9457).

    document: as it was sent. status: of HTTP. fields: what is wrong with each field, by its place: a JSON pointer into
    the specification (`/starts/0`), or the name of a parameter.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = dict(document)
        self.status = int(document.get("status") or 0)
        faults = document.get("errors") or []
        self.fields: dict[str, str] = {
            str(fault.get("pointer") or fault.get("parameter") or fault.get("header") or ""): str(fault.get("detail"))
            for fault in faults
        }
        super().__init__(str(document.get("detail") or document.get("title") or "failed"))


class InvalidRequestError(ProblemError):
    """The request itself is wrong (400, 413, 415, 422); `fields` names what."""


class NotAllowedError(ProblemError):
    """There is no key, or its scope does not suffice (401, 403)."""


class NotFoundError(ProblemError):
    """There is no such thing (404)."""


class DeletedError(NotFoundError):
    """The job was deleted (410); `deletion` says what it was, who deleted it, and when."""

    @property
    def deletion(self) -> dict[str, Any]:
        """The service's record of the deleted job."""
        return dict(self.document.get("deletion") or {})


class ConflictError(ProblemError):
    """The request does not fit the current state of its object (409)."""


class UnavailableError(ProblemError):
    """The service is too busy or not ready (429, 502, 503, 504), even after all retries."""


class AddressError(CavalierError):
    """The given address cannot be the address of a service."""


class NoAnswerError(CavalierError):
    """Nothing answers at the address."""


class OtherServerError(CavalierError):
    """The server at the address is not a Cavalier service."""


class NotInstalledError(CavalierError):
    """A call needs a package that is not installed; the message names the package."""


class JobFailedError(CavalierError):
    """A job that was waited for failed or was cancelled; the message says why."""


class WaitTimeoutError(CavalierError, TimeoutError):
    """A job or campaign was not finished in the given time, and continues; the message describes its state."""


INVALID = {
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
}
BUSY = {
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.BAD_GATEWAY,
    HTTPStatus.SERVICE_UNAVAILABLE,
    HTTPStatus.GATEWAY_TIMEOUT,
}
CLASSES: dict[int, type[ProblemError]] = {
    **dict.fromkeys(INVALID, InvalidRequestError),
    **dict.fromkeys(BUSY, UnavailableError),
    HTTPStatus.UNAUTHORIZED: NotAllowedError,
    HTTPStatus.FORBIDDEN: NotAllowedError,
    HTTPStatus.NOT_FOUND: NotFoundError,
    HTTPStatus.GONE: DeletedError,
    HTTPStatus.CONFLICT: ConflictError,
}


def problem_error(document: Mapping[str, Any]) -> ProblemError:
    """Return the error of a problem document, of the class for its status."""
    return CLASSES.get(int(document.get("status") or 0), ProblemError)(document)
