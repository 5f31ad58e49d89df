"""The sweep along a strip without end: the states layer by layer until they repeat, then their operator alone.

After every layer the strip may be ended, which gives the count of one board more. The set of states after a layer
depends on the set before it only; so once a set repeats, at layers with the same tables, all sets after it repeat.
The steps of one such period are kept as sparse matrices. Source: TAOCP 4, pre-fascicle 8A, exercise 210.
"""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays, sha256_of
from engine.search.strip.chain import chain_of, through
from engine.search.strip.ending import BoardEnding, Completions, Count
from engine.search.strip.family import Family
from engine.search.strip.steps import Int64s, Step, dot, forwards, pack_steps, take_step, unpack_steps

SEEK, BUILD, FOLLOW = range(3)
CONFIRMING = 2
"""The number of primes that all terms are counted by; the first terms are counted by as many as they need."""

DIGEST = 32

OPERATOR = ("repeated", "step_sizes", "step_ends", "step_sources", "ending_sizes", "endings", "alive")
"""The arrays of a checkpoint that stay the same once the operator is known."""


class StripSweep:
    """A sweep along the boards of a family, square by square; saved and resumed between any two squares.

    moduli: int64, primes below 2^31. exact: terms that are counted modulo all of them, further ones by CONFIRMING.
    """

    def __init__(self, family: Family, moduli: Int64s, exact: int, saved: Arrays | None = None) -> None:
        """Begin before the first layer, or at a checkpoint."""
        self.family, self._all_moduli, self._exact = family, moduli, exact
        self._phase, self._layer, self._square, self.first, self.period = SEEK, 0, 0, 0, 0
        self._keys = np.zeros(1, dtype=np.int64)
        self._values = np.ones((1, len(moduli)), dtype=np.int64)
        self._repeated = self._keys[:0]
        self._digests: list[bytes] = []
        self._steps: list[Step] = []
        self._endings: list[Int64s] = []
        self._alive: list[NDArray[np.bool_]] = []
        self._terms: list[Int64s] = []
        self._board: BoardEnding | None = None
        if saved is None:
            self._begin()
        else:
            self._resume(saved)

    @property
    def count(self) -> int:
        """The boards counted so far, n = 1 first."""
        return len(self._terms)

    @property
    def repeats(self) -> bool:
        """Whether the operator is known."""
        return self._phase == FOLLOW

    @property
    def states(self) -> list[int]:
        """How many states there are before each layer of the period."""
        return [len(ending) for ending in self._endings]

    @property
    def entries(self) -> int:
        """The entries of the matrices of one period, a matrix for each square."""
        return sum(len(step.sources) for step in self._steps)

    @property
    def steps(self) -> list[Step]:
        """The operator: the steps of one period, a step for each square."""
        return self._steps

    @property
    def endings(self) -> list[NDArray[np.bool_]]:
        """Before each layer of the period, which states a board may end from."""
        return self._alive

    @property
    def bytes(self) -> int:
        """Memory that states and operator take."""
        steps = sum(step.ends.nbytes + step.sources.nbytes for step in self._steps)
        steps *= 2 if self.repeats else 1
        endings = sum(ending.nbytes for ending in self._endings) + (self._board.bytes if self._board else 0)
        return 3 * self._values.nbytes + self._keys.nbytes + steps + endings

    @property
    def digest(self) -> str:
        """The SHA-256 of the operator."""
        content = sha256(sha256_of(self._repeated))
        for step in self._steps:
            content.update(sha256_of(step.ends) + sha256_of(step.sources))
        return content.hexdigest()

    @property
    def longest(self) -> int:
        """A bound on the length of any recurrence that the terms obey; 0 as long as the operator is not known."""
        return 0 if not self.repeats else self.first + self.family.margin + self.period * (1 + min(self.states))

    def terms(self) -> list[Int64s]:
        """Return the residues of each board counted so far, as many as it has."""
        return self._terms

    def advance(self) -> int:
        """Take the states through one more square, or layer once the operator is known; return how many."""
        if self._phase == FOLLOW:
            return self._follow()
        if self._board is not None:
            return self._end_board(self._board)
        went = len(self._keys)
        table = self.family.layer_tables(self._layer)[self._square]
        self._keys, step = take_step(self._keys, table)
        if self._phase == SEEK:
            self._values = forwards(step, self._values, self._moduli)
        else:
            self._steps.append(step)
        self._square += 1
        if self._square == self.family.height:
            self._square, self._layer = 0, self._layer + 1
            self._end_layer()
        return went

    def _follow(self) -> int:
        chain = self._chains[(self._layer - self.first) % self.period]
        self._values = through(chain, self._values, self._moduli)
        self._layer += 1
        self._end_layer()
        return sum(len(step.ends) for step in chain)

    @cached_property
    def _chains(self) -> list[list[Step]]:
        """The steps of each layer of the period, once they are known."""
        height = self.family.height
        return [chain_of(self._steps[first : first + height]) for first in range(0, len(self._steps), height)]

    @property
    def _moduli(self) -> Int64s:
        return self._all_moduli[: self._values.shape[1]]

    def _begin(self) -> None:
        """Count the boards that are so short that every layer is near the end."""
        for layers in range(1, self.family.margin + 1):
            board = Count(self.family.end_tables(layers, 0), self._keys, self._values)
            while not board.is_finished:
                board.advance(self._moduli)
            is_square = self.family.paths and layers * self.family.height == 1  # a tour without moves
            self._add(np.ones_like(self._moduli) if is_square else board.total)
        self._seek_repetition()

    def _end_layer(self) -> None:
        """Count the board that ends with a known layer, or begin to end a board from the states of this one."""
        if self._phase == FOLLOW:
            ending = self._endings[(self._layer - self.first) % self.period]
            self._add(dot(self._values, ending[:, : self._values.shape[1]], self._moduli))
        elif self._phase == SEEK or self._layer < self.first + self.period:
            self._begin_board()
        elif not np.array_equal(self._keys, self._repeated):
            raise AssertionError("the digest of a layer's states repeats, but the states do not")
        else:
            self._phase, self._layer, self._keys = FOLLOW, self.first, self._keys[:0]
            self._narrow()

    def _begin_board(self, saved: Arrays | None = None) -> None:
        """Begin the end of a board after this layer; once the period is known, of a board from each of its states."""
        sort = Count if self._phase == SEEK else Completions
        tables = self.family.end_tables(self._layer + self.family.margin, self._layer)
        self._board = sort(tables, self._keys, self._values, saved)

    def _end_board(self, board: BoardEnding) -> int:
        """Take the board that is being ended through one more square."""
        went = board.advance(self._moduli)
        if board.is_finished:
            self._board = None
            if self._phase == SEEK:
                self._add(board.total)
                self._seek_repetition()
            else:
                self._end_with(board.total)
        return went

    def _seek_repetition(self) -> None:
        """Check whether the states after this layer have occurred before."""
        self._digests.append(sha256_of(self._keys))
        before = self._digests.index(self._digests[-1], min(self.family.reach, self._layer))
        if before < self._layer and len(self._keys):
            self._phase, self.first, self.period = BUILD, self._layer, self._layer - before
            self._repeated = self._keys
            self._begin_board()
        elif len(self._keys) == 0:  # no tour reaches farther, so no longer board has one
            self._phase, self.first, self.period = FOLLOW, self._layer, 1
            self._end_with(self._values)
            self._steps = [_NOTHING] * self.family.height

    def _add(self, term: Int64s) -> None:
        self._terms.append(term)
        if len(self._terms) == self._exact:
            self._values = np.ascontiguousarray(self._values[:, :CONFIRMING])
            self._narrow()

    def _end_with(self, ways: Int64s) -> None:
        self._endings.append(ways)
        self._alive.append(np.count_nonzero(ways, axis=1) > 0)

    def _narrow(self) -> None:
        """Discard the endings modulo primes that are no longer used."""
        if self._phase == FOLLOW:
            self._endings = [np.ascontiguousarray(ending[:, : self._values.shape[1]]) for ending in self._endings]

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return all that is needed to resume."""
        place = [self._phase, self._layer, self._square, self.first, self.period]
        widths = [len(term) for term in self._terms]
        return {
            "place": np.array(place, dtype=np.int64),
            "keys": self._keys,
            "values": self._values,
            "repeated": self._repeated,
            "digests": np.frombuffer(b"".join(self._digests), dtype=np.uint8),
            **pack_steps(self._steps, "step"),
            "ending_sizes": np.array([ending.shape for ending in self._endings], np.int64).reshape(-1, 2),
            "endings": _concatenate([ending.ravel() for ending in self._endings], np.int64),
            "alive": _concatenate(self._alive, np.bool_),
            "term_sizes": np.array(widths, dtype=np.int64),
            "terms": _concatenate(self._terms, np.int64),
            **(self._board.checkpoint() if self._board is not None else {}),
        }

    def _resume(self, saved: Arrays) -> None:
        self._phase, self._layer, self._square, self.first, self.period = saved["place"].tolist()
        self._keys, self._values = np.asarray(saved["keys"], np.int64), np.asarray(saved["values"], np.int64)
        self._repeated = np.asarray(saved["repeated"], np.int64)
        digests = saved["digests"].tobytes()
        self._digests = [digests[at : at + DIGEST] for at in range(0, len(digests), DIGEST)]
        self._steps = unpack_steps(saved, "step")
        shapes = saved["ending_sizes"].tolist()
        endings = np.split(saved["endings"].astype(np.int64), np.cumsum([rows * width for rows, width in shapes])[:-1])
        self._endings = [part.reshape(shape) for part, shape in zip(endings, shapes, strict=False)]
        alive = np.split(saved["alive"].astype(np.bool_), np.cumsum([rows for rows, _ in shapes])[:-1])
        self._alive = alive[: len(shapes)]
        widths = np.cumsum(saved["term_sizes"].astype(np.int64))
        self._terms = np.split(saved["terms"].astype(np.int64), widths[:-1])
        if "ending_keys" in saved:
            self._begin_board(saved)


_NOTHING = Step(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int32))


def _concatenate(parts: list[Int64s] | list[NDArray[np.bool_]], kind: type) -> NDArray[np.generic]:
    return np.concatenate([np.empty(0, dtype=kind), *parts])
