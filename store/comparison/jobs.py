"""Two jobs, or a job and a published figure, side by side: differences, distances, speed, and a verdict in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from engine.boards.symmetry import square_classes
from engine.specification.result import Result
from store.comparison.pairs import FigureComparison, SquareComparison, compare_figures, compare_squares
from store.comparison.side import SquareFigure, as_counted, figures_of, reference_figure, square_figures
from store.comparison.verdict import verdict
from store.digests import job_digest
from store.models.jobs import Job, Shard
from store.models.references import ReferenceRow
from store.problems import board_of
from store.progress import current_result, typed_specification
from store.queries.boards import board_label
from store.states import TERMINAL

ASKED = ("kind", "board", "piece", "tours", "starts", "limit")
"""Fields of a specification that decide what is counted."""

ALIKE = {"enumerate", "sample"}
"""Kinds that give the same figures, one by counting, the other by estimating."""


@dataclass(frozen=True)
class Effort:
    """What a job has cost. rate: units of work (the kind's own) in a CPU second."""

    work: str
    cpu_seconds: float
    rate: float | None


@dataclass(frozen=True)
class Comparison:
    """Everything that was compared.

    squares: one entry for each quantity that both sides have by start square. digests: of both jobs, where they have
    ended and ask for the same.
    """

    figures: list[FigureComparison]
    squares: list[SquareComparison] = field(default_factory=list)
    efforts: list[Effort] = field(default_factory=list)
    digests: list[str] | None = None
    verdict: str = ""


def compare_jobs(session: Session, first: Job, second: Job) -> Comparison:
    """Compare what two jobs have found; of one that has not ended, what it has so far."""
    one, two = (current_result(session, job) for job in (first, second))
    figures = compare_figures(figures_of(first, one), figures_of(second, two))
    squares = _squares(square_figures(first, one), square_figures(second, two))
    same = first.fingerprint == second.fingerprint and {first.state, second.state} <= TERMINAL
    digests = [job_digest(session, job) for job in (first, second)] if same else None
    efforts = [_effort(session, job) for job in (first, second)]
    words = verdict(figures, squares, digests, _differences(first, second))
    return Comparison(figures, squares, efforts, digests, words)


def compare_with_reference(session: Session, job: Job, reference: ReferenceRow) -> Comparison:
    """Compare a job with a published figure of a board or of one start square.

    The right value is taken where the printed one is known to be wrong.
    """
    figure = reference_figure(reference)
    if figure is None:
        return Comparison([], verdict="This figure is not a single number.")
    result = current_result(session, job)
    label = board_label(session, job)
    differences = ["board"] if reference.board is not None and label != reference.board else []
    if not reference.place:
        if job.specification.get("starts", "all") != "all":
            differences.append("starts")
        board = board_of(typed_specification(job))
        size, tours = 0 if board is None else board.size, job.specification.get("tours", "any")
        figures = compare_figures(figures_of(job, result), as_counted(reference, figure, size, tours))
        return Comparison(figures, verdict=verdict(figures, [], None, differences))
    if differences or set(reference.place) != {"square"}:
        place = ", ".join(f"{name} {value}" for name, value in reference.place.items())
        return Comparison([], verdict=verdict([], [], None, differences or [f"subject: the figure is of {place}"]))
    square = _counterpart(job, result, reference)
    printed = {} if square is None else {square: SquareFigure(figure)}
    squares = _squares(square_figures(job, result), {reference.quantity: printed})
    return Comparison([], squares, verdict=verdict([], squares, None, []))


def _squares(
    first: Mapping[str, Mapping[tuple[int, ...], SquareFigure]],
    second: Mapping[str, Mapping[tuple[int, ...], SquareFigure]],
) -> list[SquareComparison]:
    both = (compare_squares(name, first[name], second[name]) for name in first if name in second)
    return [one for one in both if one is not None]


def _counterpart(job: Job, result: Result, reference: ReferenceRow) -> tuple[int, ...] | None:
    """Return the job's square that symmetry takes to the one in print; itself, where the job has it."""
    board = board_of(typed_specification(job))
    own = square_figures(job, result).get(reference.quantity, {})
    printed = tuple(reference.place["square"])
    if board is None or printed in own:
        return printed
    class_of = square_classes(board).class_of
    wanted = class_of[board.index(list(printed))]
    return next((square for square in own if class_of[board.index(list(square))] == wanted), None)


def _effort(session: Session, job: Job) -> Effort:
    sums = select(func.coalesce(func.sum(Shard.work), 0), func.coalesce(func.sum(Shard.cpu_seconds), 0.0))
    work, seconds = session.execute(sums.where(Shard.job_id == job.id)).one()
    return Effort(str(int(work)), float(seconds), int(work) / float(seconds) if seconds else None)


def _differences(first: Job, second: Job) -> Sequence[str]:
    """Return the fields in which two jobs ask for different things."""
    names = [name for name in ASKED if first.specification.get(name) != second.specification.get(name)]
    return [name for name in names if name != "kind" or not {first.kind, second.kind} <= ALIKE]
