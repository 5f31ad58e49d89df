"""The audit finds nothing in sound databases, and names data that were tampered with."""

from __future__ import annotations

import numpy as np
import pytest
from sqlalchemy import func, select, text

from engine.boards.labels import parse_board
from engine.specification.result import Count, Result, SquareStatistics
from findings.atlas.load import load_atlas
from findings.audit import audit
from store.database.db import Database
from store.jobs.lifecycle import get_job
from store.jobs.results import drop_result, record_result
from store.jobs.retention import Tidied
from store.models.atlas import AtlasRow
from store.models.results import CountRow, SquareRow
from tests.store.job_samples import drain, stored_job
from tests.store.tour_samples import all_tours, store_all


def findings(database: Database) -> list[tuple[str, str]]:
    """Audit everything."""
    with database.reading() as session:
        return [(finding.subject, finding.fault) for finding in audit(session).findings]


def tamper(database: Database, statement: str, **values: object) -> None:
    """Change something behind the store's back."""
    with database.writing() as session:
        assert session.execute(text(statement), values).rowcount == 1  # type: ignore[attr-defined]  # DML


def test_a_sound_database(database: Database) -> None:
    """All 1728 tours of 5x5 are verified without findings; a sample verifies fewer."""
    store_all(database)

    with database.reading() as session:
        full, sampled = audit(session), audit(session, sample=0.1, seed=1)

    assert (full.findings, full.tours, full.shards, full.slices, full.jobs) == ([], 1728, 3, 6, 1)
    assert sampled.findings == []
    assert 50 < sampled.tours < 400


@pytest.mark.parametrize(
    ("statement", "subject", "fault"),
    [
        ("UPDATE tours SET path = :junk WHERE id = 700", "tour 700 of 5x5", "unpacked"),
        ("UPDATE tours SET class_key = class_key + 1 WHERE id = 701", "tour 701 of 5x5", "class key"),
        ("UPDATE tours SET path = (SELECT path FROM tours WHERE id = 1) WHERE id = 1700", "tour 1700 of 5x5", "run"),
        ("DELETE FROM tours WHERE id = 702", "tours", "1727 are there, 1728"),
        ("UPDATE shards SET tours = tours + 1 WHERE number = 1", "shard 1 (toy 1)", "tours"),
        ("UPDATE shards SET checkpoint = :junk WHERE number = 2", "shard 2 (toy 2), checkpoint", "last slice"),
        ("UPDATE slices SET output_digest = 'x' WHERE id = 1", "shard 0 (toy 0), slice 1", "another checkpoint"),
        ("UPDATE slices SET seq = 7 WHERE id = 4", "shard 0 (toy 0), slice 1", "missing"),
        ("UPDATE counts SET value = :value", "job ", "its result says tours directed 166, its shards 165"),
    ],
)
def test_what_was_tampered_with_is_named(database: Database, statement: str, subject: str, fault: str) -> None:
    """Each corrupted row, checkpoint or ledger entry is found and named."""
    store_all(database)
    values = {"junk": b"junk", "value": "0003:166" if database.is_sqlite else 166}

    tamper(database, statement, **{name: value for name, value in values.items() if f":{name}" in statement})

    assert any(subject in found and fault in words for found, words in findings(database))


def test_counts_against_tours(database: Database) -> None:
    """A wrong total or a wrong count of a square is found when the job stores all tours."""
    job_id = store_all(database)
    starts = np.bincount(all_tours()[:, 0], minlength=25).tolist()
    starts[0] += 1
    with database.writing() as session:
        job = get_job(session, job_id)
        job.specification = {**job.specification, "store": "all"}
        session.add_all(SquareRow(job_id=job.id, square=n, tours=tours, extra={}) for n, tours in enumerate(starts))

    words = [fault for _, fault in findings(database)]

    assert "it counted 165 tours and stored 1728" in words
    assert [word for word in words if "from there" in word] == [
        "square [1, 1]: it counted 305 tours from there and stored 304"
    ]
    assert any(word.startswith("its result says square [1, 1] {'tours': '305'") for word in words)
    assert "its result and its shards differ in 20 more square" in words


