"""Facts of a board: every figure has its subject, and contradictions stay visible."""

from __future__ import annotations

import pytest
from sqlalchemy import select, text

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.piece import KNIGHT
from engine.features.extremes import QUANTITIES
from engine.kinds.admission import plan_now
from engine.kinds.parse import parse_problem
from engine.specification.result import Count, Estimate, Result, SquareStatistics
from findings.atlas.load import load_atlas
from findings.references.load import load_references
from findings.statements.board_facts import board_on_its_side, gather_board_facts
from findings.statements.known_answer import known_answer, question_about
from findings.statements.statement import MAX_SOURCES, Statement
from findings.statements.wording import quantity_words
from store.database.db import Database
from store.jobs.lifecycle import change_state, submit
from store.jobs.results import record_result
from store.models.results import IS_ESTIMATED, IS_FACT, CountRow, EstimateRow
from store.models.states import JobState
from tests.store.job_samples import stored_job
from tests.store.real_jobs import run_all

BOARD = parse_board("5x5")


def finished(database: Database, result: Result, seed: int | None = None, **fields: object) -> str:
    """Store a finished job with this result, and with a seed if it drew random numbers."""
    with database.writing() as session:
        job = stored_job(session, **fields)
        if seed is not None:
            job.specification |= {"kind": "sample", "rng": {"generator": "pcg64dxsm", "seed": seed}}
        record_result(session, job, BOARD, result)
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "succeeded", outcome=result.outcome)
        return job.public_id


def known(database: Database) -> list[Statement]:
    """Return the facts about 5x5 that have a job as source."""
    with database.reading() as session:
        found = gather_board_facts(session, BOARD)
    return [one for one in found if any(source.kind == "job" for source in one.sources)]


def tours(value: int, method: str = "backtrack", quantity: str = "tours") -> Count:
    """Return a count."""
    return Count(quantity=quantity, value=str(value), method=method)


def estimate(value: float, error: float, **fields: object) -> Estimate:
    """Return an estimate of tours."""
    known_fields = {"quantity": "tours", "value": value, "standard_error": error, "estimator": "smc", "samples": 9}
    return Estimate.model_validate(known_fields | fields)


def test_one_corner_is_not_the_board(database: Database) -> None:
    """304 from a corner and 1,728 in all are two statements with different subjects."""
    finished(database, Result(counts=[tours(304)]), starts=[[1, 1]])
    finished(database, Result(counts=[tours(1728)]))

    found = [(one.value, one.subject.starts) for one in known(database)]

    assert found == [("1728", "all"), ("304", ((1, 1),))]
    corner = known(database)[1].subject.square_class
    assert corner == ((1, 1), (1, 5), (5, 1), (5, 5))


def test_equal_facts_are_one_with_several_sources(database: Database) -> None:
    """Two methods and a publication confirm each other; a repeated method counts once."""
    with database.writing() as session:
        load_references(session)
    jobs = [
        finished(database, Result(counts=[tours(1728, method)])) for method in ("backtrack", "frontier", "backtrack")
    ]

    (fact,) = (one for one in known(database) if one.quantity == "tours" and one.exact)

    assert {source.id for source in fact.sources if source.kind == "job"} == set(jobs)
    references = [(source.id, source.link) for source in fact.sources if source.kind == "reference"]
    assert references == [("known-counts/paths/paths/5x5", "https://oeis.org/A165134")]
    assert (fact.confirmed_by, fact.reliability) == (("backtrack", "frontier"), "exact")


def test_many_alike_hide_no_other(database: Database) -> None:
    """One source of each kind comes before the second of any, so that equal methods hide no other source."""
    with database.writing() as session:
        load_references(session)
    for method in ("backtrack", "backtrack", "backtrack", "frontier"):
        finished(database, Result(counts=[tours(1728, method)]))

    (fact,) = (one for one in known(database) if one.quantity == "tours" and one.exact)

    first = [(source.kind, source.way) for source in fact.sources]
    different = len(set(first))
    assert different >= 3
    assert len(set(first[:different])) == different


