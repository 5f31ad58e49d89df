"""Methods that answer at once."""

from __future__ import annotations

from engine.boards.labels import parse_board
from engine.construction.request import Answer, Request
from engine.kinds.construct.stages.direct import OnceStage, squirrel_cull_answer


def test_one_step_answers() -> None:
    """The answer stands after one step, whatever the work."""
    stage = OnceStage("blocks", Request(parse_board("5x5")), lambda _: Answer("not-found", "no"))
    assert (stage.answer, stage.progress) == (None, 0.0)
    assert stage.step(1) == 25
    assert stage.answer is not None
    assert (stage.attempts, stage.successes, stage.progress) == (1, 0, 1.0)


def test_squirrel_and_cull_tell_where_they_stop() -> None:
    """A walk that does not complete is described by its length and its last square."""
    answer = squirrel_cull_answer(Request(parse_board("74x74")), mended=False)
    assert answer.explanation == "the walk visits 5432 of 5476 squares and stops on [27, 36]"
    assert squirrel_cull_answer(Request(parse_board("74x74")), mended=True).verdict == "complete"
