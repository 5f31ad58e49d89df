"""Reading the index of a board's cycles: a cycle by its number, and the number of a cycle. Never loads numba."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.boards.piece import Piece
from engine.cycles.section import BLOCK, WORD, Line, bucket_of, completions_in
from engine.cycles.walk import CycleWalk
from engine.errors import LostFileError
from engine.files import Files
from engine.search.frontier.order import symmetries_of
from engine.search.frontier.problem import adjacency_of, problem_of
from engine.specification.fields import MaskBoard
from engine.specification.problem import resolve_board

LIST = "list-2"
"""A part of the name of the list of files. Its number changes when states are packed in another way."""

LINE_BYTES = WORD * len(Line._fields)

PAGE = 1 << 14
"""Bytes that are read at once."""

MAX_PAGES = 1 << 10
"""Pages kept in memory, those used most recently: the whole index of a small board."""


def key_of(board: Board, piece: Piece) -> str:
    """Return the prefix of the names of a board's index files."""
    return hashlib.sha256(f"{board.label} {list(piece)}".encode()).hexdigest()[:16]


class CycleIndex:
    """One index. `name`: of the file that lists the others."""

    def __init__(self, files: Files, name: str) -> None:
        content = files.read(name).tobytes()
        if hashlib.sha256(content).hexdigest() != name.rpartition(".")[2]:
            raise LostFileError(f"{name} is not what was written")
        self._files, self.name = files, name
        self._document: dict[str, Any] = json.loads(content)
        self._layers: dict[int, list[tuple[int, str, int]]] = {}
        for file, layer, first, last in sorted(self._document["files"], key=lambda row: (row[1], row[2])):
            self._layers.setdefault(layer, []).append((first, file, last))
        self._page = lru_cache(MAX_PAGES)(self._read_page)

    @cached_property
    def board(self) -> Board:
        """The board."""
        field = self._document["board"]
        return resolve_board(field if isinstance(field, str) else MaskBoard(**field))

    @property
    def piece(self) -> Piece:
        """The components of the piece."""
        return tuple(self._document["piece"])

    @cached_property
    def _graph(self) -> MoveGraph:
        return move_graph(self.board, self.piece)

    @property
    def digest(self) -> str:
        """The SHA-256 of all it holds, however that is cut into files; an older index has only that of its list."""
        return str(self._document.get("content", self.name.rpartition(".")[2]))

    @property
    def cycles(self) -> int:
        """How many cycles there are."""
        return int(self._document["cycles"])

    @property
    def states(self) -> int:
        """Number of states in all layers."""
        return int(self._document["states"])

    @property
    def bytes(self) -> int:
        """Bytes of all sections."""
        return int(self._document["bytes"])

    @property
    def names(self) -> list[str]:
        """The names of all its files, the list last."""
        return [file for file, *_ in self._document["files"]] + [self.name]

    @cached_property
    def _walk(self) -> CycleWalk:
        problem = problem_of(adjacency_of(self._graph)).with_order(self._document["order"])
        return CycleWalk(problem, symmetries_of(self._graph), self.completions)

    def tour(self, number: int) -> NDArray[np.int32]:
        """Return int32 (squares,): the cycle with a number from 1 on, from square 0 to the lesser of its neighbours.

        IndexError where there are not that many cycles.
        """
        if not 1 <= number <= self.cycles:
            raise IndexError(number)
        beside: dict[int, list[int]] = {}
        for one, other in self._walk.unrank(number - 1):
            beside.setdefault(one, []).append(other)
            beside.setdefault(other, []).append(one)
        tour = [0, min(beside[0])]
        while len(tour) < self._graph.size:
            first, second = beside[tour[-1]]
            tour.append(second if first == tour[-2] else first)
        return np.array(tour, dtype=np.int32)

    def number(self, tour: Sequence[int]) -> int:
        """Return the number, from 1 on, of the cycle of a closed tour; ValueError where it is no such tour."""
        size = self._graph.size
        if sorted(tour) != list(range(size)):
            raise ValueError("this is not a Hamiltonian cycle")
        index = {square: at for at, square in enumerate(tour)}
        beside = [(tour[index[u] - 1], tour[(index[u] + 1) % size]) for u in range(size)]
        return self._walk.rank(beside) + 1

    def completions(self, step: int, key: int) -> int:
        """Return the number of ways to complete a state before a step, 0 where it is not met or has none."""
        bucket = bucket_of(key)
        files = self._layers[step]
        first, name, last = files[bisect_right(files, bucket, key=lambda row: row[0]) - 1]
        line = Line(*self._read(name, (bucket - first) * LINE_BYTES, LINE_BYTES).view("<i8").tolist())
        if not line.states or bucket >= last:
            return 0
        begin = (last - first) * LINE_BYTES + line.begin
        firsts = self._read(name, begin, WORD * line.blocks).view("<i8")
        block = int(np.searchsorted(firsts, key, side="right")) - 1
        if block < 0:
            return 0
        width = line.key_bytes + line.count_bytes
        states = min(BLOCK, line.states - block * BLOCK)
        at = begin + WORD * line.blocks + block * BLOCK * width
        return completions_in(line, key, int(firsts[block]), self._read(name, at, states * width).tobytes())

    def _read(self, name: str, begin: int, size: int) -> NDArray[np.uint8]:
        """Return bytes of a file, by whole pages."""
        first, last = begin // PAGE, (begin + size - 1) // PAGE
        pages = [self._page(name, number) for number in range(first, last + 1)]
        return np.concatenate(pages)[begin - first * PAGE :][:size]

    def _read_page(self, name: str, number: int) -> NDArray[np.uint8]:
        return self._files.read(name, number * PAGE, PAGE)


def index_name(files: Files, board: Board, piece: Piece) -> str | None:
    """Return the name of a board's index, None where there is none."""
    names = files.names(f"{key_of(board, piece)}.{LIST}.")
    return names[-1] if names else None


def all_indexes(files: Files) -> list[CycleIndex]:
    """Return all indexes, those of small boards first."""
    found = [CycleIndex(files, name) for name in files.names("") if name.split(".")[1:2] == [LIST]]
    return sorted(found, key=lambda index: (index.cycles, index.name))
