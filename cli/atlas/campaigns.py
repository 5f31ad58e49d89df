"""The campaigns that make the atlas: one for each part, of ordinary jobs, found again by its name."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from math import inf
from operator import itemgetter
from typing import Any

from cavalier.campaign import Campaign
from cavalier.client import Client
from engine.boards.labels import parse_board
from engine.boards.piece import parse_piece, piece_key
from findings.atlas.build import entry_of
from findings.atlas.certification import certificate_asked, certified_key
from findings.atlas.costs import LONG_SECONDS, LOWEST, expected_seconds, priority_of
from findings.atlas.entries import Entry, entry_key
from findings.atlas.plan import Part, Specification

CERTIFICATES = "Cavalier atlas: certificates"
"""The campaign of all certificates."""


def submit_missing(client: Client, part: Part, known: Collection[str], seconds: float = inf) -> Campaign | None:
    """Submit the missing jobs of a part, resume paused ones, and return its campaign; None where nothing is missing.

    Cheap jobs come first, by their priorities, so that one after the other ends.

    known: names of entries to leave out. seconds: entries expected to take longer are left out, too.
    """
    jobs = [(one, [board for board in part.boards if _key(board, one) not in known]) for one in part.specifications]
    return _extend_campaign(client, part.campaign, jobs, seconds)


def certifying(client: Client, entries: Sequence[Entry]) -> Campaign | None:
    """Submit the certificates that these entries lack and return the campaign; None where none is lacking."""
    jobs = [(asked, [entry.board]) for entry in entries if (asked := certificate_asked(entry)) is not None]
    return _extend_campaign(client, CERTIFICATES, jobs)


def certificates(client: Client, campaign: Campaign) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the result document of each certificate that has ended, with the name of the entry that it is about."""
    for cell in campaign.jobs(state="succeeded"):
        document = client.transport.result(cell.job.id)
        yield certified_key(document), document


def asked_once(client: Client, part: Part) -> Campaign:
    """Submit a whole part, or resume its campaign where there is one, and return it."""
    campaign = _find_campaign(client, part.campaign)
    return client.campaign(part.campaign, part.boards, part.specifications) if campaign is None else campaign.resume()


def _find_campaign(client: Client, name: str) -> Campaign | None:
    return next((one for one in client.campaigns() if one.document["name"] == name), None)


def _extend_campaign(
    client: Client, name: str, jobs: Sequence[tuple[Specification, Sequence[str]]], seconds: float = inf
) -> Campaign | None:
    """Add missing jobs to the campaign of this name, resume and return it; None where there would be no job in it.

    jobs: specifications, each with its boards. seconds: jobs expected to take longer are left out.
    """
    campaign = _find_campaign(client, name)
    known = set() if campaign is None else set(_entry_names(client, campaign))
    lacking = [(one, [board for board in boards if _key(board, one) not in known]) for one, boards in jobs]
    for specification, priority, boards in in_order(lacking, seconds):
        asked = [{**specification, "priority": priority}]
        if campaign is None:
            campaign = client.campaign(name, boards, asked)
        else:
            campaign.add(boards, asked)
    return None if campaign is None else campaign.resume()


def in_order(
    jobs: Sequence[tuple[Specification, Sequence[str]]], seconds: float = inf
) -> Iterator[tuple[Specification, int, Sequence[str]]]:
    """Yield jobs with their priority, the highest first; none that is expected to take longer than this.

    Cheap ones of equal priority share the workers. Each long one has its own priority: sweeps that run together have
    their files on the disk together, and all end late.
    """
    costs = sorted(
        (expected_seconds(board, one), number, board) for number, (one, boards) in enumerate(jobs) for board in boards
    )
    placed: list[tuple[int, int, str]] = []
    for cost, number, board in costs:
        if cost > seconds:
            break
        priority = priority_of(cost)
        if cost >= LONG_SECONDS and placed:
            priority = max(LOWEST, min(priority, placed[-1][0] - 1))
        placed.append((priority, number, board))
    placed.sort(key=lambda one: (-one[0], one[1]))
    for (priority, number), group in groupby(placed, key=itemgetter(0, 1)):
        yield jobs[number][0], priority, [board for _, _, board in group]


def make_entries(client: Client, campaign: Campaign) -> Iterator[Entry]:
    """Yield an entry for each job of a campaign that has succeeded and found a fact of its whole board."""
    for cell in campaign.jobs(state="succeeded"):
        entry = entry_of(client.transport.result(cell.job.id))
        if entry is not None:
            yield entry


def made_again(client: Client, entries: Sequence[Entry]) -> Iterator[tuple[Entry, Entry | None]]:
    """Submit the jobs of entries anew; yield each with its new entry, None if the job failed or found none."""
    jobs = [client.submit(entry.specification) for entry in entries]
    for entry, job in zip(entries, jobs, strict=True):
        state = ""
        for document in client.transport.follow(job.id):
            state = document["state"]
        yield entry, entry_of(client.transport.result(job.id)) if state == "succeeded" else None


def _entry_names(client: Client, campaign: Campaign) -> Iterator[str]:
    """Yield the names of the entries that the jobs of a campaign are to make."""
    for cell in client.transport.items(f"/campaigns/{campaign.id}/jobs"):
        yield _key(cell["job"]["board"], cell["job"]["specification"])


def _key(board: str, specification: Specification | Mapping[str, Any]) -> str:
    piece = parse_piece(specification.get("piece", "knight"))
    return entry_key(parse_board(board).label, piece_key(piece), specification)
