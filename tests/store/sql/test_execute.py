"""Readers ask the views, on both databases, and reach nothing else by any question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import inspect, text

from store.api_keys import create_key
from store.database.db import Database
from store.jobs.deletion import delete_job
from store.sql.answer import Answer, Limits
from store.sql.errors import NobodyWaitsError, RefusedError, TooMuchError
from store.sql.examples import EXAMPLES
from store.sql.execute import Question, ask
from store.sql.views import VIEWS
from tests.store.job_samples import stored_job

ENDLESS = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t"
CROSSED = "SELECT count(*) FROM tour_list AS a, tour_list AS b, tour_list AS c WHERE a.id + b.id < c.id - 9999999"
GROWING = "WITH RECURSIVE t(s) AS (SELECT 'xxxxxxxx' UNION ALL SELECT s || s FROM t) SELECT max(length(s)) FROM t"
SORTED = "SELECT a.id FROM tour_list AS a, tour_list AS b, tour_list AS c ORDER BY a.class, b.class, c.class"
SHORT = Limits(seconds=1.0)
ELSEWHERE = [
    *(f"SELECT * FROM {table}" for table in ("api_keys", "jobs", "idempotency_keys", "alembic_version", "main.jobs")),
    # The name that SQLite gives for the view through which a table is read may be that of a WITH.
    "WITH job_list AS (SELECT id, public_id FROM jobs) SELECT * FROM job_list",
    "WITH job_list AS (SELECT * FROM api_keys) SELECT * FROM job_list",
    "WITH RECURSIVE tour_list AS (SELECT class_key FROM tours) SELECT * FROM tour_list",
    "SELECT (SELECT secret_sha256 FROM api_keys) FROM job_list AS job_list",
    "SELECT id FROM job_list UNION ALL SELECT secret_sha256 FROM api_keys",
    "SELECT owner FROM job_list", "SELECT job_list.owner FROM job_list", "SELECT jobs.owner FROM job_list",
    "SELECT id FROM job_list WHERE EXISTS (SELECT 1 FROM api_keys WHERE name = 'secret')",
    *(f"SELECT count(*) FROM {name}" for name in ("api_keys", "main.api_keys", "dbstat", "json_each")),
    "SELECT (WITH api_keys AS (SELECT 1) SELECT count(*) FROM api_keys), count(*) FROM api_keys",
    "SELECT * FROM dbstat", "SELECT * FROM json_each", "SELECT no_such FROM job_list", "SELECT 1 +",
    "SELECT id INTO copied FROM job_list", "SELECT * FROM job_list FOR UPDATE",
    "WITH a AS (UPDATE jobs SET label = 'x' RETURNING id) SELECT * FROM a",
    "WITH a AS (INSERT INTO boards (label) VALUES ('x') RETURNING id) SELECT * FROM a",
    "SELECT CAST('x' AS nothing), nothing FROM nothing",
]  # fmt: skip


def answer(database: Database, sql: str, limits: Limits = Limits(seconds=60.0), **parameters: Any) -> Answer:
    """Return the answer to a question."""
    return ask(database, Question(sql, parameters), limits)


def test_every_example_is_answered(asked: Database) -> None:
    """Every example is answered in the form printed on the page."""
    assert len(EXAMPLES) > 8
    for sql in EXAMPLES.values():
        assert answer(asked, sql).columns


def test_every_view_can_be_read(asked: Database) -> None:
    """Every view has exactly the documented columns."""
    for name, view in VIEWS.items():
        assert answer(asked, f"SELECT * FROM {name}", Limits(rows=1)).columns == list(view.columns)
    with asked.reading() as session:
        assert set(inspect(session.connection()).get_view_names()) == set(VIEWS)


def test_rows_are_bounded(asked: Database) -> None:
    """Answers are limited by number and length of rows, and report that rows were left out."""
    sql = "SELECT id FROM tour_list ORDER BY id"
    whole, part = answer(asked, sql, Limits(rows=1728)), answer(asked, sql, Limits(rows=1727))
    short = answer(asked, "SELECT specification FROM job_list, tour_list", Limits(size=10_000))

    assert (len(whole.rows), whole.more) == (1728, False)
    assert (part.rows, part.more) == (whole.rows[:1727], True)
    assert 20 < len(short.rows) < 60
    assert short.more


def test_a_row_is_bounded(asked: Database) -> None:
    """A row that is too long by itself is an error that states the limit, alone or after other rows."""
    longer = "SELECT a.board FROM job_list AS a UNION ALL SELECT group_concat(class, '') FROM tour_list"
    if not asked.is_sqlite:
        longer = longer.replace("group_concat", "string_agg")
    for sql in (longer, longer.rpartition("UNION ALL ")[2]):
        assert not answer(asked, sql).more
        with pytest.raises(TooMuchError, match="a row of it is longer than 1 MiB"):
            answer(asked, sql.replace("class", "class || :long"), Limits(size=1 << 20), long="x" * 1000)


def test_texts_are_of_whole_characters(asked: Database) -> None:
    """Half a surrogate pair is refused, and the error names its place."""
    for sql, parameters, place in (
        ("SELECT :a", {"a": "b\ud800"}, ":a"),
        ("SELECT :a", {"\ud800": 1}, "parameters"),
        ("SELECT 'b\ud800'", {}, "sql"),
    ):
        with pytest.raises(RefusedError, match=rf"{place} .*U\+D800"):
            answer(asked, sql, **parameters)


def test_what_with_names_is_no_table(asked: Database) -> None:
    """A name defined by WITH is counted like a view, whatever it is called, and gives access to no table."""
    for sql, rows in (
        ("WITH a AS (SELECT 1) SELECT count(*) FROM a", 1),
        ("WITH RECURSIVE r(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM r WHERE n < 10) SELECT count(*) FROM r", 10),
        ("WITH r AS (SELECT board, count(*) AS c FROM job_list GROUP BY board) SELECT count(*) FROM r", 1),
        ("WITH api_keys AS (SELECT 1) SELECT count(*) FROM api_keys", 1),
    ):
        assert answer(asked, sql).rows == [[rows]]


def test_values(asked: Database) -> None:
    """Both databases give the same plain values; large integers are texts, and column names are unique."""
    sql = """SELECT 9007199254740991 AS a, 9007199254740992 AS b, 1.5 AS c, NULL AS d, 'x' AS d,
        CAST(:n AS integer) AS n,
        CAST(:t AS text) AS t"""
    found = answer(asked, sql, n=7, t="O'Neill; -- :n")
    assert found.columns == ["a", "b", "c", "d", "d_2", "n", "t"]
    assert found.rows == [[9007199254740991, "9007199254740992", 1.5, None, "x", 7, "O'Neill; -- :n"]]


def test_parameters_must_fit(asked: Database) -> None:
    """A missing or surplus parameter is named."""
    with pytest.raises(RefusedError, match="no value is given for :a; it has no :b"):
        answer(asked, "SELECT :a", b=1)


def test_nothing_else_is_reached(asked: Database) -> None:
    """No question reaches anything but the views, and no refusal reveals what exists."""
    with asked.writing() as session:
        create_key(session, "secret", "admin")
    for sql in ELSEWHERE:
        with pytest.raises(RefusedError) as refused:
            answer(asked, sql)
        assert "secret" not in str(refused.value).replace("secret_sha256", ""), sql
    with asked.reading() as session:
        assert session.scalar(text("SELECT count(*) FROM jobs WHERE label = 'x'")) == 0
        assert session.scalar(text("SELECT count(*) FROM api_keys")) == 1


def test_what_reads_nothing_of_a_view_still_counts_its_rows(asked: Database) -> None:
    """A question that only counts the rows of a view is answered, although SQLite then names no view."""
    assert answer(asked, "SELECT count(*) FROM tour_list").rows == [[1728]]
    assert answer(asked, "WITH job_list AS (SELECT 1 AS id FROM tour_list) SELECT count(*) FROM job_list").rows == [
        [1728]
    ]


def test_what_takes_too_much_is_ended(asked: Database) -> None:
    """Endless recursion, cross joins, growing values and huge sorts are stopped, and other questions still work."""
    for sql in (ENDLESS, CROSSED, GROWING, SORTED):
        with pytest.raises((TooMuchError, RefusedError)):
            answer(asked, sql, SHORT)
    assert answer(asked, "SELECT 1").rows == [[1]]


def test_what_to_ask_of_many_tours(asked: Database) -> None:
    """An expensive question to the view of tours gets advice on a smaller one; other questions do not."""
    for sql, told in ((CROSSED, True), (ENDLESS, False)):
        with pytest.raises(TooMuchError) as error:
            answer(asked, sql, SHORT)
        assert ("of tour_list ask for" in str(error.value)) is told


def test_room_is_bounded(sqlite_database: Database) -> None:
    """A sort that would fill the disk stops at the limit of its files, long before its time limit."""
    sql = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t LIMIT 9999999) SELECT n FROM t ORDER BY -n"
    with pytest.raises(TooMuchError, match="room"):
        answer(sqlite_database, sql, Limits(seconds=300.0, room=1 << 20))


def test_who_has_gone_is_not_waited_for(asked: Database) -> None:
    """A question stops when its client has gone."""
    looked: list[int] = []
    gone: Callable[[], bool] = lambda: len(looked) > 2 or bool(looked.append(1))  # noqa: E731
    with pytest.raises(NobodyWaitsError):
        ask(asked, Question(ENDLESS, {}), Limits(seconds=300.0), gone)


def test_a_job_that_is_being_deleted_is_in_no_list(asked: Database) -> None:
    """A job leaves the views as soon as its deletion is requested."""
    (job,) = (row[0] for row in answer(asked, "SELECT id FROM job_list").rows)
    delete_job(asked, job)
    with asked.writing() as session:
        other = stored_job(session).public_id
    assert answer(asked, "SELECT id FROM job_list").rows == [[other]]
