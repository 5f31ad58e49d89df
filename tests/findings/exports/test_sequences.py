"""Sequences of counts, and their numbers in the OEIS."""

from __future__ import annotations

from engine.boards.labels import parse_board
from engine.specification.result import Count, Result
from findings.atlas.load import load_atlas
from findings.exports.sequences import KnownSequence, known_sequences
from findings.statements.board_facts import turned_board
from store.database.db import Database
from store.jobs.results import record_result
from tests.store.job_samples import stored_job


def found(database: Database, convention: str | None = None) -> dict[tuple[str, str], KnownSequence]:
    """Return the known sequences, by family and quantity."""
    with database.reading() as session:
        return {(one.family, one.quantity): one for one in known_sequences(session, convention)}


def count(database: Database, board: str, **counts: int) -> None:
    """Store counts of a board by a complete job."""
    with database.writing() as session:
        parts = [Count(quantity=name, value=str(value), method="frontier") for name, value in counts.items()]
        record_result(session, stored_job(session, board=board), parse_board(board), Result(counts=parts))


def test_of_the_atlas(database: Database) -> None:
    """Tours of 3xn begin with zeros; halved, they are the undirected paths, another sequence of the OEIS."""
    assert found(database) == {}
    with database.writing() as session:
        load_atlas(session)
    one = found(database)["3xn", "tours"]

    assert one.terms[:8] == (0, 0, 0, 16, 0, 0, 104, 792)
    assert (one.first, one.last) == (1, len(one.terms))
    assert [(match.number, match.counts) for match in one.oeis] == [("A118067", "tours")]
    assert (one.convention, one.disagreement) == ("directed", False)
    paths = found(database)["3xn", "paths"]
    assert paths.terms == tuple(term // 2 for term in one.terms)
    assert (paths.convention, [match.number for match in paths.oeis]) == ("undirected", ["A169696"])
    assert ("4xn", "cycles") not in found(database)  # all are 0


def test_jobs_count_too(database: Database) -> None:
    """A sequence has at least three terms, and ends before a gap or a disagreement between jobs."""
    for n, tours in enumerate((1, 0), start=1):
        count(database, f"{n}x{n}", tours=tours)
    assert found(database) == {}
    for n, tours in ((3, 0), (4, 0), (5, 1728), (7, 165575218320)):
        count(database, f"{n}x{n}", tours=tours)
    one = found(database)["nxn", "tours"]
    assert one.terms == (1, 0, 0, 0, 1728)
    assert [match.number for match in one.oeis] == ["A165134"]
    paths = found(database)["nxn", "paths"]
    assert (paths.terms, [match.number for match in paths.oeis]) == ((1, 0, 0, 0, 864), ["A308131"])

    count(database, "5x5", tours=1729)
    ended = found(database)["nxn", "tours"]
    assert (ended.terms, ended.disagreement) == ((1, 0, 0, 0), True)
    assert [match.equal for match in ended.oeis] == [4]


def test_a_board_without_a_count_has_that_of_the_turned_one(database: Database) -> None:
    """Turned boards and tori share counts, cylinders do not; a board's own count takes precedence."""
    for board, cycles in (("5x6", 8), ("6x6", 9862), ("6x7", 1067638), ("4x6", 0), ("3x6", 0), ("2x6", 0), ("1x6", 0)):
        count(database, board, cycles=cycles)
    one = found(database)["6xn", "cycles"]
    assert (one.first, one.terms) == (1, (0, 0, 0, 0, 8, 9862, 1067638))
    boards = ("6x5", "torus:4x3", "cylinder:3x4", "2x3x4")
    assert [turned_board(board) for board in boards] == ["5x6", "torus:3x4", "cylinder:3x4", "2x3x4"]

    count(database, "5x6", cycles=9)
    assert ("6xn", "cycles") not in found(database), "5x6 is disputed, and four zeros are no sequence"
    count(database, "6x5", cycles=8)
    assert found(database)["6xn", "cycles"].terms[:6] == (0, 0, 0, 0, 8, 9862)


def test_other_values_are_another_sequence(database: Database) -> None:
    """If one value differs, no number of the OEIS is given."""
    for n, tours in enumerate((1, 0, 0, 0, 1736), start=1):
        count(database, f"{n}x{n}", tours=tours)
    assert found(database)["nxn", "tours"].oeis == ()


def test_sums_over_start_squares_go_on(database: Database) -> None:
    """The tours of 8x8, known only by class of start squares, are summed for the eighth term."""
    with database.writing() as session:
        load_atlas(session)
    one = found(database)["nxn", "tours"]
    assert one.terms[7] == 19591828170979904


def test_numbers_stand_beside_their_own_convention(database: Database) -> None:
    """OEIS numbers are matched only with terms of their own convention, directed or undirected."""
    with database.writing() as session:
        load_atlas(session)
    numbers = {
        convention: {(one.family, match.number) for one in found(database, convention).values() for match in one.oeis}
        for convention in ("directed", "undirected")
    }
    assert numbers["directed"] == {("nxn", "A165134"), ("3xn", "A118067"), ("4xn", "A123935")}
    undirected = {("nxn", "A308131"), ("3xn", "A169696"), ("4xn", "A079137"), ("5xn", "A083386"), ("6xn", "A306281")}
    assert undirected <= numbers["undirected"]
    assert {one.convention for one in found(database, "undirected").values()} == {"undirected"}


def test_closed_tours_follow_from_cycles(database: Database) -> None:
    """A cycle of 36 squares gives 72 closed tours."""
    for n, cycles in enumerate((0, 0, 0, 0, 0, 9862), start=1):
        count(database, f"{n}x{n}", cycles=cycles)
    assert found(database)["nxn", "closed"].terms == (0, 0, 0, 0, 0, 710064)
