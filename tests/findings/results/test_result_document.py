"""The result document and the history of estimates."""

from __future__ import annotations

from engine.boards.labels import parse_board
from engine.specification.result import Count, Estimate, Result
from findings.results.chart_data import estimate_history
from findings.results.result_document import result_document
from store.database.db import Database
from store.jobs.lifecycle import change_state, get_job
from store.jobs.results import record_estimates, record_result
from store.models.states import JobState
from tests.store.job_samples import stored_job
from tests.store.tour_samples import BOARD, all_tours, store_all


def test_a_document_with_tours(database: Database) -> None:
    """The document has the job's head, its count and every tour as squares."""
    job_id = store_all(database)

    with database.reading() as session:
        document = result_document(session, get_job(session, job_id))

    assert (document["job"]["id"], document["job"]["tours_stored"]) == (job_id, 1728)
    assert [one["value"] for one in document["counts"]] == ["165"]
    found = [[BOARD.index(square) for square in one["squares"]] for one in document["tours"]]
    assert sorted(found) == all_tours().tolist()
    assert set(document) == {"job", "counts", "tours"}


def test_the_history_is_in_order_and_the_result_its_end(database: Database) -> None:
    """The history has all three rounds in order, and the document only the last."""
    with database.writing() as session:
        job = stored_job(session)
        for job.rounds in range(3):
            estimate = Estimate(
                quantity="tours", value=float(job.rounds), standard_error=1.0, estimator="toy", samples=job.rounds + 1
            )
            if job.rounds < 2:
                record_estimates(session, job, [estimate])
        count = Count(quantity="walks", value="3", method="toy")
        record_result(session, job, parse_board("5x5"), Result(counts=[count], estimates=[estimate]))
        change_state(session, job, JobState.SUCCEEDED, "succeeded", outcome="complete")

        assert [(row.round, row.value) for row in estimate_history(session, job)] == [(0, 0.0), (1, 1.0), (2, 2.0)]
        assert [one["value"] for one in result_document(session, job)["estimates"]] == [2.0]
