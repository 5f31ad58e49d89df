"""Runs one shard of a frontier sweep: its whole table, or one part of it for one step."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.errors import KernelLimitError, LostFileError, NoSpaceError
from engine.files import Files
from engine.kinds.enumerate.sweep.missing_files import LostRound
from engine.kinds.enumerate.sweep.target import SweepTarget
from engine.kinds.running.shard_runner import NoTours, Shard
from engine.kinds.running.table_chunks import MAX_UNSENT, Inbox, write_chunk
from engine.search.frontier import table_parts as parts
from engine.search.frontier.bound import share_behind, state_shares
from engine.search.frontier.estimate import SweepEstimate, estimate_problem
from engine.search.frontier.order import symmetries_of, well_ordered
from engine.search.frontier.problem import adjacency_of, problem_of
from engine.search.frontier.sorting import Parcel, merge_parcels
from engine.search.frontier.sweep import BATCH, MAX_STEP, Sweep, checkpoint_before
from engine.search.frontier.table import Int64s
from engine.search.frontier.table_part import Part, Receive
from engine.specification.fields import BoardSpecification
from engine.specification.problem import BoardProblem

WHOLE = (0, parts.BUCKETS)
"""The buckets of a shard that holds the whole table."""


class FrontierRunner(NoTours):
    """One shard; the unit of work is a state taken through a square.

    A shard that holds the whole table continues to the last square or, where there is a folder for large tables, until
    the table is too wide for one worker. What it then sends is shared by several shards, each for one step at a time.
    """

    batch = BATCH
    """Number of successors in a batch."""

    ordered = staticmethod(well_ordered)
    """The function that chooses the order of the squares."""

    sweep_type: type[Sweep] = Sweep

    size = 1
    """The largest size of what a state carries, relative to a count."""

    def __init__(self, shard: Shard[BoardProblem[BoardSpecification]]) -> None:
        """Open the shard at its last checkpoint; without one, at its beginning, a whole sweep in an order chosen now.

        A checkpoint of an earlier round only provides the widths met.
        """
        self._target = target = SweepTarget.of(shard)
        self._files, self._memory = None if shard.files is None else shard.files.shared, shard.memory
        self._losses: list[str] = [] if shard.files is None else shard.files.losses
        self._graph, squares = shard.problem.graph, target.sweep
        saved: Arrays = shard.checkpoint or {}
        order = target.order if target.order is not None else saved["order"].tolist() if saved else None
        self._problem = (
            self.ordered(self._graph, squares)
            if order is None
            else problem_of(adjacency_of(self._graph), squares).with_order(order)
        )
        self._shares = state_shares(self._problem, glued=not self._graph.board.is_flat)
        self._folds = symmetries_of(self._graph)
        resumed = bool(saved) and (int(saved["round"][0]) == self._round or target.counted)
        self._chunks: list[str] = saved["chunks"].tolist() if resumed else []
        self._sent = int(saved["sent"][0]) if resumed else 0
        self._sweep: Sweep | Part | LostRound
        try:
            self._sweep = self._open(saved, resumed=resumed)
        except LostFileError as error:
            self._lose(error, self._widths(saved))

    def _lose(self, error: LostFileError, widths: Int64s) -> None:
        """Halt without results of this round: a file it needs is gone, and the round before must write it again."""
        self._losses.append(str(error))
        self._sweep, self._chunks, self._sent = LostRound(self._round, widths), [], 0

    @property
    def _round(self) -> int:
        return self._target.step

    def _open(self, saved: Arrays, *, resumed: bool) -> Sweep | Part:
        buckets = first, last = self._target.buckets or WHOLE
        if buckets != WHOLE:
            place = np.asarray(saved["place"] if resumed else [first, 0], np.int64)
            widths = self._widths(saved)
            widths[self._round] *= resumed
            return self._make_part(self._receive_counted(self._inbox(first, last)), (widths, place))
        if resumed or self._target.chunks is None:
            return self._make_sweep(saved if resumed else None)
        inbox = self._inbox(first, last)
        states = merge_parcels([inbox.receive(bucket) for bucket in range(first, last)])
        return self._make_sweep(checkpoint_before(self._round, *states, self._widths(saved)))

    @property
    def _most(self) -> int | None:
        """The most states that one worker sweeps alone; None for any number."""
        return None if self._files is None else parts.MAX_ALONE // self.size

    def _make_sweep(self, saved: Arrays | None) -> Sweep:
        return self.sweep_type(self._problem, self._folds, saved, self._most, self.batch)

    def _make_part(self, receive: Receive, saved: tuple[Int64s, Int64s]) -> Part:
        buckets = self._target.buckets or WHOLE
        return Part(self._problem, self._folds, self._round, buckets, receive, saved, self.batch)

    def _receive_counted(self, inbox: Inbox) -> Receive:
        """Return what a part receives, with the counts that a sweep would keep."""

        def receive(bucket: int) -> Parcel:
            keys, counts = inbox.receive(bucket)
            return keys, self.sweep_type.kept(counts)

        return receive

    def _widths(self, saved: Arrays) -> Int64s:
        return saved["widths"].astype(np.int64) if saved else np.zeros(self._problem.size + 1, dtype=np.int64)

    def _inbox(self, first: int, last: int) -> Inbox:
        """Open what was sent to these buckets for this round, and remove files that are no longer needed."""
        files = self._shared_files()
        files.remove(self._target.superseded)
        return Inbox(files, self._target.chunks or (), first, last)

    def _shared_files(self) -> Files:
        if self._files is None:
            raise KernelLimitError("workers share this sweep through a folder: CAVALIER_SPILL_FOLDER must name it")
        return self._files

    def step(self, work: int) -> int:
        """Take at least `work` states through a square, in whole batches; KernelLimitError for want of memory."""
        done = 0
        try:
            while done < min(work, MAX_STEP) and not self.is_finished:
                done += self._take_batch()
        except LostFileError as error:
            self._lose(error, self._sweep.widths)
            return 0
        return done

    def _take_batch(self) -> int:
        """Take one batch, and send the states found if many: so files end where batches do, whatever the steps."""
        done = self._sweep.take_batch()
        if self._sweep.bytes > self._memory:
            raise KernelLimitError(
                f"the sweep needs more than {self._memory >> 20} MiB at square {self._sweep.number}: more than "
                "CAVALIER_SWEEP_MEMORY allows, and only with CAVALIER_SPILL_FOLDER it goes through files"
            )
        if self._sweep.unsent > MAX_UNSENT // self.size:
            self._send()
        return done

    def _send(self) -> None:
        """Write the states for other shards to a file."""
        unsent = self._sweep.unsent
        if unsent:
            if self._target.chunks is None:
                self._ask_for_room()
            name = write_chunk(self._shared_files(), self._prefix, self._sweep.take_sent())
            self._chunks.append(name)
            self._sent += unsent

    def _ask_for_room(self) -> None:
        """Raise NoSpaceError where the sweep, about to be shared, is expected to need more space than is free."""
        needed, free = self._estimate().disk_bytes, self._shared_files().free()
        if needed > free:
            raise NoSpaceError(
                f"the sweep needs about {needed / 2**30:.1f} GiB of files, and {free / 2**30:.1f} GiB are free"
            )

    def _estimate(self) -> SweepEstimate:
        return estimate_problem(self._problem)

    @property
    def _prefix(self) -> str:
        """The prefix of the names of chunks: the sweep, and the step before which it has these states."""
        squares = "-".join(map(str, self._target.sweep)) or "cycles"
        return f"{squares}.{self._sweep.current_step}"

    @property
    def is_finished(self) -> bool:
        """Whether every square is settled, or all of this shard's part of the round is done."""
        return self._sweep.is_halted

    @property
    def _has_lost_files(self) -> bool:
        return isinstance(self._sweep, LostRound)

    @property
    def progress(self) -> float:
        """The estimated share of the states that lie behind."""
        return share_behind(self._shares, self._sweep.number, self._sweep.share)

    def checkpoint(self) -> Arrays:
        """Return the round, the order of the squares, what was sent, and the states or, of a part, only its place."""
        self._send()
        return {
            "round": np.array([-1 if self._has_lost_files else self._round], dtype=np.int64),
            "order": np.array(self._problem.order[: self._graph.size], dtype=np.int64),
            "chunks": np.array(self._chunks, dtype=np.str_),
            "sent": np.array([self._sent], dtype=np.int64),
            **self._sweep.checkpoint(),
        }

    def statistics(self) -> Arrays:
        """Return the states met before each square and, once finished, the outcome.

        That is the count in 64-bit words, lowest first; or what was sent, in how many states and for which step, with
        a mark where a file sent here is lost.
        """
        statistics: dict[str, NDArray[np.generic]] = {"widths": self._sweep.widths.copy()}
        if not self.is_finished:
            return statistics
        if isinstance(self._sweep, Sweep) and self._sweep.is_finished:
            return statistics | {"count": self._sweep.words}
        kept = {name: array for name, array in self.checkpoint().items() if name in {"order", "chunks", "sent"}}
        lost = {"lost": np.array([True])} if self._has_lost_files else {}
        return statistics | kept | lost | {"next": np.array([self._sweep.current_step], dtype=np.int64)}
