"""The results of the jobs of a campaign: as one table, and beside those of another campaign."""

from __future__ import annotations

from typing import Annotated, Literal

from flask import Blueprint, Response, request, url_for
from pydantic import Field
from sqlalchemy.orm import Session

from api.campaigns.documents import CellComparisonDocument, CellResultDocument
from api.http.problems import ProblemError
from api.http.services import reading
from api.listing.pagination import LINKED, Page, PageQuery
from api.listing.tables import FORMS
from api.openapi.endpoint import Answer, operation
from api.openapi.responses import NOT_MODIFIED
from api.tours.exports import FILE, Made, in_chunks, stream_file
from findings.exports.formats import TOURS
from findings.exports.parquet import records_as_parquet
from findings.exports.provenance import origin
from findings.exports.text import csv_lines
from findings.results.campaign_results import COLUMNS, cell_results, compare_cells, result_records
from store.campaigns.submission import get_campaign
from store.queries.campaigns import count_cells, find_cells

blueprint = Blueprint("campaign_results", __name__, url_prefix="/api/v1/campaigns")
JSON = "application/json"
TABLES: dict[str, Literal["csv", "parquet"]] = {TOURS["csv"]: "csv", TOURS["parquet"]: "parquet"}


class OtherQuery(PageQuery):
    """Which other campaign to compare with."""

    other: Annotated[str, Field(min_length=1, max_length=32)] = Field(description="its id")


@blueprint.get("/<campaign_id>/results")
@operation(
    "What the jobs of a campaign have found, in the order in which they were submitted",
    tag="campaigns",
    query=PageQuery,
    answers={
        200: Answer(
            "A page of results, a job an entry; as CSV or Parquet, by `format` or `Accept`, all, a figure a row",
            Page[CellResultDocument],
            LINKED,
            FORMS,
        ),
        304: NOT_MODIFIED,
    },
    problems=(406, 503),
)
def list_results(campaign_id: str, query: PageQuery) -> Response:
    """One page; a job that has not ended has no figures yet."""
    if query.format != "json":
        return _table(campaign_id, query.format)
    media_type = request.accept_mimetypes.best_match(FORMS) if request.accept_mimetypes else JSON
    if media_type is None:
        raise ProblemError(406, "not-acceptable", "Not acceptable", f"results are sent as {', '.join(FORMS)}")
    answer = _page(campaign_id, query) if media_type == JSON else _table(campaign_id, TABLES[media_type])
    answer.vary.add("Accept")
    return answer


def _page(campaign_id: str, query: PageQuery) -> Response:
    with reading() as session:
        campaign = get_campaign(session, campaign_id)
        cells = find_cells(session, campaign, after=query.cursor or 0, limit=query.limit)
        items = [CellResultDocument(**vars(one)) for one in cell_results(session, cells)]
        total = query.total(lambda: count_cells(session, campaign))
    return query.answer(Page[CellResultDocument], items, query.next_page(cells, lambda one: one.job.id), total)


@blueprint.get("/<campaign_id>/results.csv")
@operation(
    "Download what the jobs of a campaign have found as CSV",
    tag="campaigns",
    answers={200: Answer("A line for each figure, with a link to its job", str, FILE, (TOURS["csv"],))},
    problems=(503,),
)
def download_results(campaign_id: str) -> Response:
    """Every figure of every job as one table; a job without figures has a line, too."""
    return _table(campaign_id, "csv")


@blueprint.get("/<campaign_id>/results.parquet")
@operation(
    "Download what the jobs of a campaign have found as Parquet",
    tag="campaigns",
    answers={200: Answer("A row for each figure, with a link to its job", str, FILE, (TOURS["parquet"],))},
    problems=(503,),
)
def download_results_as_parquet(campaign_id: str) -> Response:
    """Send the same table with types."""
    return _table(campaign_id, "parquet")


def _table(campaign_id: str, form: Literal["csv", "parquet"]) -> Response:
    with reading() as session:
        get_campaign(session, campaign_id)  # HEAD, too, gets 404 for an unknown campaign
    address = url_for("dashboard.job", job_id="0", _external=True).removesuffix("0")
    made = origin(f"campaigns/{campaign_id}/results.{form}", {})

    def open_table(session: Session) -> Made:
        records = result_records(session, get_campaign(session, campaign_id), lambda job: address + job)
        if form == "parquet":
            return None, records_as_parquet(records, COLUMNS, made.facts)
        return None, in_chunks(csv_lines(records, list(COLUMNS)))

    return stream_file(open_table, form, made, campaign_id)


@blueprint.get("/<campaign_id>/compare")
@operation(
    "Compare two campaigns cell by cell",
    tag="campaigns",
    query=OtherQuery,
    answers={200: Answer("A page of pairs of jobs", Page[CellComparisonDocument], LINKED, FORMS), 304: NOT_MODIFIED},
)
def compare_campaigns(campaign_id: str, query: OtherQuery) -> Response:
    """Each job beside its counterpart: the same board, and a specification of the same number."""
    with reading() as session:
        campaign, other = get_campaign(session, campaign_id), get_campaign(session, query.other)
        cells = find_cells(session, campaign, after=query.cursor or 0, limit=query.limit)
        items = [CellComparisonDocument(**vars(one)) for one in compare_cells(session, cells, other)]
        total = query.total(lambda: count_cells(session, campaign))
    return query.answer(Page[CellComparisonDocument], items, query.next_page(cells, lambda one: one.job.id), total)
