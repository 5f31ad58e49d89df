"""What is fuzzed: whatever reads texts that somebody else wrote. Each takes any bytes and raises nothing.

What cannot be read must be refused by the error made for it; any other error is a crash.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from typing import Any
from urllib.parse import parse_qsl

from werkzeug.datastructures import MultiDict

from api.jobs import JobsQuery
from api.openapi.query import parse_query
from api.problems import ProblemError
from api.tours import ToursQuery
from engine.boards.labels import parse_board
from engine.boards.piece import parse_piece
from engine.boards.surfaces.table import SURFACES
from engine.errors import InvalidProblemError
from engine.specification.parse import InvalidSpecificationError, parse_problem
from engine.tours.text import parse_tour
from store.imports.records import BadLineError, numbered_lines, parse_line

BOARDS = [parse_board(label) for label in ("5x5", "3x4", "torus:5x5", "2x3x4", "8x8")]


def labels(data: bytes) -> None:
    """A board's label, and a piece's."""
    text = data.decode(errors="replace")
    with suppress(InvalidProblemError):
        board = parse_board(text)
        assert parse_board(board.label).label == board.label
    with suppress(InvalidProblemError):
        parse_piece(text)


def masks(data: bytes) -> None:
    """A board as rows of characters, on any surface."""
    rows = data.decode(errors="replace").split("\n")
    surface = sorted(SURFACES)[len(data) % len(SURFACES)]
    with suppress(InvalidSpecificationError):
        parse_problem({"kind": "enumerate", "board": {"surface": surface, "rows": rows}})


def specifications(data: bytes) -> None:
    """A job as JSON; what is accepted is the same when it is read again."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return
    with suppress(InvalidSpecificationError, InvalidProblemError):
        problem = parse_problem(document)
        again = parse_problem(problem.spec.model_dump(mode="json", by_alias=True))
        assert again.spec == problem.spec


def tours(data: bytes) -> None:
    """A tour as somebody pastes it."""
    board = BOARDS[data[0] % len(BOARDS)] if data else BOARDS[0]
    with suppress(InvalidProblemError):
        parse_tour(board, (1, 2), data[1:].decode(errors="replace"))


def imports(data: bytes) -> None:
    """A file of records."""
    for _, line in numbered_lines(BytesIO(data)):
        with suppress(BadLineError):
            parse_line(line)


def cursors(data: bytes) -> None:
    """The query of a list: filters, cursor, limit."""
    pairs: Any = parse_qsl(data.decode(errors="replace"), keep_blank_values=True, max_num_fields=None)
    for model in (JobsQuery, ToursQuery):
        with suppress(ProblemError, InvalidProblemError):
            parse_query(model, MultiDict(pairs))


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target for target in (labels, masks, specifications, tours, imports, cursors)
}
