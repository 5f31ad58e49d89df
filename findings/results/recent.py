"""Recent findings: exact counts of finished jobs, not all of one campaign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from findings.statements.exact_counts import count_statement
from findings.statements.statement import Statement
from store.models.boards import BoardRow
from store.models.campaigns import CampaignCell
from store.models.jobs import Job
from store.models.results import CountRow

T = TypeVar("T")

MAX_COUNTS = 200
"""Counts among which different boards are looked for."""

MAX_OF_CAMPAIGN = 2
"""Findings of one campaign that come before those of others."""

QUANTITIES = ("tours", "cycles", "closed", "open")
"""Of a job's counts, the first of these that is not zero is shown."""


def latest_counts(session: Session, limit: int) -> list[Statement]:
    """Return the newest exact facts counted by jobs, of any boards, newest first."""
    return [found for found, _ in _counts_with_campaigns(session, limit)]


def latest_of_boards(session: Session, limit: int) -> list[Statement]:
    """Return the newest exact count of each of some boards and pieces; further ones of the same campaign come last."""
    newest: dict[tuple[str, tuple[int, ...]], list[Statement]] = {}
    campaigns: dict[str, int | None] = {}
    for found, campaign in _counts_with_campaigns(session, MAX_COUNTS):
        campaigns[found.sources[0].id] = campaign
        of_board = newest.setdefault((found.subject.board, found.subject.piece), [])
        if not of_board or of_board[0].sources[0].id == found.sources[0].id:
            of_board.append(found)
    counts = [min(of_board, key=_rank) for of_board in newest.values()]
    return spread(counts, [campaigns[one.sources[0].id] for one in counts])[:limit]


def _counts_with_campaigns(session: Session, limit: int) -> list[tuple[Statement, int | None]]:
    statement = (
        select(CountRow, Job, BoardRow, CampaignCell.campaign_id)
        .join(Job, Job.id == CountRow.job_id)
        .join(BoardRow, BoardRow.id == CountRow.board_id)
        .outerjoin(CampaignCell, CampaignCell.job_id == Job.id)
        .where(CountRow.restriction.is_(None))
        .order_by(CountRow.id.desc())
        .limit(limit)
    )
    return [(count_statement(row, job, board), campaign) for row, job, board, campaign in session.execute(statement)]


def _rank(found: Statement) -> tuple[bool, int]:
    place = QUANTITIES.index(found.quantity) if found.quantity in QUANTITIES else len(QUANTITIES)
    return found.value == "0", place


def spread(found: Iterable[T], campaigns: Sequence[int | None]) -> list[T]:
    """Return findings with those beyond the first few of each campaign (None: of no campaign) at the end."""
    seen: Counter[int] = Counter()
    first: list[T] = []
    further: list[T] = []
    for one, campaign in zip(found, campaigns, strict=True):
        if campaign is not None:
            seen[campaign] += 1
        (further if campaign is not None and seen[campaign] > MAX_OF_CAMPAIGN else first).append(one)
    return [*first, *further]
