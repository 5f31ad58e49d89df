"""Builds the index of a board's cycles: forwards through the layers of a sweep, then backwards with completions.

Forwards, every way from a state to a successor is sent to the successor's bucket; equal ones stay apart. Backwards, the
completions of a state, the sum of those of its successors, are sent back along the ways that led to it. Only the
sections of every layer (engine/cycles/section.py) are kept; the ways are removed as soon as they have been used.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays, integer_of
from engine.cycles.layer_files import LayerFiles
from engine.errors import KernelLimitError, LostFileError
from engine.kinds.index.planner import IndexTarget
from engine.kinds.index.specification import IndexProblem
from engine.kinds.running.shard_runner import NoTours, Shard
from engine.kinds.running.table_chunks import MAX_UNSENT, Inbox, write_chunk
from engine.search.frontier.bound import state_bounds
from engine.search.frontier.order import symmetries_of, well_ordered
from engine.search.frontier.problem import adjacency_of, problem_of
from engine.search.frontier.sorting import Parcel, merge_parcels, side_by_side
from engine.search.frontier.steps import build_steps
from engine.search.frontier.sweep import BATCH, MAX_STEP
from engine.search.frontier.table_parts import BUCKETS
from engine.search.frontier.transition import expand, workspace

FORWARDS, BACKWARDS, DONE = range(3)
TOGETHER = 1 << 12
FORWARD_SHARE = 0.6
"""The share of the time that going forwards takes; both directions go through the same states."""


class IndexRunner(NoTours):
    """The whole index, one bucket after the other; the unit of work is a state."""

    def __init__(self, shard: Shard[IndexProblem]) -> None:
        """Open the shard at its last checkpoint; without one, at its beginning, in an order chosen now and kept."""
        if shard.files is None:
            raise KernelLimitError("an index goes through files: CAVALIER_SPILL_FOLDER must name a folder for them")
        self._graph, saved = shard.problem.graph, shard.checkpoint
        self._losses = shard.files.losses
        self._ways, self._layers = shard.files.shared, LayerFiles(shard.files.kept, IndexTarget.of(shard).key)
        self._problem = (
            well_ordered(self._graph)
            if saved is None
            else problem_of(adjacency_of(self._graph)).with_order(np.asarray(saved["order"]).tolist())
        )
        self._folds = symmetries_of(self._graph)
        self._steps = build_steps(self._problem, self._folds)
        self._weights = state_bounds(self._problem)
        self._batch = np.empty(BATCH, dtype=np.int64), np.empty(BATCH, dtype=np.int64)
        self._work = workspace()
        self._begin()
        if saved is not None:
            self._resume(saved)

    def _begin(self) -> None:
        """Begin before the first step, with the state in which nothing is settled."""
        self._phase, self._number, self._bucket = FORWARDS, 0, 0
        self._sent: list[Parcel] = []
        self._used: list[str] = []
        self._received: list[list[str]] = [[] for _ in range(self._problem.size + 1)]
        self._answers: tuple[list[str], list[str]] = [], []
        self._inboxes: tuple[Inbox, ...] = ()
        self._total = np.zeros(1, dtype=np.uint64)
        self._layers.forget()
        nothing = np.zeros(1, dtype=np.int64), np.zeros((1, 1), dtype=np.uint64)
        self._received[0].append(self._write_parcel(nothing, apart=True))

    def _resume(self, saved: Arrays) -> None:
        self._phase, self._number, self._bucket = saved["place"].tolist()
        names, layers = saved["ways"].tolist(), saved["ways_layer"].tolist()
        self._received = [[] for _ in range(self._problem.size + 1)]
        for name, layer in zip(names, layers, strict=True):
            self._received[layer].append(name)
        self._answers = saved["answers"].tolist(), saved["answers_sent"].tolist()
        self._total = saved["total"].astype(np.uint64)
        self._layers.resume(saved)
        self._ways.remove(saved["used"].tolist())

    def step(self, work: int) -> int:
        """Take about `work` states further; if a file is lost, begin again."""
        done = 0
        try:
            while done < min(work, MAX_STEP) and not self.is_finished:
                done += self._forwards() if self._phase == FORWARDS else self._backwards()
                if self._unsent > MAX_UNSENT:
                    self._send()
                if self._bucket == BUCKETS:
                    self._turn()
        except LostFileError as error:
            self._losses.append(str(error))
            self._begin()
        return done

    @property
    def _unsent(self) -> int:
        return sum(len(keys) for keys, _ in self._sent)

    def _forwards(self) -> int:
        """Take the states of one bucket, or of several small ones, through the step; the last layer has none."""
        (inbox,) = self._inboxes = self._inboxes or (self._inbox(self._received[self._number]),)
        found, waiting = [np.empty(0, dtype=np.int64)], 0
        while self._bucket < BUCKETS and waiting < TOGETHER:
            if inbox.holds(self._bucket):
                found.append(np.unique(inbox.receive(self._bucket)[0]))
                waiting += len(found[-1])
            self._bucket += 1
        states, done = np.concatenate(found), 0
        while done < len(states) and self._number < self._problem.size:
            keys, sources = self._batch
            done, written = expand(states, done, self._steps[self._number], self._work, keys, sources)
            self._sent.append((keys[:written].copy(), states[sources[:written]].astype(np.uint64)[:, None]))
        return len(states)

    def _backwards(self) -> int:
        """Write the section of one bucket, and send its completions back on all ways that led there."""
        ways, answers = self._inboxes = self._inboxes or (
            self._inbox(self._received[self._number]),
            Inbox(self._ways, self._answers[0]),
        )
        if not ways.holds(self._bucket):
            self._layers.add_nothing(self._number, self._bucket)
            self._bucket += 1
            return 0
        ends, sources = ways.receive(self._bucket)
        keys, completions = answers.receive(self._bucket)
        if self._number == self._problem.size:
            keys, completions = np.unique(ends), np.ones((len(np.unique(ends)), 1), dtype=np.uint64)
        self._layers.add(self._number, self._bucket, keys, completions)
        if self._number == 0 and len(keys):
            self._total = completions[0].copy()
        if self._number > 0 and len(keys):
            index = np.minimum(np.searchsorted(keys, ends), len(keys) - 1)
            known = keys[index] == ends
            self._sent.append((sources[known, 0].astype(np.int64), completions[index[known]]))
        self._bucket += 1
        return len(keys)

    def _inbox(self, names: list[str]) -> Inbox:
        return Inbox(self._ways, names, merge=side_by_side)

    def _turn(self) -> None:
        """Begin the next layer once all buckets are done, or turn round after the last layer."""
        self._send()
        self._bucket, self._inboxes = 0, ()
        if self._phase == FORWARDS and self._number < self._problem.size:
            self._number += 1
        elif self._phase == FORWARDS:
            self._phase = BACKWARDS
        else:
            self._layers.close()
            self._used += [*self._received[self._number], *self._answers[0]]
            self._received[self._number], self._answers = [], (self._answers[1], [])
            self._number -= 1
            if self._number < 0:
                self._phase, self._used = DONE, []  # the job's folder is removed with all its files
                self._layers.describe(self._graph, self._problem.order, self._count)

    def _send(self) -> None:
        """Write the unsent ways or completions to a file."""
        if not self._unsent:
            return
        sent, self._sent = merge_parcels(self._sent), []
        if self._phase == FORWARDS:
            self._received[self._number + 1].append(self._write_parcel(sent, apart=True))
        else:
            self._answers[1].append(self._write_parcel(sent, apart=False))

    def _write_parcel(self, parcel: Parcel, *, apart: bool) -> str:
        return write_chunk(self._ways, "ways" if apart else "completions", parcel, apart=apart)

    @property
    def _count(self) -> int:
        return integer_of(self._total)

    @property
    def is_finished(self) -> bool:
        """Whether every layer has its completions."""
        return self._phase == DONE

    @property
    def progress(self) -> float:
        """The share of the patterns of all layers that lie behind, forwards and backwards."""
        behind = (self._weights[: max(0, self._number)].sum()) / self._weights.sum()
        forwards = behind if self._phase == FORWARDS else 1.0
        backwards = 0.0 if self._phase == FORWARDS else 1.0 - behind
        return float(FORWARD_SHARE * forwards + (1 - FORWARD_SHARE) * backwards)

    def checkpoint(self) -> Arrays:
        """Return the place reached and the names of all files."""
        self._send()
        self._layers.close()
        names = [(name, layer) for layer, names in enumerate(self._received) for name in names]
        return {
            "order": np.array(self._problem.order, dtype=np.int64),
            "place": np.array([self._phase, self._number, self._bucket], dtype=np.int64),
            "ways": np.array([name for name, _ in names], dtype=np.str_),
            "ways_layer": np.array([layer for _, layer in names], dtype=np.int64),
            "answers": np.array(self._answers[0], dtype=np.str_),
            "answers_sent": np.array(self._answers[1], dtype=np.str_),
            "used": np.array(self._used, dtype=np.str_),
            "total": self._total,
            **self._layers.checkpoint(),
        }

    def statistics(self) -> Arrays:
        """Return how many states and bytes are kept so far and, once finished, the count and the digest of all."""
        statistics: dict[str, NDArray[np.generic]] = {"kept": self._layers.kept}
        if self.is_finished:
            statistics |= {"count": self._total, "index": np.array([self._layers.content.hex()], dtype=np.str_)}
        return statistics
