"""Creating, growing and cloning campaigns: each page of jobs is stored whole or not at all, unplanned."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session, undefer

from engine.errors import InvalidProblemError
from engine.kinds.parse import Fault, InvalidSpecificationError, parse_problem
from store.campaigns.grid_pages import MAX_JOBS, NOTHING, Known, Page
from store.database.db import now
from store.errors import CampaignChangedError, CampaignNotFoundError
from store.jobs.idempotency import known_request, remember_request, request_digest
from store.jobs.lifecycle import admit_later, come_after, submit_all
from store.jobs.limits import JobLimits, check_room
from store.jobs.prerequisites import check_prerequisites
from store.models.campaigns import Campaign, CampaignCell
from store.models.jobs import Job

LISTS = (undefer(Campaign.boards), undefer(Campaign.specifications))


def get_campaign(session: Session, public_id: str, *, whole: bool = False, lock: bool = False) -> Campaign:
    """Return a campaign; CampaignNotFoundError if there is none.

    whole: with its boards and specifications. lock: prevent concurrent additions.
    """
    statement = select(Campaign).where(Campaign.public_id == public_id)
    statement = statement.options(*LISTS) if whole else statement
    campaign = session.scalar(statement.with_for_update() if lock else statement)
    if campaign is None:
        raise CampaignNotFoundError(f"there is no campaign {public_id!r}")
    return campaign


def known_of(session: Session, campaign: Campaign) -> Known:
    """Return the contents of a fully loaded campaign."""
    places = select(CampaignCell.board_number, CampaignCell.specification_number)
    cells = session.execute(places.where(CampaignCell.campaign_id == campaign.id))
    return Known(campaign.boards, campaign.specifications, {(row[0], row[1]) for row in cells})


def clone_page(session: Session, campaign: Campaign, most_shards: int, owner: str | None = None) -> Page:
    """Return a page with all jobs of a fully loaded campaign, parsed by this code.

    Where a job came after others of the campaign, its clone comes after their clones.
    Raises InvalidSpecificationError if they exceed a page or this code refuses one.
    """
    places = select(CampaignCell.board_number, CampaignCell.specification_number, Job.public_id, Job.specification)
    own = places.join(Job, Job.id == CampaignCell.job_id).where(CampaignCell.campaign_id == campaign.id)
    rows = session.execute(own.order_by(CampaignCell.job_id).limit(MAX_JOBS + 1)).all()
    if len(rows) > MAX_JOBS:
        raise InvalidSpecificationError([Fault("", f"the campaign has more than {MAX_JOBS} jobs")])
    cells, clones = [], {}
    for row, column, job, specification in rows:
        try:
            draft = admit_later(parse_problem(specification), most_shards, owner)
        except (InvalidSpecificationError, InvalidProblemError) as error:
            raise InvalidSpecificationError([Fault("", f"job {job} is refused now: {error}")]) from error
        cells.append((row, column, draft))
        clones[job] = draft.columns["public_id"]
        if after := specification.get("after"):
            come_after(draft, [clones.get(one, one) for one in after])
    return Page(NOTHING, campaign.boards, campaign.specifications, cells)


def find_resubmission(
    session: Session, owner: str | None, key: str | None, request: Mapping[str, object]
) -> Campaign | None:
    """Return the campaign that the same request created or extended before; IdempotencyConflictError as for jobs."""
    known = None if key is None else known_request(session, owner, key, request_digest(request))
    return None if known is None else session.get_one(Campaign, known.campaign_id)


def create(
    session: Session,
    name: str,
    page: Page,
    request: Mapping[str, object],
    *,
    owner: str | None = None,
    key: str | None = None,
    limits: JobLimits = JobLimits(),
) -> Campaign:
    """Store a campaign with its first page; a repeated request with the same key returns that campaign.

    request: content that must be equal under the same key. Raises TooManyJobsError if the page exceeds the job limit.
    """
    before = find_resubmission(session, owner, key, request)
    if before is not None:
        return before
    check_room(session, owner, limits, len(page.cells))
    moment = now(session)
    campaign = Campaign(
        public_id=secrets.token_hex(8),
        name=name,
        owner=owner,
        boards=page.boards,
        specifications=page.specifications,
        created_at=moment,
    )
    session.add(campaign)
    session.flush()
    _add(session, campaign, page, request, moment)
    _remember(session, campaign, owner, key, request)
    return campaign


def grow(
    session: Session,
    public_id: str,
    page: Page,
    request: Mapping[str, object],
    *,
    owner: str | None = None,
    key: str | None = None,
    limits: JobLimits = JobLimits(),
) -> Campaign:
    """Store a further page; errors and key as in `create`.

    Raises CampaignChangedError if the campaign has changed since the page was read.
    """
    before = find_resubmission(session, owner, key, request)
    if before is not None:
        return before
    campaign = get_campaign(session, public_id, whole=True, lock=True)
    if known_of(session, campaign) != page.known:
        raise CampaignChangedError(f"somebody else has changed the campaign {public_id} at this moment")
    check_room(session, owner, limits, len(page.cells))
    campaign.boards, campaign.specifications = page.boards, page.specifications
    _add(session, campaign, page, request, now(session))
    _remember(session, campaign, owner, key, request)
    return campaign


def _add(session: Session, campaign: Campaign, page: Page, request: Mapping[str, Any], moment: float) -> None:
    for number, specification in enumerate(request.get("specifications") or ()):
        check_prerequisites(session, specification, f"/specifications/{number}")
    jobs = submit_all(session, [draft for _, _, draft in page.cells], moment)
    rows = [
        {"job_id": job, "campaign_id": campaign.id, "board_number": row, "specification_number": column}
        for job, (row, column, _) in zip(jobs, page.cells, strict=True)
    ]
    session.execute(insert(CampaignCell), rows)


def _remember(
    session: Session, campaign: Campaign, owner: str | None, key: str | None, request: Mapping[str, object]
) -> None:
    if key is not None:
        remember_request(session, owner, key, request_digest(request), campaign_id=campaign.id)
