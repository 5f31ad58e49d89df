"""The meaning of each digest is recorded once, by the first process that has the code."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select, update

from engine.code_digest import own_code_digests, own_digests
from store.database.db import Database
from store.models.operations import CodeVersionRow
from store.trust.code_versions import COMMIT, find_code_version, own_commit, report_code


def test_every_digest_is_written_down(database: Database) -> None:
    """Every digest is recorded once, and its first record stays."""
    report_code(database)
    with database.writing() as session:
        session.execute(update(CodeVersionRow).values(first_seen=1.0))
    report_code(database)
    with database.reading() as session:
        assert (
            set(session.scalars(select(CodeVersionRow.digest))) == set(own_digests().programs()) >= own_code_digests()
        )
        assert session.scalar(select(func.max(CodeVersionRow.first_seen))) == 1.0
        row = find_code_version(session, min(own_code_digests()))
        assert row is not None
        assert {"numba", "numpy"} <= {name.lower() for name in row.packages}
        assert find_code_version(session, "nothing") is None


def test_the_commit_is_named_where_there_is_no_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a repository an environment variable names the commit."""
    monkeypatch.setenv(COMMIT, "0123abc")
    own_commit.cache_clear()
    assert own_commit() == "0123abc"
    own_commit.cache_clear()
