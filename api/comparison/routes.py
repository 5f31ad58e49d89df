"""Jobs side by side, and beside published figures."""

from __future__ import annotations

from typing import Annotated

from flask import Blueprint
from pydantic import BaseModel, Field
from sqlalchemy import select

from api.http.problems import Fault, invalid, not_found
from api.http.services import reading
from api.openapi.endpoint import Answer, operation
from api.openapi.query import Query
from findings.comparison.jobs import Comparison, compare_jobs, compare_with_reference
from findings.results.chart_data import exact_jobs
from phrasing.texts import Flag
from store.jobs.lifecycle import get_jobs
from store.models.references import ReferenceRow

MAX_EXACT = 5
blueprint = Blueprint("compare", __name__, url_prefix="/api/v1/compare")


class CompareQuery(Query):
    """What to compare: the first job with every other job and figure."""

    job: list[Annotated[str, Field(min_length=1, max_length=32)]] = Field(default=[], max_length=10)
    reference: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field(default=[], max_length=50)
    exact: Flag = Field(default=False, description="also with the jobs that have counted the same completely")


class ComparisonDocument(BaseModel):
    """The first job and one other side."""

    job: str | None = Field(default=None, description="the other job")
    reference: str | None = Field(default=None, description="or the key of a published figure")
    comparison: Comparison


class ComparisonsDocument(BaseModel):
    """All comparisons with the first job."""

    job: str
    items: list[ComparisonDocument]


@blueprint.get("")
@operation(
    "Compare jobs and published figures",
    tag="results",
    query=CompareQuery,
    answers={200: Answer("The first job beside each of the others", ComparisonsDocument)},
    problems=(404,),
)
def compare(query: CompareQuery) -> ComparisonsDocument:
    """Differences with their errors, distances, cost and a verdict in words; a running job with its results so far."""
    if not query.job or (len(query.job) + len(query.reference) < 2 and not query.exact):
        raise invalid([Fault(parameter="job", detail="give two jobs, a job and a reference, or a job and `exact`")])
    with reading() as session:
        first, *others = get_jobs(session, query.job)
        if query.exact:
            others += [job for job in exact_jobs(session, first)[-MAX_EXACT:] if job not in others]
        compared = compare_jobs(session, first, others)
        items = [
            ComparisonDocument(job=other.public_id, comparison=one) for other, one in zip(others, compared, strict=True)
        ]
        for key in query.reference:
            row = session.scalars(select(ReferenceRow).where(ReferenceRow.key == key)).first()
            if row is None:
                raise not_found(f"reference {key!r}")
            items.append(ComparisonDocument(reference=key, comparison=compare_with_reference(session, first, row)))
    return ComparisonsDocument(job=first.public_id, items=items)
