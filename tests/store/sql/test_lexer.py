"""Only text that both databases read alike, and only listed functions, may be in a question."""

from __future__ import annotations

import pytest

from store.sql.errors import RefusedError
from store.sql.examples import EXAMPLES
from store.sql.lexer import bind_parameters, check_query

ALLOWED = [
    *EXAMPLES.values(),
    "SELECT 1;",
    "VALUES (1, 'it''s; -- not a comment /* nor this')",
    "WITH a(n) AS (SELECT 1), b (n, m) AS MATERIALIZED (SELECT n, 2 FROM a) SELECT * FROM b -- at last",
    "WITH RECURSIVE t(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM t WHERE n < 9) SELECT sum(n) FROM t",
    "SELECT (WITH a(n) AS (SELECT 3) SELECT n FROM a) AS x",
    "SELECT CAST(1.5 AS numeric(10, 2)), 1e3, .5, count(*) FILTER (WHERE closed) FROM tour_list",
    'SELECT "end_square", x.n FROM tour_list JOIN (VALUES (1)) AS x(n) ON (true)',
    "SELECT specification -> 'board', specification ->> 'kind' FROM job_list",
    "SELECT 'pg_sleep(1); DROP TABLE jobs'",
]
REFUSED = [
    "", "   -- nothing", "DELETE FROM jobs", "EXPLAIN SELECT 1", "PRAGMA user_version", "ATTACH 'x' AS y", "SET ROLE x",
    "SELECT 1; SELECT 2", "SELECT 1; DROP TABLE jobs", "SELECT 1;;",
    "SELECT set_config('role', 'none', true)", "SELECT SET_CONFIG ('role', 'none', true)",
    "SELECT set_config/* x */\n('role', 'none', true)", "SELECT pg_catalog.set_config('role', 'none', true)",
    "SELECT \"set_config\"('role', 'none', true)", "SELECT U&\"set\\005fconfig\"('role', 'none', true)",
    "SELECT query_to_xml('SELECT * FROM api_keys', true, true, '')", "SELECT pg_sleep(9)", "SELECT load_extension('x')",
    "SELECT randomblob(1000000000)", "SELECT repeat('x', 1000000000)", "SELECT printf('%1000000000d', 1)",
    "SELECT dblink(label) FROM job_list", "SELECT * FROM job_list, dblink(label) AS (a int)",
    "SELECT * FROM generate_series(1, 2) WITH ORDINALITY, dblink('x')",
    "WITH a AS (SELECT 1) (SELECT 1) ORDER BY 1, set_config('role', 'none', true)",
    "WITH a AS (SELECT 1) TABLE a ORDER BY set_config('role', 'none', true)",
    "WITH a AS (SELECT 1) DELETE FROM jobs USING set_config('role', 'none', true)",
    "WITH a AS (DELETE FROM jobs RETURNING id) SELECT count(*), lo_unlink(1) FROM a",
    "SELECT * FROM sqlite_master", "SELECT * FROM pg_roles", 'SELECT * FROM "pg_roles"', "SELECT current_user",
    "SELECT * FROM information_schema.tables", "SELECT 'jobs'::regclass", "SELECT * FROM pragma_table_info",
    "SELECT E'\\'' || set_config('role', 'none', true) || '", "SELECT $a$ x $a$", "SELECT $1", "SELECT x'00'",
    "SELECT 1 /* one /* two */ set_config('a', 'b', true) */", "SELECT 'open", 'SELECT "open', "SELECT /* open",
    "SELECT 1 --\r, set_config('role', 'none', true)", "SELECT 1\0", "SELECT 0x1F", "SELECT `a`", "SELECT [a]",
    "SELECT 1)", "SELECT a OPERATOR(pg_catalog.+) b", "SELECT 1 AS f, é(1)", "SELECT ? ", "SELECT @@version",
    "SELECT 1" + " " * 30_000 + ", 2",
]  # fmt: skip


@pytest.mark.parametrize("sql", ALLOWED)
def test_what_may_be_asked(sql: str) -> None:
    """An allowed question is returned unchanged."""
    text, names = bind_parameters(check_query(sql), str)
    assert (text, names) == (sql.strip().removesuffix(";"), [])


@pytest.mark.parametrize("sql", REFUSED)
def test_what_may_not(sql: str) -> None:
    """A forbidden question is refused with a reason."""
    with pytest.raises(RefusedError, match=r"\w{3,}"):
        check_query(sql)


def test_parameters_are_numbered() -> None:
    """Parameters are numbered by their first place; casts, texts and comments contain none."""
    tokens = check_query("SELECT :b, :a, :b::integer, ':c' -- :d")
    assert bind_parameters(tokens, lambda number: f"${number}") == (
        "SELECT $1, $2, $1::integer, ':c' -- :d",
        ["b", "a"],
    )


def test_where_it_is_wrong_is_told() -> None:
    """The error names the line."""
    with pytest.raises(RefusedError, match="line 2: '`'"):
        check_query("SELECT 1,\n`a`")
