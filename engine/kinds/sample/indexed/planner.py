"""Exactly uniform random closed tours by their number in the index of a board, however wide its sweep was.

One shard is one stream of random numbers; each opens the index that a job of the kind "index" has left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.arrays import integer_of
from engine.boards.board import Board
from engine.boards.piece import Piece
from engine.cycles.index import index_name
from engine.errors import InvalidProblemError
from engine.files import Files
from engine.kinds.common.kind import ShardPlan, ShardRecord
from engine.kinds.sample.rounds import share
from engine.kinds.sample.specification import SampleProblem
from engine.kinds.sample.targets import StreamTarget
from engine.kinds.sample.uniform.planner import check_drawn, drawn_result, draws_of
from engine.specification.problem import BoardProblem
from engine.specification.result import Result

METHOD = "index"


def check_index(problem: SampleProblem) -> None:
    """Raise InvalidProblemError at the first field that an index cannot heed."""
    if problem.spec.tours != "closed":
        raise InvalidProblemError("/tours", 'an index is of closed tours: "closed"')
    check_drawn(problem)


class DrawsFromIndex:
    """Base of the kinds with a method that draws from the index that another job has made."""

    def check_files(self, problem: BoardProblem[Any], kept: Files | None) -> None:
        """Refuse to draw from an index that is not there."""
        if problem.spec.method == METHOD:
            index_kept(problem.board, problem.piece, kept)


def index_kept(board: Board, piece: Piece, kept: Files | None) -> str:
    """Return the name of the board's index among the files that are kept; InvalidProblemError where there is none."""
    name = None if kept is None else index_name(kept, board, piece)
    if name is None:
        job = f'{{"kind": "index", "board": "{board.label}"}}'
        raise InvalidProblemError("/method", f"no index of its closed tours is kept here: {job} makes one")
    return name


def index_shards(problem: SampleProblem) -> list[ShardPlan]:
    """Return one shard for each stream, with its part of the draws."""
    streams, draws = problem.spec.rng.streams, draws_of(problem)
    targets = [StreamTarget(stream=stream, units=share(draws, stream, streams)) for stream in range(streams)]
    return [ShardPlan(target.stream, f"stream {target.stream}", target.to_json()) for target in targets]


def index_result(problem: SampleProblem, shards: Sequence[ShardRecord]) -> Result:
    """Return the exact number of closed tours, how many were drawn, and from which index."""
    opened = [shard.statistics for shard in shards if "count" in shard.statistics]
    if not opened:
        return Result()
    closed = 2 * len(problem.starts) * integer_of(opened[0]["count"])
    stored = sum(int(statistics["stored"][0]) for statistics in opened)
    states, size = opened[0]["kept"].tolist()
    index = {"digest": str(opened[0]["index"][0]), "states": states, "bytes": size}
    return drawn_result(problem, [closed], stored).model_copy(update={"extra": {"index": index}})
