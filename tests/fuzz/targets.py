"""Fuzz targets: all code that reads texts from outside. Each takes any bytes and raises nothing.

Unreadable input must be refused by the error made for it; any other error is a crash.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from werkzeug.datastructures import MultiDict

import api.app  # noqa: F401  loads all routes, and with them the models of their queries
from api.http.problems import ProblemError
from api.jobs.routes import JobsQuery
from api.openapi.query import Query, parse_query
from api.submission.form import read_form
from api.tours.routes import TourFilters
from engine.boards.labels import parse_board
from engine.boards.piece import directions_of, parse_piece
from engine.boards.squares import parse_square
from engine.boards.surfaces.table import SURFACES
from engine.errors import InvalidProblemError
from engine.kinds.admission import plan_or_defer
from engine.kinds.parse import InvalidSpecificationError, any_job, parse_problem
from engine.kinds.table import KINDS, MODELS
from engine.specification.fields import Specification
from engine.streams.catalogue import generator_facts
from engine.tours.parse import parse_tour
from engine.tours.verify import first_fault
from findings.imports.records import BadLineError, TourLine, numbered_lines, read_line
from findings.imports.tour_checks import check_tours
from tests.fuzz.documents import Bytes, document

Model = TypeVar("Model", bound=Query)

KNIGHTS = ("5x5", "3x4", "torus:5x5", "2x3x4", "8x8", "mask:##./###", "3^4", "cube:2", "1x1", "100x100", "klein:3x5")
BOARDS = [parse_board(label) for label in KNIGHTS]
PIECES = ((1, 2), (0, 1), (1, 1, 2), (2, 3))
SCHEMA = any_job().json_schema(by_alias=True)
MOST_SHARDS = 64
MOST_COMPONENTS = 10
SMALL = 100
"""The most squares of a board whose tours are not only read but checked."""

MOST_PLANNED = 16
PLANNED_ONE_IN = 64
"""On boards of at most MOST_PLANNED squares one job in PLANNED_ONE_IN is planned: 100 times the work of reading it."""

KEPT = 1 << 14
"""The number of accepted jobs whose second reading is cached."""


def labels(data: bytes) -> None:
    """Read a board's label, a square, the name of a generator and a piece."""
    text = data.decode(errors="replace")
    with suppress(InvalidProblemError):
        board = parse_board(text)
        assert board.label.isascii()
        assert parse_board(board.label).label == board.label
    for known in BOARDS[:4]:
        with suppress(InvalidProblemError):
            assert 0 <= parse_square(known, text) < known.size
    with suppress(InvalidProblemError):
        assert generator_facts(text).name.isascii()
    if len(data) <= MOST_COMPONENTS:
        with suppress(InvalidProblemError):
            directions_of(parse_piece(list(data)), MOST_COMPONENTS)


def masks(data: bytes) -> None:
    """Read a board as rows of characters, on any surface."""
    rows = data.decode(errors="replace").split("\n")
    surface = sorted(SURFACES)[len(data) % len(SURFACES)]
    _read({"kind": "enumerate", "board": {"surface": surface, "rows": rows}})


def specifications(data: bytes) -> None:
    """Read a job as JSON: text, or (where the first byte is even) a document drawn along the schema."""
    if data and data[0] % 2 == 0:
        _read(document(Bytes(data[1:]), SCHEMA))
        return
    try:
        given = json.loads(data[1:])
    except (ValueError, RecursionError):
        return
    _read(given)


def _read(given: object) -> None:
    """Read a job. An accepted one can be stored, is the same when read again, and is planned or refused."""
    try:
        problem = parse_problem(given)
    except InvalidSpecificationError:
        return
    stored = json.dumps(problem.document, allow_nan=False)
    assert _read_again(stored) == (problem.spec, problem.fingerprint)


@lru_cache(maxsize=KEPT)
def _read_again(stored: str) -> tuple[Specification, str]:
    """Return a stored job, planned or refused, and its fingerprint; cached, as most inputs make the same few jobs."""
    problem = parse_problem(json.loads(stored))
    printed = problem.fingerprint
    if int(printed[:8], 16) % PLANNED_ONE_IN:
        return problem.spec, printed
    with suppress(InvalidSpecificationError, InvalidProblemError):
        if problem.board is None or problem.board.size <= MOST_PLANNED:
            plan_or_defer(problem, MOST_SHARDS, None)
        else:
            KINDS[problem.spec.kind].check(problem)
    return problem.spec, printed


def tours(data: bytes) -> None:
    """Read a tour in any pasted form, and check it on a small board."""
    taken = Bytes(data)
    board, piece = taken.pick(BOARDS), taken.pick(PIECES)
    with suppress(InvalidProblemError):
        tour = parse_tour(board, piece, taken.rest().decode(errors="replace"))
        if board.size <= SMALL:
            first_fault(board, piece, tour)


def imports(data: bytes) -> None:
    """Read the lines of a file of records, and check its tours on small boards."""
    for (label, components), records in groupby(_tour_lines(data), key=lambda one: (one.head.board, one.head.piece)):
        with suppress(InvalidProblemError):
            board, piece = parse_board(label), parse_piece([int(part) for part in components.split(",")])
            directions_of(piece, len(board.shape))
            if board.size <= SMALL:
                check_tours(board, piece, list(records))


def _tour_lines(data: bytes) -> Iterator[TourLine]:
    for _, line in numbered_lines(BytesIO(data)):
        with suppress(BadLineError):
            read = read_line(line)
            record = read.head if isinstance(read, TourLine) else read
            json.dumps(record.model_dump(mode="json"), allow_nan=False)
            if isinstance(read, TourLine):
                yield read


def cursors(data: bytes) -> None:
    """Read the query of any route: filters, cursor, limit."""
    taken = Bytes(data)
    model = taken.pick(QUERIES)
    pairs: Any = parse_qsl(taken.rest().decode(errors="replace"), keep_blank_values=True, max_num_fields=None)
    with suppress(ProblemError, InvalidProblemError):
        query = parse_query(model, MultiDict(pairs))
        again = json.loads(json.dumps(query.model_dump(mode="json", by_alias=True), allow_nan=False))
        assert model.model_validate(again) == query
        if isinstance(query, TourFilters | JobsQuery):
            parse_board(query.board or "1x1")  # other labels are looked up in the database
            query.to_filter()


def forms(data: bytes) -> None:
    """Read the form of a kind of job as a browser sends it."""
    taken = Bytes(data)
    kind = taken.pick(FORMS)
    pairs = parse_qsl(taken.rest().decode(errors="replace"), keep_blank_values=True, max_num_fields=None)
    _read(read_form(kind, MultiDict(pairs)))


def _below(model: type[Model]) -> Iterator[type[Model]]:
    for child in model.__subclasses__():
        yield child
        yield from _below(child)


FORMS = sorted(MODELS)
QUERIES = sorted(set(_below(Query)), key=lambda model: (model.__module__, model.__name__))
TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target for target in (labels, masks, specifications, tours, imports, cursors, forms)
}
