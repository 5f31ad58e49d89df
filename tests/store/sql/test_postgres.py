"""On PostgreSQL, readers use a role that may read only the views; with further rights it answers nothing."""

from __future__ import annotations

import resource
import time
from contextlib import suppress

import pytest
from sqlalchemy import text

from store.database.db import Database
from store.sql import postgres, postgres_role
from store.sql.answer import Limits, Value
from store.sql.errors import QueriesOffError, RefusedError, TooMuchError
from store.sql.execute import Question, ask

pytestmark = pytest.mark.service
ONE = Question("SELECT 1", {})
LIMITS = Limits(seconds=30.0)
RIGHTS = (
    ("GRANT SELECT ON jobs TO {}", "REVOKE SELECT ON jobs FROM {}"),
    ("GRANT SELECT (name) ON api_keys TO {}", "REVOKE SELECT (name) ON api_keys FROM {}"),
    ("GRANT DELETE ON tours TO {}", "REVOKE DELETE ON tours FROM {}"),
    ("GRANT UPDATE ON tour_list TO {}", "REVOKE UPDATE ON tour_list FROM {}"),
    ("GRANT SELECT ON api_keys TO public", "REVOKE SELECT ON api_keys FROM public"),
    ("ALTER ROLE {} CREATEROLE", "ALTER ROLE {} NOCREATEROLE"),
    ("ALTER ROLE {} LOGIN", "ALTER ROLE {} NOLOGIN"),
    ("GRANT pg_monitor TO {}", "REVOKE pg_monitor FROM {}"),
)
FORBIDDEN = (
    "SELECT * FROM api_keys", "SELECT pg_read_file('/etc/passwd')", "SELECT 1; SELECT 2", "DELETE FROM jobs",
    "WITH a AS (DELETE FROM jobs RETURNING id) SELECT * FROM a", "CREATE TABLE t (a int)", "SET ROLE none",
    "SELECT set_config('role', 'none', true), query_to_xml('SELECT 1', true, true, '') FROM api_keys",
    "SELECT set_config('transaction_read_only', 'off', true)::boolean FROM nextval('tours_id_seq')",
    "COPY api_keys TO STDOUT",
)  # fmt: skip


@pytest.fixture
def database(postgresql_database: Database) -> Database:
    """An empty database."""
    return postgresql_database


def role_of(database: Database) -> str:
    """Return the role's name."""
    with database.reading() as session:
        return str(session.scalar(postgres_role.ROLE_OF))


def run(database: Database, statement: str) -> None:
    """Run a statement as the operator."""
    with database.writing() as session:
        session.execute(text(statement))


def test_without_a_role_nothing_is_answered(database: Database) -> None:
    """Without the role no question is answered, and the error says how to create it."""
    with pytest.raises(QueriesOffError, match="cavalier db readers"):
        ask(database, ONE, LIMITS)


def test_a_role_that_may_more_is_not_used(asked: Database) -> None:
    """A role with further rights answers no question, even one that would not use them."""
    role = f'"{role_of(asked)}"'
    for given, taken in RIGHTS:
        assert ask(asked, ONE, LIMITS).rows == [[1]]
        run(asked, given.format(role))
        with pytest.raises(QueriesOffError, match="may do more"):
            ask(asked, ONE, LIMITS)
        run(asked, taken.format(role))
    assert ask(asked, ONE, LIMITS).rows == [[1]]


def test_it_is_made_once(asked: Database) -> None:
    """Making the role again keeps it, and restores its rights to a view."""
    run(asked, f'REVOKE SELECT ON job_list FROM "{role_of(asked)}"')
    with pytest.raises(RefusedError, match="no view of this name"):
        ask(asked, Question("SELECT id FROM job_list", {}), LIMITS)
    with asked.writing() as session:
        assert postgres_role.make_role(session) == role_of(asked)
    assert len(ask(asked, Question("SELECT id FROM job_list", {}), LIMITS).rows) == 1


def test_the_database_refuses_by_itself(asked: Database) -> None:
    """Even without the first guard, the role, the transaction and the cursor refuse every forbidden question."""
    for sql in FORBIDDEN:
        with pytest.raises(RefusedError):
            postgres.run_query(asked, sql, [], LIMITS, lambda: False)
    with asked.reading() as session:
        assert session.scalar(text("SELECT count(*) FROM jobs")) == 1


