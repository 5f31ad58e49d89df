"""Every route and every page, requested twice: queries, time in SQL, processor time in all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from time import thread_time
from typing import Any
from urllib.parse import quote, urlencode

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from api.app import create_app
from experiments.tour_database.meter import Meter, measure_queries
from store.database.db import Database
from store.settings import Settings

MAX_QUERIES, MAX_SQL_MS = 12, 100.0
SHOWN = 25
LEFT_OUT = ("static", "dashboard.static", "exports.export_tours", "exports.export_counts")
"""Files, whose length depends on their contents."""

Names = Mapping[str, list[str]]


@dataclass(frozen=True)
class Answer:
    """The cost of an address: statements, milliseconds in SQL (by a meter), and milliseconds of processor time in all.

    sql, whole: of the first request and of the second. size: bytes of the answer.
    """

    address: str
    status: int
    queries: int
    sql: tuple[float, float]
    whole: tuple[float, float]
    size: int

    @property
    def too_much(self) -> bool:
        """Whether the address exceeds the limits."""
        return self.queries > MAX_QUERIES or max(self.sql) > MAX_SQL_MS


def routes(database: Database, settings: Settings, names: Names, more: list[str]) -> list[Answer]:
    """Request every readable address, with each of the names for its variable parts, and the addresses in `more`."""
    with measure_queries(database) as meter:
        app = create_app(settings, database)
        client = app.test_client()
        client.get("/health/live")
        answers = [_request(client, meter, address) for address in [*_addresses(app, names), *more]]
    return sorted(answers, key=lambda one: -max(one.sql))


def print_routes(answers: list[Answer]) -> None:
    """Print the costliest addresses, and how many exceed the limits."""
    print(f"  {'milliseconds, first and again':62} {'queries':>7} {'in SQL':>15} {'in all':>17} {'kB':>8}")
    shown = [*answers[:SHOWN], *(one for one in answers[SHOWN:] if one.too_much)]
    for one in shown:
        sql, whole = (f"{first:.1f} {again:.1f}" for first, again in (one.sql, one.whole))
        mark = "  TOO MUCH" if one.too_much else ""
        text = f"{one.address[:56]} {one.status}"
        print(f"  {text:62} {one.queries:7} {sql:>15} {whole:>17} {one.size / 1000:8.0f}{mark}")
    queries = max(one.queries for one in answers)
    sql, whole = (max(max(getattr(one, name)) for one in answers) for name in ("sql", "whole"))
    limits = f"{MAX_QUERIES} queries or {MAX_SQL_MS:.0f} ms in SQL"
    print(f"  {len(answers)} addresses, {sum(one.too_much for one in answers)} of more than {limits};", end="")
    print(f" most queries {queries}, longest in SQL {sql:.1f} ms, in all {whole:.0f} ms", flush=True)


def _request(client: FlaskClient, meter: Meter, address: str) -> Answer:
    queries, sql, whole = 0, [], []
    for _ in range(2):
        meter.reset()
        begun = thread_time()
        with client.get(address) as answer:
            size = len(answer.data)
        whole.append(1000 * (thread_time() - begun))
        sql.append(meter.milliseconds)
        queries = max(queries, meter.queries)
    return Answer(address, answer.status_code, queries, (sql[0], sql[1]), (whole[0], whole[1]), size)


def _addresses(app: Flask, names: Names) -> Iterator[str]:
    rules = sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule)
    for rule in rules:
        if "GET" in (rule.methods or ()) and rule.endpoint not in LEFT_OUT:
            yield from dict.fromkeys(_fill_rule(app, rule, names))


def _fill_rule(app: Flask, rule: Rule, names: Names) -> Iterator[str]:
    variable = sorted(rule.arguments - set(rule.defaults or ()))
    parts = [_values(rule, name, names) for name in variable]
    adapter = app.url_map.bind("localhost")
    for values in product(*parts):
        yield adapter.build(rule.endpoint, dict(zip(variable, values, strict=True)))


def _values(rule: Rule, name: str, names: Names) -> list[Any]:
    choices = re.search(rf"<any\(([^)]*)\):{name}>", rule.rule)
    if choices is not None:
        return [one.strip() for one in choices[1].split(",")]
    return [int(one) if one.isdigit() else one for one in names[name]]


def address(path: str, **parameters: object) -> str:
    """Return an address with its query."""
    return f"{quote(path)}?{urlencode(parameters)}"
