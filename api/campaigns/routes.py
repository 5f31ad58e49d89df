"""Campaigns: boards x specifications under one name, submitted, followed and acted on as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

from flask import Blueprint, Response, url_for
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from sqlalchemy import ColumnElement
from sqlalchemy.orm import Session

from api.campaigns.documents import (
    CampaignDocument,
    CampaignHead,
    CellDocument,
    campaign_document,
    campaign_head,
)
from api.http import etags, notify
from api.http.problems import ProblemError
from api.http.security.keys import caller
from api.http.services import reading, services, writing
from api.jobs.load import load_documents
from api.listing.pagination import LINKED, Page, PageQuery
from api.listing.tables import FORMS
from api.notes.filters import NotedQuery
from api.openapi import examples
from api.openapi.body import Body
from api.openapi.endpoint import Answer, operation
from api.openapi.responses import KEY, NOT_MODIFIED, TAGGED, idempotency_key
from engine.kinds.parse import Fault, InvalidSpecificationError, pointer_faults
from engine.specification.fields import BoardField, Int, Label
from store.campaigns import actions
from store.campaigns.grid_pages import MAX_JOBS, NOTHING, GridRequest, read_page
from store.campaigns.grid_pages import Page as JobsPage
from store.campaigns.submission import clone_page, create, find_resubmission, get_campaign, grow, known_of
from store.database.db import Database, number_of
from store.models.campaigns import Campaign
from store.models.states import JobState
from store.notes import names_of_tags, tags_by_subject
from store.queries import campaigns as queries
from store.queries.note_filters import note_conditions

blueprint = Blueprint("campaigns", __name__, url_prefix="/api/v1/campaigns")
MADE = {"Location": "where to follow it"}
Boards = Annotated[list[BoardField], Field(min_length=1, max_length=MAX_JOBS)]
Templates = Annotated[
    list[dict[str, object]],
    Field(min_length=1, max_length=MAX_JOBS, description="job specifications without their board"),
]


class Request(BaseModel):
    """Base of all bodies: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class CampaignPage(Request):
    """Jobs to be added: each board with each specification. A list left out means all that the campaign has."""

    boards: Boards | None = None
    specifications: Templates | None = None
    chain: bool = Field(
        default=False, description="each job of a board comes after the one before it, in the order of specifications"
    )

    @property
    def grid_request(self) -> GridRequest:
        """The jobs to be added."""
        return GridRequest(self.boards, self.specifications, self.chain)

    def document(self) -> dict[str, object]:
        """Return the request that an Idempotency-Key stands for; without a chain, as before that field existed."""
        return self.model_dump(mode="json", exclude=set() if self.chain else {"chain"})


class CampaignRequest(CampaignPage):
    """A campaign: a job for each board and specification."""

    name: Annotated[Label, Field(min_length=1)]
    boards: Boards
    specifications: Templates


class CloneRequest(Request):
    """A campaign like another."""

    name: Annotated[Label, Field(min_length=1)]


class PriorityRequest(Request):
    """Another priority."""

    priority: Int = Field(ge=-1000, le=1000, description="higher goes first")


class CampaignsQuery(NotedQuery, PageQuery):
    """Which campaigns to list; a parameter given more than once means any of its values."""


class CellsQuery(PageQuery):
    """Which jobs of a campaign to list; a parameter given more than once means any of its values."""

    state: list[JobState] = Field(default=[], max_length=len(JobState))


def body(model: type[Request], shown: examples.Examples) -> Body:
    """Return the declaration of a body by its model; a problem names each wrong field by its place."""

    def parse(raw: object) -> Request:
        try:
            return model.model_validate(raw)
        except ValidationError as error:
            raise InvalidSpecificationError(pointer_faults(raw, error)) from error

    return Body(TypeAdapter(model), parse, shown)


@blueprint.post("")
@operation(
    "Submit a campaign",
    tag="campaigns",
    scope="submit",
    body=body(CampaignRequest, examples.CAMPAIGNS),
    headers=(KEY,),
    problems=(409,),
    answers={202: Answer("All its jobs are stored; workers plan and compute them", CampaignDocument, MADE)},
)
def submit_campaign(body: CampaignRequest) -> tuple[CampaignDocument, int, dict[str, str]]:
    """All its jobs, or none."""

    def read(owner: str | None) -> JobsPage:
        return read_page(body.grid_request, NOTHING, services().settings.confirm_shards, owner)

    return _store(create, body.name, body.document(), read)


