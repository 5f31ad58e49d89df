"""Errors of commands: JSON for programs, sentences for people at a terminal."""

from __future__ import annotations

import io
import json

import pytest

from cli.errors import FAILED, INVALID, ProblemError, invalid, problem


class Terminal(io.StringIO):
    """A file that claims to be a terminal."""

    def isatty(self) -> bool:
        """Return True."""
        return True


FAULTS = [{"pointer": "/budget/walks", "detail": "must be positive"}, {"pointer": "", "detail": "makes no sense"}]


@pytest.mark.parametrize(
    ("error", "lines", "code"),
    [
        (invalid(FAULTS), ["budget.walks: must be positive", "specification: makes no sense"], INVALID),
        (problem("Too large to draw", "at most 9 squares"), ["Too large to draw: at most 9 squares"], FAILED),
        (ProblemError({"title": "Gone", "status": 410}), ["Gone"], FAILED),
        (ProblemError({"title": "", "detail": "it broke"}), ["Error: it broke"], FAILED),
    ],
)
def test_people_read_sentences(error: ProblemError, lines: list[str], code: int) -> None:
    """People get a line for each field, or the fault as a whole; programs get the document."""
    person, program = Terminal(), io.StringIO()
    error.show(person)
    error.show(program)
    assert [line.rstrip(": ") for line in person.getvalue().splitlines()] == lines
    assert json.loads(program.getvalue()) == error.document
    assert error.exit_code == code
