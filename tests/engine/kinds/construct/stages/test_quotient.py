"""Symmetric tours: found by search or proved not to exist; the same however the work is cut."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.symmetry import symmetries
from engine.errors import InvalidProblemError
from engine.kinds.construct.planner import Construction
from engine.kinds.construct.runner import UnsoundConstructionError, check, construct, request_of
from engine.kinds.construct.specification import ConstructProblem
from engine.kinds.construct.stages.quotient import QuotientStage
from engine.kinds.parse import parse_problem
from engine.tours.content import symmetry_types
from engine.tours.symmetry_type import plane_symmetry
from tests.reference.symmetric_tours import undirected


def asked(board: str, symmetry: str, **more: object) -> ConstructProblem:
    """Return a problem, of closed tours unless others are asked for."""
    fields = {"kind": "construct", "board": board, "symmetry": symmetry, "tours": "closed", **more}
    problem: ConstructProblem = parse_problem(fields)
    return problem


@pytest.mark.parametrize(
    ("board", "symmetry", "tours"),
    [
        ("6x6", "rotation90", "closed"),
        ("10x10", "rotation90", "closed"),
        ("14x14", "rotation90", "closed"),
        ("8x8", "rotation180", "closed"),
        ("5x8", "rotation180", "closed"),
        ("5x6", "mirror-columns", "closed"),
        ("7x7", "rotation180", "open"),
    ],
)
def test_found(board: str, symmetry: str, tours: str) -> None:
    """The symmetry maps the tour's set of moves to itself."""
    problem = asked(board, symmetry, tours=tours)
    Construction().check(problem)
    report, tour = construct(problem)
    image = plane_symmetry(problem.board, symmetry)
    assert report["outcome"] == "complete"
    assert tour is not None
    assert image is not None
    closed = tours == "closed"
    assert undirected(tuple(tour.tolist()), closed=closed) == undirected(tuple(image[tour].tolist()), closed=closed)


def test_other_seeds_find_other_tours() -> None:
    """Most seeds give different tours of 10x10, all with quarter turns."""
    problems = [asked("10x10", "rotation90", rng={"seed": seed}) for seed in range(30)]
    tours = np.array([construct(problem)[1] for problem in problems])
    assert len(np.unique(tours, axis=0)) > 20
    assert set(symmetry_types(problems[0].board, tours, np.full(len(tours), True))) == {"rotation90"}


@pytest.mark.parametrize(
    ("board", "symmetry", "why"),
    [("8x8", "rotation90", "16 moves"), ("5x6", "rotation180", "exhausted"), ("5x5", "rotation180", "colour")],
)
def test_proved_not_to_be_there(board: str, symmetry: str, why: str) -> None:
    """The proof is by colours, by exhaustion, or that there is no closed tour at all."""
    report, tour = construct(asked(board, symmetry))
    assert (report["outcome"], tour) == ("impossible", None)
    assert why in report["explanation"]


def test_however_it_is_cut() -> None:
    """Steps of a few nodes, each from a checkpoint, give the same verdict, explanation and tour as one long step."""
    for board, symmetry in (("12x12", "rotation180"), ("5x8", "rotation180"), ("5x6", "rotation180")):
        request = request_of(asked(board, symmetry))
        whole, cut = QuotientStage(request, 7, 10_000), QuotientStage(request, 7, 10_000)
        whole.step(1 << 20)
        while cut.answer is None:
            cut.step(3)
            if cut.answer is None:
                again = QuotientStage(request, 7, 10_000)
                again.restore(cut.checkpoint())
                cut = again
        assert whole.answer is not None
        assert (cut.answer.verdict, cut.answer.explanation) == (whole.answer.verdict, whole.answer.explanation)
        assert np.array_equal(cut.answer.tour, whole.answer.tour)


def test_a_budget_too_small() -> None:
    """A search that exhausts its budget finds nothing and proves nothing."""
    stage = QuotientStage(request_of(asked("12x12", "rotation180")), 7, 5)
    stage.step(100)
    assert stage.answer is not None
    assert stage.answer.verdict == "not-found"


def test_a_tour_that_is_not_left_is_refused() -> None:
    """The check of finished tours refuses one without the symmetry."""
    request = request_of(asked("6x6", "rotation90"))
    other = construct(parse_problem({"kind": "construct", "board": "6x6", "tours": "closed"}))[1]
    assert other is not None
    assert len(symmetries(request.board)) == 8
    with pytest.raises(UnsoundConstructionError, match="rotation90"):
        check(request, other)


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"tours": "any"}, "/tours"),
        ({"start": [1, 1]}, "/start"),
        ({"end": [1, 1]}, "/end"),
        ({"board": "6x7"}, "/symmetry"),
        ({"board": "101x101"}, "/board"),
        ({"until": "all"}, "/until"),
    ],
)
def test_what_is_refused(fields: dict[str, object], pointer: str) -> None:
    """The error names the field that the search cannot heed."""
    problem = parse_problem({"kind": "construct", "board": "6x6", "symmetry": "rotation90", "tours": "closed"} | fields)
    with pytest.raises(InvalidProblemError) as caught:
        Construction().check(problem)
    assert caught.value.pointer == pointer
