"""The example questions find what they describe and nothing else, on both databases."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from findings.atlas.load import load_atlas
from findings.atlas.tours import bring_tours
from findings.references.load import load_references
from store.database.db import Database
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.results import CountRow, EstimateRow
from store.models.tours import TourRun
from store.sql.answer import Limits
from store.sql.examples import AFTER, EXAMPLES
from store.sql.execute import Question, ask
from tests.store.job_samples import stored_job

NEW_YEAR = 1_767_225_600.0
"""2026-01-01, in seconds since 1970."""

DAY = 86400.0
WHOLE = {"fact": "tours", "starts": '"all"', "restriction": None, "quantity": "tours", "convention": "directed"}


def rows(database: Database, title: str, *, whole: bool = True) -> list[dict[str, Any]]:
    """Return the rows of an example. whole: check that no row was left out."""
    found = ask(database, Question(EXAMPLES[title], {}), Limits(seconds=60.0))
    assert not (whole and found.more)
    return [dict(zip(found.columns, row, strict=True)) for row in found.rows]


def ended(session: Session, moment: float) -> Job:
    """Store a job that ended at a given moment with the full outcome."""
    job = stored_job(session)
    job.finished_at, job.outcome = moment, "complete"
    session.flush()
    return job


def count(session: Session, job: Job, value: int, method: str, **other: Any) -> None:
    """Store a count."""
    what = WHOLE | {"board_id": job.board_id, "value": value, "method": method, "extra": {}}
    session.add(CountRow(job_id=job.id, **(what | other)))


def estimate(session: Session, job: Job, value: float, seed: str, number: int = 1) -> None:
    """Store an estimate after a round."""
    what = WHOLE | {"board_id": job.board_id, "standard_error": 3.0, "samples": 10, "unbiased": True, "final": True}
    more = {"estimator": "knuth", "value": value, "seed": seed, "round": number, "extra": {}}
    session.add(EstimateRow(job_id=job.id, **what, **more))


def test_a_new_service_has_answers(asked: Database) -> None:
    """A new service answers all examples except the last ones, which say what must be done first."""
    with asked.writing() as session:
        session.execute(delete(TourRun))
        session.execute(delete(Job))
        load_atlas(session)
        load_references(session)
        bring_tours(session)
    answered = [title for title in EXAMPLES if rows(asked, title, whole=False)]
    assert answered == [title for title in EXAMPLES if title not in AFTER]
    assert list(EXAMPLES)[len(answered) :] == list(AFTER)


def test_what_the_atlas_says(asked: Database) -> None:
    """The examples find a refuted count in print, all classes of squares of 8x8, and estimates without a job."""
    with asked.writing() as session:
        session.execute(delete(CountRow))
        load_atlas(session)
        load_references(session)
    wrong = rows(asked, "Counts that contradict each other")
    assert [(one["board"], one["one_value"], one["another"]) for one in wrong] == [
        ("8x8", "13267364410532", "33439123484294")
    ]
    assert len(rows(asked, "Tours of 8x8 by start square")) == 10
    best = rows(asked, "The best estimate of each board, by relative error")
    assert ("10x10", "tours", None) in {(one["board"], one["quantity"], one["job"]) for one in best}
    assert len(best) == len({(one["board"], one["piece"], one["quantity"]) for one in best})


def test_quarter_turns(asked: Database) -> None:
    """The example finds the closed tours of 6x6 that four symmetries fix."""
    with asked.writing() as session:
        session.execute(update(BoardRow).values(label="6x6"))
        first, second = session.query(TourRun).order_by(TourRun.id).limit(2)
        for run, closed in ((first, True), (second, False)):
            run.closed, run.symmetry = closed, 4
        wanted = list(range(first.id, first.id + first.count))
    assert sorted(row["tour"] for row in rows(asked, "All closed tours of 6x6 with quarter-turn symmetry")) == wanted


def test_two_methods(asked: Database) -> None:
    """The example finds equal values by different methods, but none by one method, of a search, or that differ."""
    large = 10**40 + 1
    with asked.writing() as session:
        session.execute(delete(CountRow))
        one, two, three = (ended(session, NEW_YEAR) for _ in range(3))
        count(session, one, large, "backtrack")
        count(session, two, large, "frontier")
        count(session, three, large + 1, "frontier")
        count(session, one, 5, "backtrack", fact="closed")
        count(session, two, 5, "backtrack", fact="closed")
        count(session, one, 7, "backtrack", fact="nodes", restriction='{"method": "x"}')
        count(session, two, 7, "frontier", fact="nodes", restriction='{"method": "x"}')
    (found,) = rows(asked, "Which counts rest on two independent methods")
    assert (found["quantity"], found["value"], found["methods"]) == ("tours", str(large), 2)
    assert (found["one_method"], found["another"]) == ("backtrack", "frontier")
    (wrong,) = rows(asked, "Counts that contradict each other")
    assert (wrong["quantity"], wrong["one_value"], wrong["another"]) == ("tours", str(large), str(large + 1))


def test_a_year_apart(asked: Database) -> None:
    """The example pairs last rounds at least a year apart, the earlier first, but no runs of equal streams."""
    with asked.writing() as session:
        old, near, new = (ended(session, NEW_YEAR + days * DAY) for days in (0, 364, 365))
        estimate(session, old, 100.0, "pcg64dxsm 1", number=1)
        estimate(session, old, 110.0, "pcg64dxsm 1", number=2)
        estimate(session, near, 90.0, "pcg64dxsm 2")
        estimate(session, new, 118.0, "pcg64dxsm 3")
        estimate(session, ended(session, NEW_YEAR + 700 * DAY), 1.0, "pcg64dxsm 1")
        names = old.public_id, new.public_id
    found = rows(asked, "The difference between two runs a year apart")
    pair = next(row for row in found if (row["earlier_job"], row["later_job"]) == names)
    assert (pair["earlier"], pair["later"], pair["difference"], pair["z2"]) == (110.0, 118.0, 8.0, 64.0 / 18.0)
    assert all(row["earlier_job"] == old.public_id for row in found)
    assert len(found) == 1
