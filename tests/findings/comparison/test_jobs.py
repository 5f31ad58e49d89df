"""Comparisons of jobs and figures, on results whose differences are known."""

from __future__ import annotations

from math import exp, sqrt

import pytest

from engine.boards.labels import parse_board
from engine.kinds.table import KINDS
from engine.specification.result import Count, Estimate, Result, SquareStatistics
from findings.comparison.jobs import Comparison, compare_jobs, compare_with_reference
from store.database.db import Database
from store.jobs.lifecycle import change_state, get_job
from store.jobs.results import record_result
from store.models.references import ReferenceRow
from store.models.states import JobState
from tests.store.job_samples import drain, stored_job
from tests.toy import ToyKind


def finished(database: Database, result: Result, **fields: object) -> str:
    """Store a finished job with this result."""
    with database.writing() as session:
        job = stored_job(session, **fields)
        record_result(session, job, parse_board("5x5"), result)
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "succeeded", outcome="complete")
        return job.public_id


def compared(database: Database, first: str, second: str) -> Comparison:
    """Compare two jobs."""
    with database.reading() as session:
        return compare_jobs(session, get_job(session, first), [get_job(session, second)])[0]


def count(value: int) -> Count:
    """Return a count of tours."""
    return Count(quantity="tours", value=str(value), method="toy")


def estimate(value: float, error: float) -> Estimate:
    """Return an estimate of tours."""
    return Estimate(quantity="tours", value=value, standard_error=error, estimator="toy", samples=9)


def test_a_resumed_run_and_its_twin(database: Database) -> None:
    """A job in slices of 2 equals the same job in one piece to the last bit."""
    jobs = []
    for numbers in (2, 10**9):
        with database.writing() as session:
            jobs.append(stored_job(session, ToyKind()).public_id)
        drain(database, numbers)

    found = compared(database, *jobs)

    assert found.digests is not None
    assert found.digests[0] == found.digests[1]
    assert found.verdict.startswith("Equal to the last bit")
    assert [effort.work for effort in found.efforts] == ["30", "30"]


def test_exact_counts_agree_to_the_last_digit_or_not_at_all(database: Database) -> None:
    """Exact counts that are equal as floats still differ, and differences between the problems are named."""
    large = 10**30
    one = finished(database, Result(counts=[count(large)]))
    two = finished(database, Result(counts=[count(large + 1)]), limit={"tours": 5})

    found = compared(database, one, two)

    assert not found.figures[0].agrees
    assert found.figures[0].difference == -1.0
    assert found.digests is None
    assert "differ in their limit" in found.verdict
    assert "1 of 1 common figures disagree" in found.verdict


@pytest.mark.parametrize(("other", "z", "agrees"), [(1728, -2.0, True), (1758, -5.0, False)])
def test_an_estimate_and_a_count(database: Database, other: int, z: float, agrees: bool) -> None:
    """The difference is measured in standard errors."""
    one = finished(database, Result(estimates=[estimate(1708.0, 10.0)]))
    two = finished(database, Result(counts=[count(other)]))

    figure = compared(database, one, two).figures[0]

    assert (figure.z, figure.agrees) == (z, agrees)
    assert figure.relative == pytest.approx((1708 - other) / other)


def test_two_estimates_add_their_errors(database: Database) -> None:
    """Errors of 3 and 4 add up to 5."""
    one = finished(database, Result(estimates=[estimate(110.0, 3.0)]))
    two = finished(database, Result(estimates=[estimate(100.0, 4.0)]))

    assert compared(database, one, two).figures[0].z == 2.0


def test_squares(database: Database) -> None:
    """For counts 30, 10 and 10, 10 on squares that stand for 4 and 8, the statistics are those found by hand."""
    results = [
        Result(counts=[count(sum(tours))], squares=[
            SquareStatistics(square=[1, column], tours=str(number)) for column, number in enumerate(tours, start=1)
        ])
        for tours in ((30, 10), (10, 10))
    ]  # fmt: skip
    one, two = (finished(database, result) for result in results)

    (found,) = compared(database, one, two).squares

    assert (found.quantity, len(found.rows), found.differing, found.degrees_of_freedom) == ("tours", 2, [[1, 1]], 1)
    assert found.p_value is None
    assert found.kolmogorov_smirnov == pytest.approx(120 / 200 - 40 / 120)
    ratio = sqrt(120 / 200)
    by_hand = (120 * ratio - 40 / ratio) ** 2 / 160 + (80 * ratio - 80 / ratio) ** 2 / 160
    assert found.chi_square == pytest.approx(by_hand)


@pytest.mark.parametrize(
    ("value", "right", "agrees"), [("1728", None, True), ("1700", "1728", False), ("1700", None, False)]
)
def test_a_published_figure(database: Database, value: str, right: str | None, agrees: bool) -> None:
    """The printed value is compared, even a misprint whose correction is known."""
    job = finished(database, Result(counts=[count(1728)]))
    row = ReferenceRow(
        source="s", table="t", board="5x5", quantity="tours", convention=None, value=value, right=right, error=None,
        exact=True, place={},
    )  # fmt: skip

    with database.reading() as session:
        found = compare_with_reference(session, get_job(session, job), row)

    assert [figure.agrees for figure in found.figures] == [agrees]