def test_longest_uncrossed_paths_stand_beside_the_published_ones(database: Database) -> None:
    """A job and the OEIS are sources of one figure; for open paths on 8x8 the OEIS is the only source."""
    with database.writing() as session:
        load_references(session)
        for sort in ("open", "closed"):
            submit(session, plan_now(parse_problem({"kind": "uncrossed", "board": "5x5", "tours": sort})))
    run_all(database, 5.0, 1000)

    found = {one.quantity: one for one in known(database)}

    assert {quantity: (one.value, one.subject.starts, one.restriction) for quantity, one in found.items()} == {
        "uncrossed_path": ("10", "all", None), "uncrossed_cycle": ("8", "all", None),
    }  # fmt: skip
    links = {quantity: [source.link for source in one.sources] for quantity, one in found.items()}
    assert links == {
        "uncrossed_path": [None, "https://oeis.org/A003192"], "uncrossed_cycle": [None, "https://oeis.org/A157416"],
    }  # fmt: skip
    with database.reading() as session:
        others = {one.quantity: one for one in gather_board_facts(session, parse_board("8x8"))}
    assert (others["uncrossed_path"].value, others["uncrossed_path"].reliability) == ("35", "published")


def test_contradictions_are_seen(database: Database) -> None:
    """Two exact values of one fact remain two statements."""
    finished(database, Result(counts=[tours(1728)]))
    finished(database, Result(counts=[tours(1729)]))

    assert [one.value for one in known(database)] == ["1729", "1728"]


def test_facts_of_a_search_are_not_facts_of_the_board(database: Database) -> None:
    """Counts of search nodes, or up to a limit, are not facts of the board."""
    finished(database, Result(counts=[tours(14_898_080, quantity="dead_ends"), tours(5, quantity="nodes")]))
    finished(database, Result(outcome="limit", counts=[tours(3)]), limit={"tours": 3})

    assert known(database) == []


def test_estimates_by_start_square_say_so(database: Database) -> None:
    """Estimates of the board and of a square are separate; several seeds are pooled in one row."""
    parts = [estimate(1700.0, 20.0), estimate(300.0, 9.0, square=[1, 1], squares=4)]
    finished(database, Result(estimates=parts), seed=1)
    finished(database, Result(estimates=[estimate(1760.0, 20.0)]), seed=2)
    finished(database, Result(estimates=[estimate(1700.0, 20.0)]), seed=1)

    whole, corner = known(database)

    assert (whole.value, whole.subject.starts, len(whole.sources)) == (1730.0, "all", 2)
    assert whole.standard_error is not None
    assert abs(whole.standard_error - 20 / 2**0.5) < 1e-9
    assert (corner.value, corner.subject.starts) == (300.0, ((1, 1),))


def test_counts_by_start_square(database: Database) -> None:
    """Squares that are equal by symmetry share one statement."""
    rows = [SquareStatistics(square=list(BOARD.square(n)), tours="304", nodes="9") for n in (0, 4, 20, 24)]
    finished(database, Result(counts=[tours(1728)], squares=rows))

    found = [(one.quantity, one.value, one.subject.starts) for one in known(database)]

    assert found == [("tours", "1728", "all"), ("tours", "304", ((1, 1),))]


def test_of_many_that_found_the_same_the_newest_are_named(database: Database) -> None:
    """Of many equal sources the newest are named and the rest counted, for boards, squares and estimates."""
    with database.reading() as session:
        published = {one.value: len(one.sources) for one in gather_board_facts(session, BOARD)}
    rows = [SquareStatistics(square=[1, 1], tours="304")]
    many = range(MAX_SOURCES + 3)
    counted = [finished(database, Result(counts=[tours(1728)], squares=rows)) for _ in many]
    estimated = [finished(database, Result(estimates=[estimate(1700.0, 20.0)]), seed=number) for number in many]

    found = {one.value: one for one in known(database)}

    for value, jobs in (("1728", counted), (1700.0, estimated), ("304", counted)):
        assert found[value].more == 3 + published.get(value, 0)
        named = [source.id for source in found[value].sources if source.kind == "job"]
        assert set(named) == set(jobs[-len(named) :])
        assert len(named) == MAX_SOURCES - published.get(value, 0)


