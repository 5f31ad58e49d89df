"""Lines of tours read one by one, in the plainest way: what the rows of an import must be."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

import numpy as np

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.symmetry import symmetries
from engine.tours.canonical import class_keys, fixing_symmetries
from engine.tours.canonical_kernel import classify_stream
from engine.tours.verify import closing, first_fault
from store.tours.encoding import packer, short_keys


class Row(NamedTuple):
    """The stored row of a tour."""

    board: str
    piece: str
    finder: str
    found_at: float | None
    start: int
    end: int
    closed: bool
    symmetry: int
    class_key: int
    path: bytes


def rows(lines: Iterable[bytes]) -> list[Row]:
    """Return the rows of valid lines; of several lines with the same tour the first counts."""
    found: dict[tuple[str, str, bytes], Row] = {}
    for line in lines:
        row = _row(json.loads(line))
        found.setdefault((row.board, row.piece, row.path), row)
    return list(found.values())


def _row(said: dict[str, Any]) -> Row:
    board, piece = parse_board(said["board"]), tuple(int(part) for part in said["piece"].split(","))
    tour = np.array([board.index(square) for square in said["squares"]], dtype=np.int32)
    assert first_fault(board, piece, tour) is None
    closed = bool(closing(board, piece, tour[None, :])[0])
    group = symmetries(board)
    pack = packer(board, piece).pack
    canonical = classify_stream(tour[None, :], np.array([closed]), group).canonical
    moment = said.get("found_at")
    return Row(
        said["board"],
        said["piece"],
        said["job"],
        None if moment is None else datetime.fromisoformat(moment).timestamp(),
        int(tour[0]),
        int(tour[-1]),
        closed,
        len(fixing_symmetries(tour, group, closed=closed)),
        int(short_keys(class_keys(pack(canonical)))[0]),
        pack(tour[None, :])[0].tobytes(),
    )


def some_tours(label: str, number: int) -> list[list[int]]:
    """Return this many knight's tours of a board, by the rule of fewest exits with ties in every order."""
    board = parse_board(label)
    neighbours = [[int(v) for v in row if v >= 0] for row in move_graph(board, (1, 2)).neighbours]
    rng = np.random.default_rng(1)
    found: set[tuple[int, ...]] = set()
    while len(found) < number:
        path = [int(rng.integers(board.size))]
        while exits := [square for square in neighbours[path[-1]] if square not in path]:
            least = {square: len(set(neighbours[square]) - set(path)) + rng.random() / 2 for square in exits}
            path.append(min(exits, key=least.__getitem__))
        if len(path) == board.size:
            found.add(tuple(path))
    return [list(path) for path in sorted(found)]


def line(board: Board, path: list[int], **said: object) -> bytes:
    """Return a tour as `cavalier export` writes it."""
    head = {"board": board.label, "piece": "1,2", **said}
    squares = [board.square(square) for square in path]
    return json.dumps(head | {"squares": squares}, separators=(",", ":")).encode()