def test_results_of_other_code(database: Database) -> None:
    """Exact counts must be those of the shards; counts that this code does not derive from them are accepted."""
    job_id = store_all(database)
    with database.writing() as session:
        job = get_job(session, job_id)
        job.code_digest, job.result_digest = "other", None
        count = {"quantity": "nodes", "convention": "directed", "value": 7, "method": "toy", "extra": {}}
        session.add(CountRow(job_id=job.id, fact="nodes", starts="all", **count))
    with database.reading() as session:
        found = audit(session)
    assert (found.of_other_code, found.findings) == (1, [])

    tamper(
        database,
        "UPDATE counts SET value = :value WHERE quantity = 'tours'",
        value="0003:166" if database.is_sqlite else 166,
    )

    assert [fault for _, fault in findings(database)] == ["its result says tours directed 166, its shards 165"]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE square_statistics SET tours = NULL WHERE square = 3",
        "UPDATE counts SET method = 'other' WHERE quantity = 'tours'",
        "DELETE FROM counts WHERE quantity = 'tours'",
    ],
)
def test_results_are_those_that_were_stored(database: Database, statement: str) -> None:
    """Only the digest detects a change in jobs without statistics, or in fields that are not merged."""
    with database.writing() as session:
        job_id = stored_job(session).public_id
    drain(database)
    with database.writing() as session:
        job = get_job(session, job_id)
        drop_result(session, job)
        squares = [SquareStatistics(square=[1, n], tours=str(n)) for n in (1, 4)]
        record_result(
            session,
            job,
            parse_board("5x5"),
            Result(counts=[Count(quantity="tours", value="5", method="toy")], squares=squares),
        )
        job.tidied = Tidied.GOING
    assert findings(database) == []

    tamper(database, statement)

    assert findings(database) == [(f"job {job_id}", "its result is not the one that was stored: its digest differs")]


@pytest.mark.parametrize("cell", ["exact = NOT exact", "value = '7'", "certificate = '{}'", "specification = '{}'"])
def test_the_atlas_is_that_of_the_data_file(database: Database, cell: str) -> None:
    """A changed cell is named; an atlas of another version is left to the next upgrade."""
    with database.writing() as session:
        load_atlas(session)
        first = session.scalars(select(func.min(AtlasRow.id))).one()
    assert findings(database) == []

    tamper(database, f"UPDATE atlas_figures SET {cell} WHERE id = {first}")

    column = cell.partition(" ")[0]
    assert findings(database) == [(f"figure {first} of the atlas", f"is not that of the data file: {column}")]


def test_figures_missing_in_the_atlas(database: Database) -> None:
    """Missing figures are counted."""
    with database.writing() as session:
        load_atlas(session)
    tamper(database, "DELETE FROM atlas_figures WHERE id = (SELECT max(id) FROM atlas_figures)")

    assert findings(database) == [("the atlas", "1 figures of the data file are missing")]


def test_a_broken_index_of_sqlite(sqlite_database: Database) -> None:
    """SQLite itself reports an index that does not match its table."""
    store_all(sqlite_database)
    with sqlite_database.writing() as session:
        session.execute(text("PRAGMA writable_schema = ON"))
        session.execute(
            text("UPDATE sqlite_master SET sql = replace(sql, '(state)', '(kind)') WHERE name = 'ix_jobs_state'")
        )
    sqlite_database.close()

    assert any(
        "ix_jobs_state" in fault for subject, fault in findings(sqlite_database) if subject == "the database file"
    )


@pytest.mark.service
def test_postgresql_checks_its_indexes_where_it_can(postgresql_database: Database) -> None:
    """Without the extension the audit says that indexes are unchecked; with it a broken index is named."""
    store_all(postgresql_database)
    with postgresql_database.reading() as session:
        assert not audit(session).checked_itself
    with postgresql_database.writing() as session:
        session.execute(text("CREATE EXTENSION amcheck"))
    try:
        with postgresql_database.reading() as session:
            sound = audit(session)
        assert (sound.checked_itself, sound.findings) == (True, [])
        tamper(
            postgresql_database,
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = CAST('ix_jobs_state' AS regclass)",
        )
        try:
            assert any("ix_jobs_state" in fault for _, fault in findings(postgresql_database))
        finally:
            tamper(
                postgresql_database,
                "UPDATE pg_index SET indisvalid = true WHERE indexrelid = CAST('ix_jobs_state' AS regclass)",
            )
    finally:
        with postgresql_database.writing() as session:
            session.execute(text("DROP EXTENSION amcheck"))
