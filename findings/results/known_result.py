"""A result document that is no job's: what the record has of a question before anything is computed."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification
from engine.specification.result import Count, Result, SquareStatistics
from findings.results.result_document import result_document
from findings.statements.known_answer import (
    KnownAnswer,
    by_start,
    count_question,
    count_words,
    counts_exactly,
    known_answer,
)
from findings.statements.statement import as_json
from phrasing.phrases import with_square_names
from phrasing.titles import job_title
from store.jobs.lifecycle import find_equal
from store.models.states import JobState


def known_result(
    session: Session, problem: ParsedSpecification[Specification], *, named: bool = True
) -> dict[str, Any] | None:
    """Return what is known exactly of the count that a job asks for, in the form of its result; None: not known.

    Of an equal job that has succeeded it is that job's document, else one without a job's id. `known` lists the
    figures with their sources, the answer first. named: as of `result_document`.
    """
    asked = count_question(problem)
    answer = None if asked is None else known_answer(session, asked)
    if answer is None or not answer.figures:
        return None
    job = find_equal(session, problem) if counts_exactly(problem) else None
    if job is not None and job.state == JobState.SUCCEEDED:
        document = result_document(session, job, named=named)
    else:
        document = _document(problem, answer, named=named)
    return document | {"known": as_json(answer.figures)}


def _document(problem: ParsedSpecification[Specification], answer: KnownAnswer, *, named: bool) -> dict[str, Any]:
    asked = answer.question
    rows = by_start(answer)
    squares = [
        SquareStatistics(
            square=asked.board.square(number), tours=values[_fact(asked.tours)], closed=values.get("closed")
        )
        for number, values in rows.items()
    ]
    fact = _fact(asked.tours)
    named_tours = {fact: ("tours", fact) if fact == "closed" else ("tours",)}  # as a job that was asked for them says
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
    phrased = with_square_names(problem.document, named=named)
    head = {
        "id": None,
        "kind": problem.spec.kind,
        "state": "succeeded",
        "outcome": "complete",
        "explanation": None,
        "title": job_title(phrased, asked.board.label),
        "answer": count_words(answer),
        "spec": problem.document,
        "code_digest": None,
        "engine": None,
        "cpu_seconds": 0.0,
        "tours_stored": 0,
    }
    shown = parts.model_dump(mode="json", include={"counts", "squares"})
    return {"job": head} | {part: value for part, value in shown.items() if value}


def _fact(tours: str) -> str:
    return "tours" if tours == "any" else tours
