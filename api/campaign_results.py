"""What the jobs of a campaign have found: as one table, and beside those of another campaign."""

from __future__ import annotations

from typing import Annotated

from flask import Blueprint, Response, url_for
from pydantic import Field
from sqlalchemy.orm import Session

from api.context import reading
from api.documents.campaigns import CellComparisonDocument, CellResultDocument
from api.documents.pages import LINKED, Page, PageQuery
from api.exports import FILE, Made, in_chunks, streamed
from api.jobs import NOT_MODIFIED
from api.openapi.operation import Answer, operation
from store.campaigns.results import cell_results, compare_cells, result_records
from store.campaigns.submission import get_campaign
from store.exports.formats import RECORDS, TOURS
from store.exports.origin import origin
from store.queries.campaigns import count_cells, find_cells

blueprint = Blueprint("campaign_results", __name__, url_prefix="/api/v1/campaigns")


class OtherQuery(PageQuery):
    """Which other campaign to compare with."""

    other: Annotated[str, Field(min_length=1, max_length=32)] = Field(description="its id")


@blueprint.get("/<campaign_id>/results")
@operation(
    "What the jobs of a campaign have found, in the order in which they were submitted",
    tag="campaigns",
    query=PageQuery,
    answers={200: Answer("A page of results, a job an entry", Page[CellResultDocument], LINKED), 304: NOT_MODIFIED},
)
def list_results(campaign_id: str, query: PageQuery) -> Response:
    """One page; a job that has not ended has no figures yet."""
    with reading() as session:
        campaign = get_campaign(session, campaign_id)
        cells = find_cells(session, campaign, after=query.cursor or 0, limit=query.limit)
        items = [CellResultDocument(**vars(one)) for one in cell_results(session, cells)]
        total = query.total(lambda: count_cells(session, campaign))
    return query.answer(Page[CellResultDocument], items, query.next_page(cells, lambda one: one.job.id), total)


@blueprint.get("/<campaign_id>/results.csv")
@operation(
    "Download what the jobs of a campaign have found",
    tag="campaigns",
    answers={200: Answer("A line for each figure, with a link to its job", str, FILE, (TOURS["csv"],))},
    problems=(503,),
)
def download_results(campaign_id: str) -> Response:
    """Every figure of every job as one table; a job without figures has a line, too."""
    with reading() as session:
        get_campaign(session, campaign_id)  # also where only the head is asked for
    address = url_for("dashboard.job", job_id="0", _external=True).removesuffix("0")

    def opened(session: Session) -> Made:
        records = result_records(session, get_campaign(session, campaign_id), lambda job: address + job)
        return None, in_chunks(RECORDS["csv"](records))

    return streamed(opened, "csv", origin(f"campaigns/{campaign_id}/results.csv", {}), campaign_id)


@blueprint.get("/<campaign_id>/compare")
@operation(
    "Compare two campaigns cell by cell",
    tag="campaigns",
    query=OtherQuery,
    answers={200: Answer("A page of pairs of jobs", Page[CellComparisonDocument], LINKED), 304: NOT_MODIFIED},
)
def compare_campaigns(campaign_id: str, query: OtherQuery) -> Response:
    """Each job beside the one of the other campaign on the same board by the specification of the same number."""
    with reading() as session:
        campaign, other = get_campaign(session, campaign_id), get_campaign(session, query.other)
        cells = find_cells(session, campaign, after=query.cursor or 0, limit=query.limit)
        items = [CellComparisonDocument(**vars(one)) for one in compare_cells(session, cells, other)]
        total = query.total(lambda: count_cells(session, campaign))
    return query.answer(Page[CellComparisonDocument], items, query.next_page(cells, lambda one: one.job.id), total)
