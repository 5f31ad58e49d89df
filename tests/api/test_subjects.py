"""The subject of every count: each page, table, CSV or JSON names it beside the figure, whatever jobs exist."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from findings.references.load import load_references
from store.database.db import Database
from store.settings import Settings
from tests.api.conftest import SilentNotifier
from tests.findings.statements.test_job_statements import COUNT, WALK
from tests.store.real_jobs import run_job as run

WHOLE, CORNER = "1728", "304"
"""Tours of 5x5 from all squares and from a corner, two figures that could be confused."""

SUBJECTS = {
    WHOLE: r"\ball\b|stored|\bheld\b|tours of n x n",
    CORNER: r"(?<!\d)[15], ?[15](?!\d)|\b[ae][15]\b|from a corner",
}
"""Patterns that name a figure's subject. The stored tours are equally many but are no fact of the board."""
SPECIFICATIONS: list[dict[str, Any]] = [
    COUNT,
    {**COUNT, "starts": "all", "method": "frontier"},
    {**COUNT, "limit": {"tours": 304}},
    {**COUNT, "method": "warnsdorff"},
    {**WALK, "method": "uniform"},
    {**WALK, "method": "warnsdorff"},
    {**WALK, "method": "frontier", "budget": {"walks": 5}, "store": "all"},
    {"kind": "construct", "board": "5x5"},
    {"kind": "distance", "board": "5x5", "from": "a1"},
    {"kind": "test-generator", "generator": "pcg64dxsm", "trials": 2},
]
ROW = re.compile(r"<(tr|li|p|h1|h2|figcaption)\b.*?</\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
ID = re.compile(r"\b(?=\w*[a-f])[0-9a-f]{6,16}\b")
"""A job's id, whole or its beginning, which may contain the digits of a figure by chance."""

NAMING = {"subject", "starts", "square", "start", "spec", "specification"}
"""Fields that name the subject of the figures beside and below them."""


pytestmark = pytest.mark.timeout(900)  # jobs of every kind, each with its kernels


@pytest.fixture(autouse=True)
def toy_kind() -> None:
    """Leave the registries unchanged, so that every kind does its own work."""


@pytest.fixture
def jobs(database: Database) -> list[str]:
    """Run a job of every kind and method beside the published figures; return their ids."""
    with database.writing() as session:
        load_references(session)
    return [run(database, fields) for fields in SPECIFICATIONS]


@pytest.fixture
def everywhere(database: Database, sqlite_settings: Settings) -> FlaskClient:
    """A client of the application on either database."""
    return create_app(sqlite_settings, database, SilentNotifier()).test_client()


def test_every_figure_has_its_subject_beside_it(everywhere: FlaskClient, jobs: list[str]) -> None:
    """Each row or object with a figure names board and start squares, except in addresses of one job."""
    seen, bare = 0, []
    for path in _addresses(jobs):
        answer = everywhere.get(path)
        assert answer.status_code == 200, (path, answer.text[:300])
        for figure, text in _figures(answer.mimetype, answer.text):
            seen += 1
            whole = text if "/jobs/" not in path else f"{text} {_asked(everywhere, path)}"
            if not re.search(SUBJECTS[figure], whole) or ("5x5" not in whole and "5x5" not in path):
                bare.append((path, figure, text[:200]))

    assert bare == []
    assert seen > 40


def _addresses(jobs: list[str]) -> Iterator[str]:
    """Yield every address that shows figures of boards."""
    yield from ("/", "/live/home", "/jobs", "/live/jobs", "/boards", "/boards/5x5", "/api/v1/boards/5x5")
    yield from ("/tables/counts.csv", "/tables/board/5x5.csv", "/boards.csv", "/jobs.csv", "/api/v1/boards")
    yield from ("/api/v1/exports/counts?work=true", "/api/v1/exports/counts?work=true&format=csv")
    both = f"job={jobs[0]}&job={jobs[1]}&job={jobs[2]}"
    yield from (f"/api/v1/compare?{both}", f"/compare?{both}", f"/compare.csv?{both}")
    for job in jobs:
        yield from (f"/jobs/{job}", f"/live/jobs/{job}", f"/jobs/{job}/counts.csv", f"/jobs/{job}/squares.csv")
        yield from (f"/api/v1/jobs/{job}", f"/api/v1/jobs/{job}/result", f"/api/v1/jobs/{job}/squares")
        yield f"/api/v1/jobs/{job}/ends"


def _asked(client: FlaskClient, path: str) -> str:
    """Return the question of a job, which a page or document about it shows in its head."""
    job = path.partition("/jobs/")[2].partition("/")[0].partition(".")[0]
    document = client.get(f"/api/v1/jobs/{job}").get_json()
    return f"{document['title']} {document['board']} {document['specification'].get('starts', 'all')}"


def _figures(mimetype: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield each figure with the row or object that it stands in."""
    if mimetype == "text/html":
        yield from _of_page(text)
    elif mimetype == "text/csv":
        yield from _of_rows(list(csv.DictReader(io.StringIO(text))))
    elif mimetype == "application/x-ndjson":
        yield from _of_rows([json.loads(line) for line in text.splitlines()])
    else:
        yield from _of_json(json.loads(text), "")


def _of_rows(rows: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for row in rows:
        yield from ((figure, str(row)) for figure in SUBJECTS if figure in map(str, row.values()))


def _of_page(text: str) -> Iterator[tuple[str, str]]:
    """Yield the figures of a page with the row that they stand in and the heads of its table."""
    head = ""
    for block in ROW.finditer(text):
        words = unescape(TAG.sub(" ", block[0]))
        if "<th" in block[0]:
            head = words
        plain = re.sub(r"(?<=\d),(?=\d{3}\b)", "", ID.sub("", words))
        for figure in SUBJECTS:
            if re.search(rf"(?<![\d.,]){figure}(?![\d.])", plain):
                yield figure, f"{head} {words}".lower()


def _of_json(value: Any, above: str) -> Iterator[tuple[str, str]]:
    """Yield the figures of a document with all plain values beside and above them."""
    if isinstance(value, list):
        for one in value:
            yield from _of_json(one, above)
    if not isinstance(value, dict):
        return
    beside = " ".join(
        f"{name} {one}" for name, one in value.items() if name in NAMING or not isinstance(one, dict | list)
    )
    for figure in SUBJECTS:
        if figure in value.values():
            yield figure, f"{above} {beside}"
    for name, one in value.items():
        yield from _of_json(one, f"{above} {beside} {name}")
