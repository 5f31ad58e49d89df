"""Results of a campaign's jobs as one table, and comparison of two campaigns by cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from findings.comparison.jobs import Comparison, compare_statements, efforts_of
from findings.exports.parquet import Column
from findings.statements.flat_rows import FLAT, flat
from findings.statements.job_answer import answer
from findings.statements.job_statements import overall, result_statements
from findings.statements.statement import Statement
from phrasing.titles import job_title
from store.jobs.current_result import current_results, has_result, problem_of
from store.models.campaigns import Campaign, CampaignCell
from store.models.jobs import Job
from store.queries.campaigns import Cell, find_cells

PAGE = 200

COLUMNS: dict[str, Column] = {
    "board_number": "whole",
    "specification_number": "whole",
    **dict.fromkeys(("job", "link", "state", "outcome", "answer"), "text"),
    **dict.fromkeys((name for name in FLAT if name != "sources"), "text"),
    "exact": "truth",
    "standard_error": "real",
    "samples": "whole",
}
"""Columns of a campaign's table; values are text, as exact ones have any number of digits."""


@dataclass(frozen=True)
class CellResult:
    """Result of a campaign's job, empty until it has ended. board, specification: their indices in the campaign.

    job, title: its id and its question. answer: in one sentence, None if there is none. figures: of all its start
    squares together.
    """

    board: int
    specification: int
    job: str
    title: str
    state: str
    outcome: str | None
    answer: str | None
    figures: list[Statement]


@dataclass(frozen=True)
class CellComparison:
    """A job of a campaign and its counterpart in another: same board, same specification index.

    second: None if the other campaign has none. comparison: None before both have ended.
    """

    board: int
    specification: int
    label: str
    first: str
    second: str | None
    comparison: Comparison | None


def cell_results(session: Session, cells: Sequence[Cell]) -> list[CellResult]:
    """Return the results of these cells' jobs, in one query."""
    found = _results(session, [cell.job for cell in cells])
    return [_cell_result(cell, *found.get(cell.job.id, (None, []))) for cell in cells]


def result_records(session: Session, campaign: Campaign, link: Callable[[str], str]) -> Iterator[dict[str, object]]:
    """Yield the table of a campaign: a record per figure, and one without a figure for jobs that have none.

    link: from a job's id to its URL.
    """
    after = 0
    while cells := find_cells(session, campaign, after=after, limit=PAGE):
        for cell, found in zip(cells, cell_results(session, cells), strict=True):
            label = "" if cell.job.board is None else cell.job.board.label
            yield from _records(found, label, link(found.job))
        after = cells[-1].job.id


def compare_cells(session: Session, cells: Sequence[Cell], other: Campaign) -> list[CellComparison]:
    """Compare the jobs of these cells with those of another campaign, in a few queries."""
    partners = _partners(session, cells, other)
    pairs = [(cell, partners.get((cell.job.board_id, cell.specification_number))) for cell in cells]
    jobs = [job for cell, partner in pairs if partner is not None for job in (cell.job, partner)]
    found = _results(session, jobs)
    efforts = dict(zip((job.id for job in jobs), efforts_of(session, jobs), strict=True))

    def comparison(first: Job, second: Job | None) -> Comparison | None:
        if second is None or first.id not in found or second.id not in found:
            return None
        ids = (first.id, second.id)
        statements = (found[first.id][1], found[second.id][1])
        return compare_statements((first, second), statements, [efforts[one] for one in ids], {})

    return [
        CellComparison(
            cell.board_number,
            cell.specification_number,
            "" if cell.job.board is None else cell.job.board.label,
            cell.job.public_id,
            None if partner is None else partner.public_id,
            comparison(cell.job, partner),
        )
        for cell, partner in pairs
    ]


def _results(session: Session, jobs: Sequence[Job]) -> Mapping[int, tuple[str | None, list[Statement]]]:
    """Return answer and figures by job id, for the jobs with a stored result."""
    ended = [job for job in jobs if has_result(job)]
    results, found = current_results(session, ended), {}
    for job in ended:
        problem, result = problem_of(job), results[job.id]
        figures = result_statements(job, problem.board, problem.piece, result)
        label = None if problem.board is None else problem.board.label
        found[job.id] = answer(job, label, result, figures), overall(job, figures)
    return found


def _cell_result(cell: Cell, sentence: str | None, figures: list[Statement]) -> CellResult:
    job = cell.job
    return CellResult(
        cell.board_number,
        cell.specification_number,
        job.public_id,
        job_title(job.specification, None if job.board is None else job.board.label),
        str(job.state),
        job.outcome,
        sentence,
        figures,
    )


def _records(found: CellResult, label: str, link: str) -> Iterator[dict[str, object]]:
    head: dict[str, object] = {"board_number": found.board, "specification_number": found.specification}
    head |= {"job": found.job, "link": link, "state": found.state, "outcome": found.outcome, "answer": found.answer}
    nothing: dict[str, object] = dict.fromkeys(FLAT) | {"board": label}
    for figure in map(flat, found.figures) if found.figures else [nothing]:
        yield {name: (head | figure)[name] for name in COLUMNS}


def _partners(session: Session, cells: Sequence[Cell], other: Campaign) -> dict[tuple[int | None, int], Job]:
    """Return the jobs of another campaign on these cells' boards, by board and specification index."""
    places = select(CampaignCell.specification_number, Job).join(Job, Job.id == CampaignCell.job_id)
    boards = {cell.job.board_id for cell in cells}
    matching = places.where(CampaignCell.campaign_id == other.id, Job.board_id.in_(boards))
    rows = session.execute(matching.options(joinedload(Job.board)))
    return {(job.board_id, number): job for number, job in rows}