def test_figures_of_a_board_are_read_off_indexes(database: Database) -> None:
    """A board's counts and estimates are read from indexes, whatever other rows exist."""
    finished(database, Result(counts=[tours(1728)], estimates=[estimate(1700.0, 20.0)]))
    with database.writing() as session:
        if not database.is_sqlite:
            session.execute(text("SET LOCAL enable_seqscan = off"))
        names = {CountRow: "ix_counts_board_id_fact_id", EstimateRow: "ix_estimates_board_id_id"}
        for model, wanted in ((CountRow, IS_FACT), (EstimateRow, IS_ESTIMATED)):
            asked = select(model.id).where(model.board_id.in_([1]), wanted)
            written = asked.compile(session.connection(), compile_kwargs={"literal_binds": True})
            explain = "EXPLAIN QUERY PLAN" if database.is_sqlite else "EXPLAIN"
            plan = " ".join(map(str, session.execute(text(f"{explain} {str(written).replace(':', chr(92) + ':')}"))))
            assert names[model] in plan


def test_publications_speak_for_themselves(database: Database) -> None:
    """Published figures are listed without any job, with linked sequences and without refuted figures."""
    with database.writing() as session:
        load_references(session)
        found = gather_board_facts(session, parse_board("8x8"))

    values = {(one.quantity, one.value) for one in found if one.exact}
    assert ("cycles", "13267364410532") in values
    assert ("closed", str(13267364410532 * 128)) in values
    cycles = next(one for one in found if one.quantity == "cycles")
    assert cycles.reliability == "published"
    assert "https://oeis.org/A001230" in {source.link for source in cycles.sources}
    assert "33439123484294" not in {one.value for one in found}


def test_proved_extremes_say_who_proved_them(database: Database) -> None:
    """Proved extremes are listed in words after the counts, and only for 8x8."""
    with database.writing() as session:
        load_references(session)
        found = gather_board_facts(session, parse_board("8x8"))
        other = gather_board_facts(session, parse_board("6x6"))

    extremes = {one.quantity: one for one in found if one.quantity in QUANTITIES}
    assert len(extremes) == len(QUANTITIES)
    assert {one.quantity for one in found[: -len(QUANTITIES)]}.isdisjoint(QUANTITIES)
    fewest = extremes["crossings_fewest"]
    assert (fewest.value, fewest.exact, fewest.reliability) == ("69", True, "published")
    assert quantity_words(fewest) == "fewest in a closed tour: Crossings"
    assert [source.title.split(",")[0] for source in fewest.sources] == ["Knuth"]
    assert not [one for one in other if one.quantity in QUANTITIES]


def count_from(board: Board, start: int) -> int:
    """Return the number of directed tours from a square, by trying every move."""
    moves = move_graph(board, KNIGHT).lists

    def count(square: int, visited: frozenset[int]) -> int:
        if len(visited) == board.size:
            return 1
        return sum(count(one, visited | {one}) for one in moves[square] if one not in visited)

    return count(start, frozenset({start}))


@pytest.fixture
def record(database: Database) -> Database:
    """A database with the atlas."""
    with database.writing() as session:
        load_atlas(session)
    return database


@pytest.mark.parametrize("label", ["4x3", "5x4"])
def test_each_start_square_has_its_own_number(record: Database, label: str) -> None:
    """The atlas has these boards on their side only; the number of each start square is what a search finds there."""
    board = parse_board(label)
    with record.reading() as session:
        for square in range(board.size):
            start = ",".join(map(str, board.square(square)))
            (tours, *_) = known_answer(session, question_about(board, start=start)).figures
            assert int(tours.value) == count_from(board, square)
            assert tours.subject.board == label


def test_the_board_as_a_whole(record: Database) -> None:
    """8x7 has the exact counts of 7x8, and no fact twice."""
    with record.reading() as session:
        upright, side = (gather_board_facts(session, parse_board(label)) for label in ("8x7", "7x8"))
    whole = {(one.quantity, str(one.value)) for one in upright if one.subject.starts == "all" and one.exact}
    assert ("cycles", "34524432316") in whole
    assert whole == {
        (one.quantity, str(one.value))
        for one in side
        if one.subject.starts == "all" and one.exact and one.restriction is None
    }
    keys = [(one.quantity, one.subject) for one in upright if one.exact]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("label", ["7x8", "8x8", "cylinder:8x7", "cube:3", "3x4x5"])
def test_boards_that_have_no_other(label: str) -> None:
    """Only an upright board whose sides may change places is looked up on its side."""
    assert board_on_its_side(parse_board(label)) is None
