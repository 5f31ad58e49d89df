"""Attempts of the greedy heuristics."""

from __future__ import annotations

from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT
from engine.construction.request import Request
from engine.kinds.construct.stages.heuristic import HeuristicStage

CHESSBOARD = Request(parse_board("8x8"), KNIGHT, "closed", start=0)


def test_it_stops_at_the_first_tour_of_the_kind_wanted() -> None:
    """Of walks from the corner one in fifty closes: the stage must go on until one does, and no further."""
    stage = HeuristicStage("warnsdorff", CHESSBOARD, seed=1, attempts=2000)
    stage.step(10**6)
    assert stage.answer is not None
    assert stage.answer.verdict == "complete"
    assert stage.successes == 1
    short = HeuristicStage("warnsdorff", CHESSBOARD, seed=1, attempts=stage.attempts - 1)
    short.step(10**6)
    assert short.answer is not None
    assert short.answer.verdict == "not-found"


def test_steps_keep_to_the_work_asked_for() -> None:
    """A step makes at least one attempt and no more than fit into its work."""
    stage = HeuristicStage("roth", CHESSBOARD, seed=1, attempts=50, run_all=True)
    assert stage.step(1) == 64
    assert stage.step(64 * 5) == 64 * 5
    assert stage.attempts == 6
    assert stage.progress == 6 / 50


def test_free_starts_are_drawn_from_the_whole_board() -> None:
    """Without a start the attempts must start all over the board."""
    request = Request(parse_board("6x6"))
    starts = {HeuristicStage("warnsdorff", request, seed, 1)._random_start(0) for seed in range(400)}
    assert starts == set(range(36))
