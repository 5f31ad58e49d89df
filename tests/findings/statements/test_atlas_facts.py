"""Facts of the atlas are listed with those of jobs and of publications."""

from __future__ import annotations

from engine.boards.labels import parse_board
from engine.specification.result import Count, Result
from findings.atlas.load import load_atlas
from findings.references.load import load_references
from findings.statements.board_facts import gather_board_facts
from findings.statements.statement import Statement
from store.database.db import Database
from store.jobs.lifecycle import change_state
from store.jobs.results import record_result
from store.models.states import JobState
from tests.store.job_samples import stored_job

BOARD = parse_board("5x5")


def known(database: Database) -> list[Statement]:
    """Return the facts of the atlas about 5x5."""
    with database.reading() as session:
        found = gather_board_facts(session, BOARD)
    return [one for one in found if any(source.kind == "atlas" for source in one.sources)]


def test_an_empty_database_knows_it(database: Database) -> None:
    """The atlas gives exact counts of the board and of each start class, with question, code and processor time."""
    assert known(database) == []
    with database.writing() as session:
        load_atlas(session)
    found = {(one.quantity, one.subject.starts): one for one in known(database)}

    one = found["tours", "all"]
    source = one.sources[0]
    assert (one.value, one.exact, one.reliability, one.confirmed_by) == ("1728", True, "exact", ())
    assert (source.kind, source.id, source.title) == ("atlas", "5x5/1,2/enumerate/any", "Cavalier atlas")
    assert source.specification is not None
    assert (source.specification["board"], source.specification["kind"]) == ("5x5", "enumerate")
    assert source.code
    assert source.cpu_seconds is not None
    corner = found["tours", ((1, 1),)]
    assert (corner.value, corner.subject.square_class) == ("304", ((1, 1), (1, 5), (5, 1), (5, 5)))


def test_one_statement_with_three_kinds_of_sources(database: Database) -> None:
    """A job, the atlas and a publication with equal figures are sources of one statement."""
    with database.writing() as session:
        load_atlas(session)
        load_references(session)
        job = stored_job(session)
        record_result(session, job, BOARD, Result(counts=[Count(quantity="tours", value="1728", method="backtrack")]))
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "succeeded", outcome="complete")
    (one,) = (one for one in known(database) if one.quantity == "tours" and one.subject.starts == "all")

    assert {source.kind for source in one.sources} == {"job", "atlas", "reference"}
    assert one.confirmed_by == ("backtrack",)


def test_another_piece_has_other_figures(database: Database) -> None:
    """Facts about one piece include none about another."""
    with database.writing() as session:
        load_atlas(session)
    with database.reading() as session:
        assert gather_board_facts(session, BOARD, "1,5") == []