def _conditions(query: CampaignsQuery) -> list[ColumnElement[bool]]:
    return note_conditions(Campaign, query.tag, query.note)


def page_of_campaigns(session: Session, query: CampaignsQuery) -> list[queries.Overview]:
    """Return the campaigns of one page of the list."""
    return queries.find_campaigns(session, before=query.cursor, limit=query.limit, conditions=_conditions(query))


@blueprint.get("")
@operation(
    "List campaigns, newest first",
    tag="campaigns",
    query=CampaignsQuery,
    answers={200: Answer("A page of campaigns", Page[CampaignHead], LINKED, FORMS), 304: NOT_MODIFIED},
)
def list_campaigns(query: CampaignsQuery) -> Response:
    """One page; its entity tag is that of its text."""
    with reading() as session:
        found = page_of_campaigns(session, query)
        total = query.total(lambda: number_of(session, Campaign, *_conditions(query)))
        tags = tags_by_subject(session, [one.campaign for one in found])
    following = query.next_page(found, lambda one: one.campaign.id)
    items = (campaign_head(one, tags.get(one.campaign.id, ())) for one in found)
    return query.answer(Page[CampaignHead], items, following, total)


@blueprint.get("/<campaign_id>")
@operation(
    "Follow a campaign: its jobs by state, progress and the estimated time left",
    tag="campaigns",
    answers={200: Answer("The campaign", CampaignDocument, TAGGED), 304: NOT_MODIFIED},
)
def show_campaign(campaign_id: str) -> Response:
    """Its current state; the entity tag is that of the text."""
    return etags.tagged_response(load_campaign(campaign_id).model_dump_json())


@blueprint.get("/<campaign_id>/jobs")
@operation(
    "List the jobs of a campaign, in the order in which they were submitted",
    tag="campaigns",
    query=CellsQuery,
    answers={200: Answer("A page of its jobs", Page[CellDocument], LINKED, FORMS), 304: NOT_MODIFIED},
)
def list_cells(campaign_id: str, query: CellsQuery) -> Response:
    """One page of cells: each job with the numbers of its board and specification."""
    with reading() as session:
        campaign = get_campaign(session, campaign_id)
        cells = queries.find_cells(session, campaign, after=query.cursor or 0, limit=query.limit, states=query.state)
        jobs = load_documents(session, [cell.job for cell in cells])
        total = query.total(lambda: queries.count_cells(session, campaign, query.state))
    items = [
        CellDocument(board=cell.board_number, specification=cell.specification_number, job=job)
        for cell, job in zip(cells, jobs, strict=True)
    ]
    return query.answer(Page[CellDocument], items, query.next_page(cells, lambda one: one.job.id), total)


@blueprint.post("/<campaign_id>/jobs")
@operation(
    "Add jobs to a campaign",
    tag="campaigns",
    scope="submit",
    body=body(CampaignPage, examples.CAMPAIGN_PAGES),
    headers=(KEY,),
    problems=(409,),
    answers={202: Answer("The jobs are stored; workers plan and compute them", CampaignDocument, MADE)},
)
def add_jobs(campaign_id: str, body: CampaignPage) -> tuple[CampaignDocument, int, dict[str, str]]:
    """Each board with each specification, all of them or none; a job that is there already is refused."""
    if body.boards is None and body.specifications is None:
        raise InvalidSpecificationError([Fault("/boards", "give boards, specifications or both")])

    def read(owner: str | None) -> JobsPage:
        with reading() as session:
            known = known_of(session, get_campaign(session, campaign_id, whole=True))
        return read_page(body.grid_request, known, services().settings.confirm_shards, owner)

    return _store(grow, campaign_id, {"campaign": campaign_id, **body.document()}, read)


@blueprint.post("/<campaign_id>/clone")
@operation(
    "Submit all jobs of a campaign again, as another",
    tag="campaigns",
    scope="submit",
    body=body(CloneRequest, examples.CLONES),
    headers=(KEY,),
    problems=(409,),
    answers={202: Answer("The jobs of the new campaign are stored", CampaignDocument, MADE)},
)
def clone_campaign(campaign_id: str, body: CloneRequest) -> tuple[CampaignDocument, int, dict[str, str]]:
    """Ask the same questions of the same boards, by the present code; at most 10,000 jobs."""

    def read(owner: str | None) -> JobsPage:
        with reading() as session:
            campaign = get_campaign(session, campaign_id, whole=True)
            return clone_page(session, campaign, services().settings.confirm_shards, owner)

    return _store(create, body.name, {"clone": campaign_id, "name": body.name}, read)


