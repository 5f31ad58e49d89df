"""Campaigns for the tests of the store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.code_digest import own_code_digests
from engine.kinds.parse import parse_problem
from engine.kinds.table import KINDS
from store.campaigns.grid_pages import NOTHING, GridRequest, Known, Page, read_page
from store.campaigns.submission import create
from store.database.db import Database
from store.jobs.step_commits import commit_plan
from store.jobs.steps import claim_step
from store.models.states import Step

BOARDS = ["5x5", "3x10", "6x6"]
COUNT: dict[str, Any] = {"kind": "enumerate"}
CLOSED: dict[str, Any] = {"kind": "enumerate", "tours": "closed"}


def page_of(
    boards: Sequence[Any] | None = BOARDS,
    specifications: Sequence[dict[str, Any]] | None = (COUNT, CLOSED),
    known: Known = NOTHING,
) -> Page:
    """Read a page."""
    return read_page(GridRequest(boards, specifications), known, 20_000)


def stored_campaign(database: Database, page: Page | None = None, name: str = "Grid") -> str:
    """Store a campaign and return its public id."""
    with database.writing() as session:
        return create(session, name, page or page_of(), {"name": name}).public_id


def plan_all(database: Database, most: int = 1000) -> int:
    """Plan at most `most` jobs as a worker does; return how many were due."""
    for done in range(most):
        with database.writing() as session:
            lease = claim_step(session, Step.PLAN, own_code_digests(), 60.0)
        if lease is None:
            return done
        problem = parse_problem(lease.specification)
        with database.writing() as session:
            commit_plan(session, lease, KINDS[problem.spec.kind].plan(problem))
    return most