def test_memory_is_shared_by_the_parts_of_a_question(asked: Database) -> None:
    """The parts of a question share the memory; too many parts are refused, and hash joins are off."""
    sql = "SELECT current_setting('work_mem'), current_setting('temp_file_limit'), current_setting('enable_hashjoin')"
    limits = Limits(seconds=30.0, memory=4 << 20, room=3 << 20)
    assert _values(asked, sql, limits) == [["1MB", "3MB", "off"]]
    more = f"{sql}, {', '.join(['abs(1)'] * 28)}"
    assert _values(asked, more, limits)[0][0] == "128kB"
    with pytest.raises(TooMuchError, match="too many parts"):
        _values(asked, f"{more}, {more.removeprefix('SELECT ')}, (1), (2)", limits)


def test_numbers_are_of_any_length(asked: Database) -> None:
    """Integers keep all their digits; other numbers are floats where possible, else texts."""
    digits = "7" * 100_000
    assert ask(asked, Question("SELECT CAST(:a AS numeric), -CAST(:a AS numeric)", {"a": digits}), LIMITS).rows == [
        [digits, f"-{digits}"]
    ]
    assert _values(asked, "SELECT CAST(1e131071 AS numeric)", LIMITS) == [["1" + "0" * 131_071]]
    assert _values(asked, "SELECT CAST(1e400 AS numeric) + 0.5, 1e300 + 0.5, -0.5", LIMITS) == [
        ["1" + "0" * 400 + ".5", 1e300, -0.5]
    ]


def test_a_long_row_does_not_arrive(asked: Database) -> None:
    """The database itself withholds a row that is too long, so this process stays small."""
    sql = "SELECT string_agg(repeat('x', 20000), '') FROM generate_series(1, 10000)"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(TooMuchError, match="a row of it is longer than 32 MiB"):
        _values(asked, sql, LIMITS)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 << 10


def test_rows_that_are_too_many_do_not_arrive(asked: Database) -> None:
    """The rows read so far are the answer, and the connection is free for the next question."""
    sql = "SELECT repeat('x', 1000000) FROM generate_series(1, 5000)"
    found = postgres.run_query(asked, sql, [], LIMITS, lambda: False)
    assert (len(found.rows), found.more) == (33, True)
    assert _values(asked, "SELECT 1", LIMITS) == [[1]]


def test_reading_counts_against_the_time(asked: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that takes too long to read is refused, even if it arrived in time."""
    monkeypatch.setattr(postgres, "_plain", lambda _: time.sleep(0.7))
    with pytest.raises(TooMuchError, match=r"more than 0\.5 s"):
        _values(asked, "SELECT 1", Limits(seconds=0.5))


def test_files_are_bounded(asked: Database) -> None:
    """A sort is refused if its files exceed the limit, and answered otherwise."""
    sql = "SELECT count(DISTINCT n) FROM generate_series(1, 300000) AS n"
    assert _values(asked, sql, Limits(seconds=60.0, memory=1 << 20)) == [[300_000]]
    with pytest.raises(TooMuchError, match="room"):
        _values(asked, sql, Limits(seconds=60.0, memory=1 << 20, room=1 << 20))


def _values(database: Database, sql: str, limits: Limits) -> list[list[Value]]:
    return postgres.run_query(database, sql, [], limits, lambda: False).rows


def test_nothing_stays_on_the_connection(asked: Database) -> None:
    """Role, limits and transaction mode end with the question, answered or not."""
    for sql in ("SELECT 1", "SELECT 1 / 0"):
        try:
            ask(asked, Question(sql, {}), LIMITS)
        except RefusedError:
            assert sql != "SELECT 1"
        with asked.reading() as session:
            assert session.scalar(text("SELECT count(*) FROM api_keys")) == 0
            assert session.scalar(text("SHOW statement_timeout")) == "2min"


def test_what_a_question_leaves_is_taken_back(asked: Database) -> None:
    """Large objects, which PostgreSQL before 16 creates even in read-only transactions, do not remain."""
    postgresql_only = Question("SELECT lo_create(0)", {})
    with pytest.raises(RefusedError, match="lo_create"):
        ask(asked, postgresql_only, LIMITS)
    with suppress(RefusedError):
        postgres.run_query(asked, postgresql_only.sql, [], LIMITS, lambda: False)
    with asked.reading() as session:
        assert session.scalar(text("SELECT count(*) FROM pg_largeobject_metadata")) == 0
