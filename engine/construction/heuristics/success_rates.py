"""How often a heuristic succeeds: attempts on many boards, with confidence intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.boards.existence.verdict import Tours
from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT
from engine.construction.heuristics.rules import RULES
from engine.construction.heuristics.squirrel_cull import squirrel_cull
from engine.construction.heuristics.warnsdorff import greedy_successes
from engine.construction.request import Request
from engine.intervals import wilson_interval

CORNER = 0


@dataclass(frozen=True)
class SuccessRate:
    """Successes and attempts on one rectangle: tours of the requested kind.

    drawn: whether attempts differ by chance; else one is as good as all.
    """

    rows: int
    columns: int
    attempts: int
    successes: int
    drawn: bool = True

    @property
    def rate(self) -> float:
        """The share of attempts that succeeded."""
        return self.successes / self.attempts

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the probability of success; the rate itself where nothing is drawn."""
        if not self.drawn:
            return self.rate, self.rate
        return wilson_interval(self.successes, self.attempts)


def success_rates(
    boards: Iterable[tuple[int, int]], method: str, attempts: int, *, tours: Tours = "any", seed: int = 1
) -> Iterator[SuccessRate]:
    """Yield the rate of one of the heuristics on each board; walks start in the corner.

    Every board has random numbers of its own: the rates are independent, and the same whichever boards are asked for.
    Squirrel and Cull's walk draws nothing: one attempt tells.
    """
    for rows, columns in boards:
        request = Request(parse_board(f"{rows}x{columns}"), KNIGHT, tours)
        if method not in RULES:
            yield SuccessRate(rows, columns, 1, _found_by_table(request, rows, columns), drawn=False)
            continue
        board_seed = seed + (rows << 32) + (columns << 16)
        complete, closed = greedy_successes(request.graph, CORNER, RULES[method](request.graph), board_seed, attempts)
        successes = {"any": complete, "closed": closed, "open": complete - closed}[tours]
        yield SuccessRate(rows, columns, attempts, successes)


def _found_by_table(request: Request, rows: int, columns: int) -> int:
    """Return 1 where Squirrel and Cull's walk is a tour of the requested kind, else 0."""
    path = squirrel_cull(rows, columns)
    complete = len(path) == request.board.size
    return int(complete and request.accepts(bool(path[-1] in request.graph.closing_ends(CORNER))))