@blueprint.post("/<campaign_id>/pause")
@operation("Pause a campaign", tag="campaigns", scope="submit", answers={200: Answer("It", CampaignDocument)})
def pause_campaign(campaign_id: str) -> CampaignDocument:
    """Give out no more slices of its jobs; running slices are committed first."""
    return _change(campaign_id, actions.pause_campaign)


@blueprint.post("/<campaign_id>/resume")
@operation("Resume a campaign", tag="campaigns", scope="submit", answers={200: Answer("It", CampaignDocument)})
def resume_campaign(campaign_id: str) -> CampaignDocument:
    """Resume all its paused jobs."""
    return _change(campaign_id, actions.resume_campaign)


@blueprint.post("/<campaign_id>/cancel")
@operation("Cancel a campaign", tag="campaigns", scope="submit", answers={200: Answer("It", CampaignDocument)})
def cancel_campaign(campaign_id: str) -> CampaignDocument:
    """Stop for good all its jobs that have not ended; their results are kept."""
    return _change(campaign_id, actions.cancel_campaign)


@blueprint.post("/<campaign_id>/priority")
@operation(
    "Give all jobs of a campaign another priority",
    tag="campaigns",
    scope="submit",
    body=body(PriorityRequest, examples.PRIORITIES),
    answers={200: Answer("The campaign", CampaignDocument)},
)
def prioritise_campaign(campaign_id: str, body: PriorityRequest) -> CampaignDocument:
    """Change the jobs that have not ended; their specifications keep the priority submitted."""
    return _change(campaign_id, lambda database, name: actions.prioritise_campaign(database, name, body.priority))


@blueprint.delete("/<campaign_id>")
@operation(
    "Delete a campaign, not its jobs",
    tag="campaigns",
    scope="submit",
    answers={204: Answer("It is gone; its jobs are jobs like others")},
)
def delete_campaign(campaign_id: str) -> Response:
    """403 unless the key that submitted it, or one of an admin, asks for it."""
    who = caller()
    with writing() as session:
        if not who.may("admin") and get_campaign(session, campaign_id).owner != who.name:
            detail = "a campaign is deleted by the key that submitted it, or by one of the scope 'admin'"
            raise ProblemError(403, "scope", "The key does not allow this", detail)
        actions.delete_campaign(session, campaign_id)
    return Response(status=204)


def load_campaign(campaign_id: str) -> CampaignDocument:
    """Return a campaign with its current jobs; CampaignNotFoundError where there is none."""
    with reading() as session:
        return document_of(session, get_campaign(session, campaign_id))


def document_of(session: Session, campaign: Campaign) -> CampaignDocument:
    """Return a campaign's document."""
    whole = queries.overview(session, campaign)
    tags = names_of_tags(session, whole.campaign)
    return campaign_document(whole, queries.campaign_progress(session, whole), tags)


def _store(
    store: Callable[..., Campaign], target: str, request: Mapping[str, object], read: Callable[[str | None], JobsPage]
) -> tuple[CampaignDocument, int, dict[str, str]]:
    """Read every job outside the transaction, then store all of them or none; a repeated request reads none.

    store: `create` or `grow`. target: the name of the campaign to create, or the id of the one to grow.
    """
    owner, key, limits = caller().name, idempotency_key(), services().job_limits
    with reading() as session:
        before = find_resubmission(session, owner, key, request)
    page = read(owner) if before is None else None
    with writing() as session:
        made = before or store(session, target, page, request, owner=owner, key=key, limits=limits)
        document = document_of(session, made)
    notify.notify_workers(notify.MAX_NOTIFIED)
    return document, 202, {"Location": url_for("campaigns.show_campaign", campaign_id=document.id)}


def _change(campaign_id: str, change: Callable[[Database, str], None]) -> CampaignDocument:
    change(services().database, campaign_id)
    notify.notify_workers(notify.MAX_NOTIFIED)
    return load_campaign(campaign_id)
