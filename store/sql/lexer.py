"""Allow-list lexer for reader SQL, applied before either database sees the query.

This is the first of two guards. It accepts only tokens it knows for certain. It refuses what SQLite and PostgreSQL may
read differently (escapes, dollar quotes, prefixed strings, nested comments) and calls of functions not listed. The
second guard is the database's own: `sqlite_worker` and `postgres_role`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from store.sql.errors import RefusedError

MAX_LENGTH = 20_000
"""Maximum number of characters of a query."""

FUNCTIONS = frozenset(
    """
    count sum total avg min max group_concat string_agg stddev_pop stddev_samp var_pop var_samp corr covar_pop
    covar_samp regr_slope regr_intercept regr_r2 percentile_cont percentile_disc mode bool_and bool_or every
    row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
    abs sign round ceil ceiling floor trunc mod sqrt cbrt exp ln log log2 log10 power pow pi degrees radians
    sin cos tan asin acos atan atan2 sinh cosh tanh greatest least width_bucket gcd lcm
    coalesce nullif ifnull iif cast typeof
    length char_length lower upper substr substring trim ltrim rtrim btrim left right split_part strpos position concat
    starts_with hex json_extract json_array_length json_type extract date_part date_trunc to_char to_timestamp age
    date time datetime julianday unixepoch strftime generate_series
    """.split()
)
"""Allowed functions: values depend on the arguments alone and cannot be huge. Not every database has all of them."""

BEFORE_PARENTHESES = frozenset(
    """
    select from where and or not in exists any all some over by on using as values union except intersect when then
    else case having limit offset between like ilike is join lateral filter within group distinct sets rollup cube
    materialized numeric decimal varchar
    """.split()
)
"""Keywords and types that call nothing when a parenthesis follows."""

BEGINNINGS = ("select", "with", "values")
AFTER_NAMING = frozenset("order limit offset fetch for table union intersect except by set using".split())
CHANGES = frozenset("insert update delete merge replace".split())
HIDDEN = re.compile(
    r"pg_|sqlite_|pragma_|information_schema$|reg(class|collation|config|dictionary|namespace|oper|operator|proc"
    r"|procedure|role|type)$|(current_(user|role|catalog|schema)|session_user|system_user|user)$|ctid$|tableoid$"
)
"""Names of database internals; readers could reach few of them anyway."""

TOKEN = re.compile(
    r"""
    (?P<space>[ \t\n]+|--[^\n\r]*|/\*(?:(?!/\*|\*/).)*\*/)
    |(?P<text>'(?:[^']|'')*')
    |(?P<quoted>"(?:[^"]|"")+")
    |(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)
    |(?P<parameter>(?<!:):[A-Za-z_]\w*)
    |(?P<word>[A-Za-z_]\w*)
    |(?P<sign>::|->>|->|\|\||<=|>=|<>|!=|==|-(?!-)|/(?!\*)|[+*%<>=(),.~])
    """,
    re.VERBOSE | re.DOTALL | re.ASCII,
)
GLUED = {("word", "text"), ("number", "word"), ("number", "text"), ("word", "quoted"), ("text", "word")}
"""Token pairs that change meaning when adjacent: E'..', U&"..", 0x1F."""


class Token(NamedTuple):
    """A word, sign, text or number. glued: it follows the previous token without a space."""

    kind: str
    text: str
    glued: bool

    @property
    def name(self) -> str:
        """The name meant by a word or quoted word, in lower case; None for other tokens."""
        if self.kind == "quoted":
            return self.text[1:-1].replace('""', '"').lower()
        return self.text.lower() if self.kind == "word" else ""


def check_query(sql: str) -> list[Token]:
    """Return the tokens of an allowed query; raises RefusedError.

    Spaces and comments are tokens too, so the tokens together are the query text.
    """
    tokens = _tokens(sql.replace("\r\n", "\n").strip().removesuffix(";").rstrip())
    significant = [token for token in tokens if token.kind != "space"]
    if not significant or significant[0].text.lower() not in BEGINNINGS:
        raise RefusedError("a question is one statement that begins with SELECT, WITH or VALUES")
    for token in significant:
        if HIDDEN.match(token.name):
            raise RefusedError(f"{token.text} is not for readers: ask the views")
    _check_calls(significant)
    return tokens


def bind_parameters(tokens: Sequence[Token], placeholder: Callable[[int], str]) -> tuple[str, list[str]]:
    """Return the query with numbered placeholders (from 1) for its named parameters, and their names in order."""
    names: list[str] = []
    parts = []
    for token in tokens:
        if token.kind != "parameter":
            parts.append(token.text)
            continue
        name = token.text[1:]
        if name not in names:
            names.append(name)
        parts.append(placeholder(names.index(name) + 1))
    return "".join(parts), names


def _tokens(sql: str) -> list[Token]:
    if len(sql) > MAX_LENGTH:
        raise RefusedError(f"a question has at most {MAX_LENGTH} characters")
    found: list[Token] = []
    place, before = 0, "space"
    while place < len(sql):
        match = TOKEN.match(sql, place)
        if match is None or match.lastgroup is None or "\0" in match[0]:
            raise RefusedError(_unknown(sql, place))
        if (before, match.lastgroup) in GLUED:
            raise RefusedError(f"leave a space before {match[0][:20]}")
        found.append(Token(match.lastgroup, match[0], before != "space"))
        place, before = match.end(), match.lastgroup
    return found


def _unknown(sql: str, place: int) -> str:
    if sql[place] == ";":
        return "ask one statement: nothing may follow the semicolon"
    line = sql.count("\n", 0, place) + 1
    return f"line {line}: {sql[place : place + 1]!r} cannot stand there"


def _check_calls(significant: Sequence[Token]) -> None:
    """Refuse every call of a function not listed, and whatever looks like one.

    A name before a parenthesis is not a call after AS (a type, or an alias with column names) or where WITH names its
    parts. These names are between a WITH, at the beginning or after a parenthesis, and the SELECT or VALUES of the same
    level.
    """
    naming = [False]
    for number, token in enumerate(significant):
        before = significant[number - 1].text.lower() if number else "("
        if naming[-1] and (token.name in AFTER_NAMING | CHANGES or (token.text, before) == ("(", ")")):
            raise RefusedError(f"{token.text}: what WITH names is followed by SELECT or VALUES")
        if token.text == "(":
            named = significant[number - 1] if number else None
            if named is not None and named.kind in ("word", "quoted") and not naming[-1]:
                _check_call(named, significant[number - 2].text.lower() if number > 1 else "")
            naming.append(False)
        elif token.text == ")":
            if len(naming) == 1:
                raise RefusedError("a parenthesis is closed that was not opened")
            naming.pop()
        elif token.kind == "word" and token.name == "with" and before == "(":
            naming[-1] = True
        elif token.kind == "word" and token.name in ("select", "values"):
            naming[-1] = False


def _check_call(named: Token, before: str) -> None:
    known = named.kind == "word" and (named.name in FUNCTIONS or named.name in BEFORE_PARENTHESES)
    if not known and before != "as":
        raise RefusedError(
            f"{named.text}(...) is no function that readers may call; of an alias with columns write AS before it"
        )
