"""The files of an index of cycles: sections of states (engine/cycles/section.py), and their list.

A file holds the sections of successive buckets of one layer; it begins with a line for each. The list of all files, in
JSON, is itself a file, whose name has the board's key and the SHA-256 of the list, so that it is found.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.move_graph import MoveGraph
from engine.cycles.index import LIST
from engine.cycles.section import Line, written_section
from engine.files import Files
from engine.specification.problem import board_field

MAX_CACHED_BYTES = 1 << 26
"""Bytes of sections kept in memory before they go to a file."""


class LayerFiles:
    """The files of an index written so far; `key` begins their names.

    kept: int64 (2,), states and bytes. content: the SHA-256 of all sections, each
    hashed after that of those before it. It does not depend on how they are cut into files, which pauses decide.
    """

    def __init__(self, files: Files, key: str) -> None:
        self._files, self._key = files, key
        self.forget()

    def forget(self) -> None:
        """Start with no layer."""
        self.kept, self.content = np.zeros(2, dtype=np.int64), b""
        self._written: list[tuple[str, int, int, int]] = []
        self._lines: list[Line] = []
        self._sections: list[NDArray[np.uint8]] = []
        self._layer, self._first = 0, 0

    def add(self, layer: int, bucket: int, keys: NDArray[np.int64], counts: NDArray[np.uint64]) -> None:
        """Add the section of a bucket: the one after the last, or the first of a layer."""
        if not self._lines:
            self._layer, self._first = layer, bucket
        held = sum(len(section) for section in self._sections)
        line, section = written_section(held, keys, counts)
        self._lines.append(line)
        self._sections.append(section)
        self.kept += (len(keys), len(section))
        place = np.array([layer, bucket, len(keys)], dtype="<i8")
        self.content = hashlib.sha256(self.content + place.tobytes() + section.tobytes()).digest()
        if held + len(section) > MAX_CACHED_BYTES:
            self.close()

    def add_nothing(self, layer: int, bucket: int) -> None:
        """Add the empty section of a bucket."""
        if not self._lines:
            self._layer, self._first = layer, bucket
        self._lines.append(Line(0, 0, 0, 0))

    def close(self) -> None:
        """Write the sections held, if any, to a file."""
        if not self._lines:
            return
        content = np.concatenate([np.empty(0, dtype=np.uint8), *self._sections])
        head = np.array(self._lines, dtype="<i8")
        digest = hashlib.sha256(head.tobytes() + content.tobytes()).hexdigest()
        name = f"{self._key}.{self._layer}.{self._first}.{digest}"
        self._files.write(name, [head, content])
        self._written.append((name, self._layer, self._first, self._first + len(self._lines)))
        self._lines, self._sections = [], []

    def describe(self, graph: MoveGraph, order: Sequence[int], cycles: int) -> None:
        """Write the list of all files; it replaces an older index of the board."""
        field = board_field(graph.board)
        board = field if isinstance(field, str) else field.model_dump(exclude_none=True)
        states, size = self.kept.tolist()
        document: dict[str, object] = {"board": board, "piece": list(graph.piece), "cycles": str(cycles)}
        document |= {
            "states": states,
            "bytes": size,
            "content": self.content.hex(),
            "order": [int(square) for square in order],
            "files": self._written,
        }
        content = json.dumps(document).encode()
        name = f"{self._key}.{LIST}.{hashlib.sha256(content).hexdigest()}"
        self._files.remove(set(self._files.names(f"{self._key}.{LIST}.")) - {name})
        self._files.write(name, [np.frombuffer(content, dtype=np.uint8)])
        self._written = []

    def checkpoint(self) -> Arrays:
        """Return the files written, until they are listed, and the sizes and the digest so far."""
        return {
            "layer_files": np.array([name for name, *_ in self._written], dtype=np.str_),
            "layer_ranges": np.array([place for _, *place in self._written], dtype=np.int64).reshape(-1, 3),
            "kept": self.kept,
            "content": np.frombuffer(self.content, dtype=np.uint8),
        }

    def resume(self, saved: Arrays) -> None:
        """Resume from a checkpoint."""
        names, ranges = saved["layer_files"].tolist(), saved["layer_ranges"].tolist()
        self._written = [(name, *place) for name, place in zip(names, ranges, strict=True)]
        self.kept, self.content = saved["kept"].astype(np.int64), saved["content"].tobytes()
