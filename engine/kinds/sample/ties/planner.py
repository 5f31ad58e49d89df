"""The exact success of Warnsdorff's rule with random ties, by start square, from the whole tree of ties."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.boards.symmetry import square_classes
from engine.kinds.common.kind import ShardPlan, ShardRecord
from engine.kinds.common.target import StartTarget
from engine.kinds.sample.specification import SampleProblem
from engine.specification.result import Count, Result, SquareStatistics


def tie_shards(problem: SampleProblem) -> list[ShardPlan]:
    """Return one tree for each class of starts."""
    classes = square_classes(problem.board).class_of[problem.starts]
    _, places = np.unique(classes, return_index=True)
    starts = problem.starts[np.sort(places)].tolist()
    return [
        ShardPlan(index, f"start {problem.board.square(start)}", StartTarget(start=start).to_json())
        for index, start in enumerate(starts)
    ]


def tie_result(problem: SampleProblem, shards: Sequence[ShardRecord]) -> Result:
    """Return the probabilities by start square, from finished trees, and their mean once all are known.

    Every figure is exact but for rounding, within `error`.
    """
    class_of = square_classes(problem.board).class_of
    known = {
        int(class_of[StartTarget.of(shard).start]): shard.statistics
        for shard in shards
        if shard.is_finished and shard.statistics
    }
    rows = [
        SquareStatistics(
            square=problem.board.square(start),
            success_probability=float(found["sums"][0]),
            closing_probability=float(found["sums"][1]),
            error=float(found["error"][0]),
            tours=str(int(found["leaves"][0])),
            closed=str(int(found["leaves"][1])),
            dead_ends=str(int(found["leaves"][2])),
        )
        for start in problem.starts.tolist()
        if (found := known.get(int(class_of[start]))) is not None
    ]
    if len(rows) < len(problem.starts):
        return Result(squares=rows)
    names = ("success_probability", "closing_probability", "error")
    extra = {name: sum(row.model_dump()[name] for row in rows) / len(rows) for name in names}
    counts = [
        Count(quantity=f"warnsdorff_{name}", value=str(sum(int(row.model_dump()[name]) for row in rows)), method="ties")
        for name in ("tours", "closed", "dead_ends")
    ]
    return Result(squares=rows, counts=counts, extra=extra)
