"""Results of a family that are known before any job."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kinds.parse import parse_problem
from engine.kinds.strip.specification import StripSpecification
from findings.results.known_result import known_result, may_be_known
from store.database.db import Database
from tests.findings.results.test_known_family import CYCLES, count_family, no_families

__all__ = ["no_families"]


def known(database: Database, **fields: object) -> dict[str, Any] | None:
    """Return the known result of a family."""
    with database.reading() as session:
        return known_result(session, parse_problem({"kind": "strip", **fields}))


def test_the_atlas_answers_what_it_covers(database: Database) -> None:
    """The atlas answers fully with its source, but not for further terms or a recurrence that it lacks."""
    answer = known(database, family="nx3", terms=40)
    assert answer is not None
    assert answer["job"]["id"] is None
    assert answer["job"]["answer"].startswith("The counts obey a linear recurrence of order 42.")
    assert answer["extra"]["strip"]["terms"][:14] == list(map(str, CYCLES))
    (figure,) = answer["known"]
    assert (figure["subject"]["board"], figure["quantity"], figure["convention"]) == ("3x200", "cycles", "undirected")
    assert [(one["kind"], one["title"]) for one in figure["sources"]] == [("atlas", "Cavalier atlas")]
    assert known(database, family="3xn", terms=5000) is None
    assert known(database, family="6xn") is None
    assert known(database, family="3xn", piece=[1, 3]) is None


def test_a_request_without_a_number_of_terms_gets_those_that_are_known(database: Database) -> None:
    """Without a number of terms, all known ones are returned: sixty boards of 5xn and the recurrence."""
    answer = known(database, family="5xn", tours="open")
    assert answer is not None
    assert len(answer["extra"]["strip"]["terms"]) < StripSpecification.model_fields["terms"].default
    assert answer["extra"]["strip"]["order"] == 39_630
    assert known(database, family="5xn", tours="open", terms=100) is None


@pytest.mark.usefixtures("no_families")
def test_without_a_recurrence_the_terms_alone_are_known(database: Database) -> None:
    """Known terms do not answer a request for a recurrence, which needs a job."""
    count_family(database, CYCLES * 2)
    assert known(database, family="3xn", terms=20) is None
    answer = known(database, family="3xn", terms=20, order=0)
    assert answer is not None
    assert "order" not in answer["extra"]["strip"]


def test_a_job_that_tells_more_answers(database: Database) -> None:
    """A job with more terms is the source; an equal job answers with its own document."""
    more = count_family(database, CYCLES * 20, order=42)
    answer = known(database, family="3xn", terms=250)
    assert answer is not None
    assert (answer["job"]["id"], answer["known"][0]["sources"][0]["id"]) == (None, more)
    same = known(database, family="3xn")
    assert same is not None
    assert same["job"]["id"] == more


def test_what_may_be_known() -> None:
    """Only families and plain counts can have known results."""
    assert may_be_known(parse_problem({"kind": "strip", "family": "3xn"}))
    assert may_be_known(parse_problem({"kind": "enumerate", "board": "5x5"}))
    assert not may_be_known(parse_problem({"kind": "construct", "board": "5x5"}))
