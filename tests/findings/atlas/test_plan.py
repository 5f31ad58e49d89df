"""The planned entries of the atlas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from engine.boards.labels import parse_board
from engine.kinds.enumerate.planner import Enumeration
from engine.kinds.parse import parse_problem, parse_template
from engine.kinds.table import KINDS
from engine.search.frontier.order import BEAMS, well_ordered, well_ordered_fold
from findings.atlas.entries import all_entries, entry_key
from findings.atlas.plan import PARTS, Family, Part


def test_every_board_and_question_is_one() -> None:
    """Boards have their own labels, specifications are valid, and no question is asked twice."""
    names: Counter[str] = Counter()
    for part in PARTS:
        assert all(parse_board(board).label == board for board in part.boards), part.name
        for specification in part.specifications:
            parse_template(specification)
            piece = ",".join(map(str, specification.get("piece", (1, 2))))
            names.update(entry_key(board, piece, specification) for board in part.boards)
    assert max(names.values()) == 1
    assert {entry.key for entry in all_entries()} <= set(names)


def test_families_are_named_by_n() -> None:
    """A family of one board has its label, or its own name where that is long."""
    named = [Family("torus:3x*", 12, 3), Family("8x8"), Family("mask:##/##", name="a square")]
    assert [str(one) for one in named] == ["torus:3xn (n = 3 to 12)", "8x8", "a square"]


@pytest.fixture
def narrow_beam(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Search only briefly for orders, and leave none of them to other tests."""
    monkeypatch.setattr("engine.search.frontier.order.BEAMS", BEAMS[:1])
    yield
    well_ordered.cache_clear()
    well_ordered_fold.cache_clear()


@pytest.mark.usefixtures("narrow_beam")
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_job_is_accepted(part: Part, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each job is read, checked and planned without InvalidProblemError, with a narrow search for orders."""
    monkeypatch.setitem(KINDS, "enumerate", Enumeration())
    for specification in part.specifications:
        for board in part.boards:
            problem = parse_problem({**specification, "board": board})
            KINDS[problem.spec.kind].check(problem)
            plan = KINDS[problem.spec.kind].plan(problem)
            assert plan.shards or plan.result is not None
