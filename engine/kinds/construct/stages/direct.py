"""Methods that answer at once, in linear time."""

from __future__ import annotations

from collections.abc import Callable

from engine.arrays import Arrays
from engine.construction.heuristics.squirrel_cull import squirrel_cull
from engine.construction.request import Answer, Request


class OnceStage:
    """A method that answers at once, in linear time."""

    def __init__(self, name: str, request: Request, solve: Callable[[Request], Answer]) -> None:
        self.name = name
        self.answer: Answer | None = None
        self.attempts = 0
        self.successes = 0
        self._request = request
        self._solve = solve

    def step(self, work: int) -> int:  # noqa: ARG002  the protocol's argument; the work is indivisible
        """Run the whole construction."""
        self.answer = self._solve(self._request)
        self.attempts = 1
        self.successes = int(self.answer.verdict == "complete")
        return self._request.board.size

    @property
    def progress(self) -> float:
        """0 before the construction, 1 after it."""
        return 1.0 if self.answer else 0.0

    def checkpoint(self) -> Arrays:
        """Return nothing: a resumed stage answers again."""
        return {}

    def restore(self, arrays: Arrays) -> None:
        """Start over: nothing is kept of a construction."""


def squirrel_cull_answer(request: Request, *, mended: bool) -> Answer:
    """Answer by Squirrel and Cull's walk from the corner of a flat board."""
    rows, columns = request.board.shape
    path = squirrel_cull(rows, columns, mended=mended)
    if len(path) == request.board.size:
        return Answer("complete", "Squirrel and Cull's move orderings complete from the corner", path)
    row, column = divmod(int(path[-1]), columns)
    visited = f"the walk visits {len(path)} of {request.board.size} squares and stops on [{row + 1}, {column + 1}]"
    return Answer("not-found", visited)
