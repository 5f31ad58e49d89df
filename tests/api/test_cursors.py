"""Cursors: opaque, signed, bound to their list."""

from __future__ import annotations

import pytest

from api.cursors import CursorSigner
from api.problems import ProblemError

FILTERS = {"path": "/x", "state": ["queued"]}


def test_a_cursor_gives_its_key_back() -> None:
    """To every process that holds the same secret."""
    cursor = CursorSigner(lambda: b"secret").seal([7, "a"], FILTERS)

    assert CursorSigner(lambda: b"secret").open(cursor, FILTERS) == (7, "a")


@pytest.mark.parametrize("other", [{}, FILTERS | {"state": []}])
def test_other_lists_and_other_secrets_are_refused(other: dict[str, object]) -> None:
    """A cursor is a promise about one list only."""
    cursor = CursorSigner(lambda: b"secret").seal([7], FILTERS)

    with pytest.raises(ProblemError, match="other filters"):
        CursorSigner(lambda: b"secret").open(cursor, other)
    with pytest.raises(ProblemError, match="not a cursor"):
        CursorSigner(lambda: b"another").open(cursor, FILTERS)
