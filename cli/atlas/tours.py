"""`cavalier atlas tours`: the tours that come with every database, found anew."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from cavalier.campaign import Campaign
from cavalier.client import Client
from cli.atlas.campaigns import asked_once
from cli.atlas.service_option import Where, service_option, wait_for
from cli.options import FILE
from cli.output import echo_message
from drawing.amounts import amount
from engine.boards.piece import parse_piece, piece_key
from findings.atlas.build import asked_of
from findings.atlas.entries import write_compressed
from findings.atlas.tour_plan import DRAWN_PARTS, TOUR_PARTS
from findings.atlas.tours import PRINTED
from language.translate import gettext


@click.command(short_help="Find the tours that come with every database anew.")
@click.option("--minutes", type=click.FloatRange(min=0), help="Stop after so long, with what has been found by then.")
@click.option("--out", type=FILE, help="File to write.  [default: tours.jsonl.gz in the data folder]")
@service_option
def tours(*, minutes: float | None, out: Path | None, where: Where) -> None:
    """Run the jobs that find the tours of the atlas, and write these and the printed ones to a file of JSON Lines.

    Ctrl-C loses nothing: the same command goes on, and campaigns that have ended are only read.
    """
    with where.client() as client:
        campaigns = [asked_once(client, part) for part in TOUR_PARTS]
        wait_for(campaigns, minutes)
        drawn = []
        if minutes is None:  # then all jobs have ended
            drawn = [asked_once(client, part) for part in DRAWN_PARTS]
            wait_for(drawn, minutes)
        printed = PRINTED.read_text().splitlines(keepends=True)
        lines = [*printed, *(line for campaign in [*drawn, *campaigns] for line in _lines(client, campaign))]
    target = out or where.data / "tours.jsonl.gz"
    write_compressed(target, "".join(lines))
    tours = amount(sum("squares" in line for line in lines), "tour")
    echo_message(gettext("%(tours)s in %(file)s", tours=tours, file=target), err=True)


def _lines(client: Client, campaign: Campaign) -> Iterator[str]:
    """Yield the findings of the jobs of a campaign: a line about each job, then one for each of its tours."""
    for cell in campaign.jobs(state="succeeded"):
        job = client.transport.job(cell.job.id)
        found = client.transport.text("/api/v1/exports/tours", job=job["id"])
        if not found:
            continue  # the job stored no tour
        about = {
            "board": job["board"],
            "piece": piece_key(parse_piece(job["specification"]["piece"])),
            "job": job["id"],
            "engine": job["engine"],
            "cpu_seconds": round(job["progress"]["cpu_seconds"], 3),
            "specification": asked_of(job["specification"]),
        }
        yield f"{json.dumps(about, separators=(',', ':'))}\n"
        yield from found.splitlines(keepends=True)
