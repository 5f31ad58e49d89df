"""Exact answers from the record, and questions that it cannot answer."""

from __future__ import annotations

from typing import Any

import pytest

from engine.boards.labels import parse_board
from engine.kinds.parse import parse_problem
from engine.specification.result import Count, EndStatistics, Result
from findings.atlas.load import load_atlas
from findings.references.load import load_references
from findings.statements.board_facts import gather_board_facts
from findings.statements.known_answer import (
    answer_words,
    count_question,
    known_answer,
    question_about,
    unknown_words,
)
from store.database.db import Database
from store.jobs.lifecycle import change_state
from store.jobs.results import record_result
from store.models.states import JobState
from tests.store.job_samples import stored_job


@pytest.fixture
def record(database: Database) -> Database:
    """A database with the atlas and the published figures."""
    with database.writing() as session:
        load_atlas(session)
        load_references(session)
    return database


def answered(database: Database, label: str, **asked: Any) -> tuple[str | None, list[tuple[str, str]]]:
    """Return the sentence and the figures, by quantity."""
    question = question_about(parse_board(label), **asked)
    with database.reading() as session:
        found = known_answer(session, question)
    return answer_words(found), [(one.quantity, str(one.value)) for one in found.figures]


def store_result(database: Database, result: Result, **fields: object) -> None:
    """Store a finished job on 5x5 with this result."""
    with database.writing() as session:
        job = stored_job(session, **fields)
        record_result(session, job, parse_board("5x5"), result)
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "succeeded", outcome=result.outcome)


def test_a_start_square_of_8x8(record: Database) -> None:
    """The answer names the square of the question, not the first of its class."""
    words, figures = answered(record, "8x8", start="a1")
    assert words == "8x8 from a1: 1,222,177,251,161,336 directed tours; 26,534,728,821,064 of them close."
    assert figures[0] == ("tours", "1222177251161336")
    with record.reading() as session:
        found = known_answer(session, question_about(parse_board("8x8"), start="a1"))
    assert found.figures[0].subject.starts == ((8, 1),)
    assert found.figures[0].sources[0].kind == "atlas"


def test_what_follows_from_what_is_known(record: Database) -> None:
    """Closed tours follow from cycles, open ones by subtraction, and several squares by addition."""
    assert answered(record, "6x9", tours="closed")[1][-1] == ("cycles", "3374967940")
    assert answered(record, "6x6", tours="closed", start="c3")[1] == [("closed", str(2 * 9862))]
    assert answered(record, "6x6", tours="open")[1] == [("open", str(6637920 - 710064))]
    problem = parse_problem({"kind": "enumerate", "board": "5x5", "starts": ["a1", "c3"]})
    with record.reading() as session:
        asked = count_question(problem)
        assert asked is not None
        assert known_answer(session, asked).figures[0].value == str(304 + 64)


def test_where_values_differ_nothing_is_known(record: Database) -> None:
    """If a job contradicts the atlas, there is no answer."""
    store_result(record, Result(counts=[Count(quantity="tours", value="1729", method="backtrack")]))
    assert answered(record, "5x5") == (None, [])


@pytest.mark.parametrize(
    ("label", "asked", "words"),
    [
        (
            "7x8",
            {"start": "a1"},
            (
                "7x8 from a1: the number of tours is not known exactly. "
                "This is known: 7x8 from a1: 69,048,864,632 directed closed tours."
            ),
        ),
        (
            "6x6",
            {"start": "a1", "end": "f1"},
            (
                "6x6 from a1 to f1: the number of tours is not known exactly. "
                "This is known: 6x6 from a1: 524,486 directed tours; 19,724 of them close."
            ),
        ),
        ("40x40", {}, "40x40: the number of tours is not known exactly."),
        ("6x6", {"start": "a1"}, None),
        ("9x9", {"tours": "closed"}, None),
    ],
)
def test_what_is_not_known_is_said_with_what_is_near(
    record: Database, label: str, asked: dict[str, Any], words: str | None
) -> None:
    """Unknown answers come with related facts from the same squares; known or proved ones are not called unknown."""
    question = question_about(parse_board(label), **asked)
    with record.reading() as session:
        assert unknown_words(known_answer(session, question)) == words


