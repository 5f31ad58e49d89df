"""BigCount keeps exact integers of any size, in order, on both databases."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, insert, select

from store.db import Database
from store.models.results import CountRow
from tests.store.jobs import stored_job

counts = st.integers(min_value=0, max_value=10**300)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(values=st.lists(counts, min_size=2, max_size=8))
def test_big_counts_come_back_exact_and_sorted(database: Database, values: list[int]) -> None:
    """Whatever was written is read, and the database orders and compares it as numbers."""
    with database.writing() as session:
        job = stored_job(session)
        session.execute(delete(CountRow))
        rows = [
            {"job_id": job.id, "quantity": "q", "convention": "directed", "value": v, "method": "m", "extra": {}}
            for v in values
        ]
        session.execute(insert(CountRow), rows)
        ordered = list(session.scalars(select(CountRow.value).order_by(CountRow.value)))
        larger = list(session.scalars(select(CountRow.value).where(CountRow.value > values[0])))

    assert ordered == sorted(values)
    assert sorted(larger) == sorted(value for value in values if value > values[0])
