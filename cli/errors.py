"""Errors, shown the same way everywhere: a problem document on standard error and an exit code."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import IO, Any

import click

from cli.output import with_subject
from language.translate import gettext_noop, translate

FAILED = 1
INVALID = 2
INTERRUPTED = 130  # the shell's convention for Ctrl-C
INVALID_STATUSES = {
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
}


class ProblemError(click.ClickException):
    """A problem document (RFC 9457) that ends the command; exit code 2 where the request itself was wrong, else 1."""

    def __init__(self, document: Mapping[str, object]) -> None:
        super().__init__(str(document.get("detail") or document.get("title") or "failed"))
        self.document = document
        invalid_request = document.get("status") in INVALID_STATUSES
        self.exit_code = INVALID if invalid_request else FAILED  # type: ignore[misc]  # click reads it from the instance

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the document as JSON, for people at a terminal as sentences that name each field."""
        stream = file or sys.stderr
        click.echo(_sentences(self.document) if stream.isatty() else json.dumps(self.document, indent=2), file=stream)


def _sentences(document: Mapping[str, Any]) -> str:
    """Return the faults in words: one line for each field, else the detail."""
    errors = document.get("errors") or []
    lines = [with_subject(_field(fault), str(fault.get("detail"))) for fault in errors]
    title, detail = (str(document.get(name, "")) for name in ("title", "detail"))
    return "\n".join(lines) or with_subject(translate(title or gettext_noop("Error")), detail)


def _field(fault: Mapping[str, object]) -> str:
    place = str(fault.get("pointer") or fault.get("parameter") or "specification")
    return place.removeprefix("/").replace("/", ".")


def problem(title: str, detail: str, *, status: int | None = None, errors: Sequence[object] = ()) -> ProblemError:
    """Make a problem of our own; `errors` lists {"pointer", "detail"} for each wrong field."""
    document: dict[str, object] = {"type": f"urn:cavalier:problem:{title.lower().replace(' ', '-')}", "title": title}
    if status is not None:
        document["status"] = status
    document["detail"] = detail
    if errors:
        document["errors"] = list(errors)
    return ProblemError(document)


def invalid(errors: Sequence[Mapping[str, str]]) -> ProblemError:
    """Make the problem of a job specification that was refused."""
    detail = "; ".join(f"{fault['pointer'] or 'specification'}: {fault['detail']}" for fault in errors)
    return problem("Invalid request", detail, status=HTTPStatus.UNPROCESSABLE_ENTITY, errors=errors)


def nothing(what: str, advice: str = "") -> ProblemError:
    """Make the problem of an empty list or file: exit code 1, so that finding nothing does not look like success."""
    return problem("Nothing found", f"there is no {what}: {advice}" if advice else f"there is no {what}")
