"""A result document without a job: what the record knows before anything is computed."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from engine.boards.existence.verdict import Tours
from engine.boards.piece import Piece
from engine.kinds.figure_scope import Scope
from engine.kinds.strip.specification import StripSpecification
from engine.search.strip.family import parse_family
from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification
from engine.specification.result import Count, Result, SquareStatistics
from findings.atlas.families import KIND, subject_of
from findings.results.family_result import FoundFamily, find_family_result
from findings.results.known_family import QUANTITIES
from findings.results.result_document import result_document
from findings.statements.job_source import exact_statement
from findings.statements.known_answer import (
    KnownAnswer,
    by_start,
    count_question,
    count_words,
    counts_exactly,
    known_answer,
)
from findings.statements.statement import Statement, Subject, as_json
from phrasing.base import FoundResult
from phrasing.phrases import with_square_names
from phrasing.registry import WORDS
from phrasing.titles import job_title
from store.jobs.lifecycle import find_equal
from store.models.states import JobState

Problem = ParsedSpecification[Specification]


def may_be_known(problem: Problem) -> bool:
    """Whether the answer to a job may be known beforehand: it asks for a count, or for a family of boards."""
    return isinstance(problem.spec, StripSpecification) or count_question(problem) is not None


def known_result(session: Session, problem: Problem, *, named: bool = True) -> dict[str, Any] | None:
    """Return the exactly known count or family that a job asks for, as its result; None if it is not known.

    If an equal job has succeeded, this is its document, else one without a job's id. `known` lists the figures with
    their sources, the answer first; for a family only the last term. named: as in `result_document`.
    """
    if isinstance(problem.spec, StripSpecification):
        return _known_family(session, problem, problem.spec, named=named)
    asked = count_question(problem)
    answer = None if asked is None else known_answer(session, asked)
    if answer is None or not answer.figures:
        return None
    document = _equal_job(session, problem, named=named) if counts_exactly(problem) else None
    return (document or _document(problem, answer, named=named)) | {"known": as_json(answer.figures)}


def _known_family(
    session: Session, problem: Problem, asked: StripSpecification, *, named: bool
) -> dict[str, Any] | None:
    """Return the result of the atlas or a finished job for a family, if it covers the request."""
    family, piece, tours = subject_of(problem.document)
    found = find_family_result(session, family, piece, tours)
    if found is None or not found.covers(asked):
        return None
    extra = {KIND: found.figures}
    words = WORDS[KIND].answer(FoundResult(None, {}, family, Result(outcome="complete", extra=extra), {})) or ""
    without_job = _head(problem, family, words, named=named) | {"extra": extra}
    document = _equal_job(session, problem, named=named) or without_job
    return document | {"known": as_json([_last_term(found, piece, tours)])}


def _last_term(found: FoundFamily, piece: Piece, tours: Tours) -> Statement:
    """Return the count of the largest board of a family that is counted exactly, with its source."""
    terms = found.figures["terms"]
    board = parse_family(found.figures["family"], piece).label(len(terms))
    fact = Scope(QUANTITIES[tours], "all", None)
    return exact_statement(Subject(board, piece), fact, "undirected", terms[-1], found.source)


def _equal_job(session: Session, problem: Problem, *, named: bool) -> dict[str, Any] | None:
    """Return the document of an equal job that has succeeded."""
    job = find_equal(session, problem)
    if job is None or job.state != JobState.SUCCEEDED:
        return None
    return result_document(session, job, named=named)


def _document(problem: Problem, answer: KnownAnswer, *, named: bool) -> dict[str, Any]:
    asked = answer.question
    rows = by_start(answer)
    squares = [
        SquareStatistics(
            square=asked.board.square(number), tours=values[_fact(asked.tours)], closed=values.get("closed")
        )
        for number, values in rows.items()
    ]
    fact = _fact(asked.tours)
    named_tours = {fact: ("tours", fact) if fact == "closed" else ("tours",)}  # the names in such a job's result
    counts = [
        Count(
            quantity=name,
            convention="undirected" if one.convention == "undirected" else "directed",
            value=str(one.value),
            method=next((source.method for source in one.sources if source.method), "publication"),
        )
        for one in answer.figures
        for name in named_tours.get(one.quantity, (one.quantity,))
    ]
    parts = Result(outcome="complete", counts=counts, squares=squares)
    shown = parts.model_dump(mode="json", include={"counts", "squares"})
    head = _head(problem, asked.board.label, count_words(answer), named=named)
    return head | {part: value for part, value in shown.items() if value}


def _head(problem: Problem, label: str, answer: str, *, named: bool) -> dict[str, Any]:
    """Return the part of a result that says what was asked, without a job. label: of the board or the family."""
    head = {
        "id": None,
        "kind": problem.spec.kind,
        "state": "succeeded",
        "outcome": "complete",
        "explanation": None,
        "title": job_title(with_square_names(problem.document, named=named), label),
        "answer": answer,
        "spec": problem.document,
        "code_digest": None,
        "engine": None,
        "cpu_seconds": 0.0,
        "tours_stored": 0,
    }
    return {"job": head}


def _fact(tours: str) -> str:
    return "tours" if tours == "any" else tours
