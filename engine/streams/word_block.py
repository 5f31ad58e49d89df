"""The words a kernel works on: a block of a stream, with a cursor, that can be saved at any word."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.streams.generator import State
from engine.streams.stream import Stream

DRAWS = 1 << 16  # half a megabyte: threads meet at the interpreter lock for less than 1 % of the time of their walks


class WordBlock:
    """Words of a stream for kernels, which read `words[cursor:]` in order and report the new cursor.

    A kernel is compiled once for all generators: it sees only an array. It returns when the words run out, and may
    hand back the words of an unfinished piece of work by reporting the cursor at its start: `refill` keeps unread
    words and appends fresh ones, so that a kernel always makes headway in the end.
    """

    def __init__(self, stream: Stream, draws: int = DRAWS) -> None:
        self.stream = stream
        self.draws = draws
        self.words = np.empty(0, dtype=np.uint32)
        self.cursor = 0
        self._marks: list[tuple[int, int, State]] = [(0, stream.position, stream.state.copy())]

    def refill(self) -> None:
        """Drop the words before the cursor and append those of `draws` further raw draws."""
        unread = self.words[self.cursor :]
        marks = [(place - self.cursor, position, state) for place, position, state in self._marks]
        marks.append((len(unread), self.stream.position, self.stream.state.copy()))
        fresh = self.stream.words(self.draws)
        self.words = np.concatenate([unread, fresh]) if len(unread) else fresh
        self.cursor = 0
        first = max(number for number, (place, _, _) in enumerate(marks) if place <= 0)
        self._marks = marks[first:]

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return the stream as it stood when it made the word at the cursor, and how many words to skip from there."""
        place, position, state = max((mark for mark in self._marks if mark[0] <= self.cursor), key=lambda mark: mark[0])
        at = Stream(self.stream.generator, self.stream.seed, self.stream.index, self.stream.count, position, state)
        return {**at.checkpoint(), "skip": np.array([self.cursor - place], dtype=np.int64)}

    @classmethod
    def resume(cls, stream: Stream, skip: int, draws: int = DRAWS) -> WordBlock:
        """Resume from a checkpoint: `stream` as restored from it, and its number of words to skip."""
        block = cls(stream, draws)
        while len(block.words) < skip:
            block.refill()
        block.cursor = skip
        return block