def by_square(square: list[int], value: float, error: float) -> Estimate:
    """Return the estimate of one square that stands for four."""
    fields = {"quantity": "tours", "value": value, "standard_error": error, "estimator": "toy", "samples": 9}
    return Estimate.model_validate(fields | {"square": square, "squares": 4})


def test_estimates_by_square(database: Database) -> None:
    """A square's estimate is not compared with the board; z is as by hand, and chi-square sums the squares of z."""
    estimates = [estimate(100.0, 4.0), by_square([1, 1], 30.0, 4.0), by_square([1, 2], 10.0, 2.0)]
    one = finished(database, Result(estimates=estimates))
    squares = [SquareStatistics(square=[1, 1], tours="22"), SquareStatistics(square=[1, 2], tours="12")]
    two = finished(database, Result(counts=[count(104)], squares=squares))

    found = compared(database, one, two)

    assert [figure.z for figure in found.figures] == [-1.0]
    (tours,) = found.squares
    assert [(row.square, row.squares, row.z) for row in tours.rows] == [([1, 1], 4, 2.0), ([1, 2], 8, -1.0)]
    assert (tours.chi_square, tours.degrees_of_freedom) == (5.0, 2)
    assert tours.p_value == pytest.approx(exp(-2.5))  # chi-square with two degrees of freedom is exponential
    assert tours.kolmogorov_smirnov == pytest.approx(120 / 200 - 88 / 184)
    assert "agree on all 2 squares" in found.verdict


def test_a_biased_estimate_does_not_hide_an_unbiased_one(database: Database) -> None:
    """The unbiased estimate is compared, whatever the order."""
    biased = estimate(7.0, 1.0).model_copy(update={"unbiased": False})
    one = finished(database, Result(estimates=[estimate(110.0, 3.0), biased]))
    two = finished(database, Result(counts=[count(110)]))

    assert compared(database, one, two).figures[0].first.value == 110.0


def test_a_part_is_not_judged(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The counts of an unfinished job are not judged."""
    monkeypatch.setitem(KINDS, "enumerate", ToyKind())
    whole = finished(database, Result(counts=[count(165)]))
    with database.writing() as session:
        running = stored_job(session, ToyKind()).public_id

    found = compared(database, whole, running)

    assert [figure.agrees for figure in found.figures] == [None]
    assert "Not judged" in found.verdict


@pytest.mark.parametrize(("printed", "agrees"), [([2, 1], True), ([1, 1], False), ([3, 3], None)])
def test_a_published_figure_of_a_square(database: Database, printed: list[int], agrees: bool | None) -> None:
    """A figure is compared with the job's square of the same class: 56 from (1,2) or (2,1), 304 from (1,1)."""
    squares = [SquareStatistics(square=[1, 1], tours="304"), SquareStatistics(square=[1, 2], tours="56")]
    job = finished(database, Result(counts=[count(360)], squares=squares))
    row = ReferenceRow(
        source="s", table="t", board="5x5", quantity="tours", convention="directed", value="56", right=None, error=None,
        exact=True, place={"square": printed},
    )  # fmt: skip

    with database.reading() as session:
        found = compare_with_reference(session, get_job(session, job), row)

    assert [one.agrees for rows in found.squares for one in rows.rows] == ([] if agrees is None else [agrees])


def test_what_no_source_prints_confirms_nothing(database: Database) -> None:
    """An unprinted figure is compared, and the verdict says that this confirms nothing."""
    job = finished(database, Result(counts=[count(1728)]))
    row = ReferenceRow(
        source="s", table="t", board="5x5", quantity="tours", convention="directed", value="1728", right=None,
        error=None, exact=True, place={}, status="implied",
    )  # fmt: skip

    with database.reading() as session:
        found = compare_with_reference(session, get_job(session, job), row)

    assert [figure.agrees for figure in found.figures] == [True]
    assert found.verdict.endswith("No source prints this figure, so it confirms nothing.")


def test_published_paths_are_half_the_tours(database: Database) -> None:
    """1728 directed tours equal 864 undirected paths; a figure of another board is not compared."""
    job = finished(database, Result(counts=[count(1728)]))
    same, other = (
        ReferenceRow(
            source="s", table="t", board=board, quantity="paths", convention="undirected", value="864", right=None,
            error=None, exact=True, place={},
        )
        for board in ("5x5", "6x6")
    )  # fmt: skip

    with database.reading() as session:
        found, unlike = (compare_with_reference(session, get_job(session, job), row) for row in (same, other))

    assert [figure.agrees for figure in found.figures] == [True]
    assert unlike.figures == []
    assert unlike.verdict.startswith("The sides differ in their board.")