def test_a_claim_is_no_answer(record: Database) -> None:
    """An announced count is listed with the estimate that supports it, but answers no question."""
    assert answered(record, "9x10", tours="closed") == (None, [])
    with record.reading() as session:
        found = {
            one.reliability: one
            for one in gather_board_facts(session, parse_board("9x10"), "1,2")
            if one.quantity == "cycles"
        }
    claim, estimate = found["claimed"], found["estimate"]
    assert claim.value == "19381952998732022416892"
    assert estimate.standard_error is not None
    assert estimate.standard_error < 0.001 * float(estimate.value)
    assert abs(float(claim.value) - float(estimate.value)) < 2 * estimate.standard_error


def test_both_ends(database: Database) -> None:
    """A job's count answers for all equal pairs, reversed ones included; a proof answers for impossible pairs."""
    assert answered(database, "5x5", start="a1", end="e5") == (None, [])
    ends = [EndStatistics(start=[5, 1], end=[1, 1], tours="12"), EndStatistics(start=[5, 1], end=[1, 5], tours="34")]
    counts = [Count(quantity="tours", value="304", method="backtrack")]
    store_result(database, Result(counts=counts, ends=ends), starts=[[5, 1]], by_end=True)

    assert answered(database, "5x5", start="e1", end="a5")[0] == "5x5 from e1 to a5: 34 directed tours."
    assert answered(database, "5x5", start="e5", end="a5")[1] == [("tours", "12")]
    words, figures = answered(database, "5x5", start="a1", end="a2")
    assert figures == []
    assert words is not None
    assert words.startswith("5x5 from a1 to a2: There is no tour. Colour the squares")


def test_both_ends_of_the_atlas(record: Database) -> None:
    """Over all ends, the tours from a corner of 5x5 add up to the 304 of that corner."""
    squares = [name for name in (f"{column}{row}" for column in "abcde" for row in "12345") if name != "a1"]
    ends = [answered(record, "5x5", start="a1", end=name)[1] for name in squares]
    assert sum(int(value) for found in ends for _, value in found) == 304


def test_ends_a_move_apart(record: Database) -> None:
    """Such tours close: the map of moves counts them. All closed tours of 8x8 use the moves of its corners."""
    assert answered(record, "8x8", start="a1", end="b3")[1] == [("tours", "13267364410532")]
    assert answered(record, "8x8", start="g6", end="h8", tours="closed")[1] == [("closed", "13267364410532")]
    ways = [answered(record, "8x8", start="d4", end=end)[1] for end in ("b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5")]
    assert sum(int(value) for ((_, value),) in ways) == 2 * 13267364410532
    assert answered(record, "6x6", start="a1", end="b3")[1] == [("tours", "9862")]


@pytest.mark.parametrize(
    "more",
    [{"method": "backtrack"}, {"store": "all"}, {"by_end": True}, {"limit": {"tours": 3}}],
)
def test_a_search_is_no_question_for_a_count(more: dict[str, object]) -> None:
    """A request for more than a number needs a job."""
    plain = {"kind": "enumerate", "board": "5x5"}
    assert count_question(parse_problem(plain)) is not None
    assert count_question(parse_problem(plain | more)) is None
    assert count_question(parse_problem({"kind": "sample", "board": "5x5", "budget": {"walks": 10}})) is None


@pytest.mark.parametrize(
    ("label", "asked", "named", "part"),
    [
        ("7x8", {"start": "a1", "end": "c1"}, True, "28 squares have the colour of a7, 28 the other one"),
        ("7x8", {"start": "a1", "end": "c1"}, True, "but a1 and c1 have the same colour"),
        ("7x8", {"start": "7,1", "end": "7,3"}, False, "but 7,1 and 7,3 have the same colour"),
        ("9x11", {"tours": "closed"}, True, "50 squares have the colour of a9"),
    ],
)
def test_a_proof_names_squares_as_they_were_asked_for(
    record: Database, label: str, asked: dict[str, Any], named: bool, part: str
) -> None:
    """A proof names squares only in the notation of the question."""
    with record.reading() as session:
        words = answer_words(known_answer(session, question_about(parse_board(label), **asked)), named=named)
    assert words is not None
    assert part in words
    assert "[" not in words
