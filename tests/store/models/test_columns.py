"""On both databases BigCount keeps exact, ordered integers of any size, and Document keeps every float."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, insert, select

from store.database.db import Database
from store.models.results import CountRow, PartRow
from tests.store.job_samples import stored_job

counts = st.integers(min_value=0, max_value=10**300)

finite = st.floats(allow_nan=False, allow_infinity=False)
values = st.none() | st.booleans() | st.integers(-(2**63), 2**64) | finite | st.text("ab\u00e9", max_size=3)


def _inside(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inner, max_size=4) | st.dictionaries(st.text("xyz", max_size=3), inner, max_size=4)


documents = _inside(st.recursive(values, _inside, max_leaves=8))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(document=documents)
@example(document=[5e-324, 2.2250738585072014e-308, 1e-7, 0.1, -0.0, 1e15, 1e16, 1e21, -1e22, 1.55e22, 1.7e308])
@example(document={"seed": 2**64 - 1, "float": float(2**64)})
def test_documents_come_back_with_every_float_and_its_type(database: Database, document: object) -> None:
    """Documents are read as written, to the last bit and with the same types."""
    with database.writing() as session:
        job = stored_job(session)
        session.execute(delete(PartRow))
        session.execute(insert(PartRow), [{"job_id": job.id, "part": "extra", "payload": document}])
        found = session.scalars(select(PartRow.payload)).one()

    assert repr(found) == repr(document)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(values=st.lists(counts, min_size=2, max_size=8))
def test_big_counts_come_back_exact_and_sorted(database: Database, values: list[int]) -> None:
    """Counts are read as written, and the database orders and compares them as numbers."""
    with database.writing() as session:
        job = stored_job(session)
        session.execute(delete(CountRow))
        same = {"quantity": "q", "fact": "q", "starts": '"all"', "convention": "directed", "method": "m", "extra": {}}
        rows = [{"job_id": job.id, "value": value, **same} for value in values]
        session.execute(insert(CountRow), rows)
        ordered = list(session.scalars(select(CountRow.value).order_by(CountRow.value)))
        larger = list(session.scalars(select(CountRow.value).where(CountRow.value > values[0])))

    assert ordered == sorted(values)
    assert sorted(larger) == sorted(value for value in values if value > values[0])
