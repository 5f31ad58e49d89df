"""`cavalier campaign`: several questions about several boards under one name, over HTTP."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import IO, Any

import click

from cavalier.campaign import Campaign
from cavalier.client import Client
from cavalier.documents import CampaignDocument, CellComparisonDocument
from cavalier.transport import Transport
from cli.errors import nothing, problem
from cli.options import FILE, print_json, read_spec, spec_argument, tag_option
from cli.output import echo_message
from cli.service.connection import service_options
from cli.show.documents import console, listing, print_whole
from drawing.amounts import amount
from drawing.numbers import duration, group_digits, percent
from language.translate import gettext, gettext_noop, translate

MAX_PER_PAGE = 100

campaign_argument = click.argument("campaign_id", metavar="CAMPAIGN")


@click.group(short_help="Ask several questions about several boards under one name.")
def campaign() -> None:
    """Campaigns: a job for each board and specification, submitted, followed and acted on together."""


@campaign.command(short_help="Submit a campaign, or add jobs to one.")
@spec_argument
@click.option("--to", "known", metavar="CAMPAIGN", help="Add the boards and specifications of SPEC to this one.")
@click.option("--watch", "watching", is_flag=True, help="Follow it until all its jobs have ended.")
@service_options
def submit(spec: IO[bytes], *, known: str | None, watching: bool, client: Transport, as_json: bool) -> None:
    """Submit the campaign of SPEC, a JSON file, "-" or the JSON itself, and print its id.

    SPEC has a name, boards, and specifications: those of jobs without their board. With --to it has boards,
    specifications or both, and what it leaves out stands for all that the campaign has. With "chain" set to true
    each job of a board begins when the one before it has succeeded.
    """
    document = read_spec(spec)
    path = "/campaigns" if known is None else f"/campaigns/{known}/jobs"
    made = _campaign(client, client.submit(document, path)["id"])
    if watching:
        made.wait()
    if as_json:
        print_json(made.document)
    else:
        click.echo(made.id)


@campaign.command("list", short_help="List the campaigns of the service.")
@tag_option
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most this many.")
@service_options
def list_campaigns(*, tag: tuple[str, ...], limit: int, client: Transport, as_json: bool) -> None:
    """List campaigns, newest first: id, size, jobs by state, name."""
    found = list(islice(client.items("/campaigns", limit=min(limit, MAX_PER_PAGE), tag=list(tag)), limit))
    if as_json:
        print_json(found)
    elif found:
        rows = [
            (one["id"], f"{one['boards']} x {one['specifications']}", _states(one["states"]), one["name"])
            for one in found
        ]
        console().print(listing("campaigns", ["id", "size", "jobs", "name"], rows))
    if not found:
        raise nothing("such campaign", "`cavalier campaign submit` makes one")


@campaign.command(short_help="Show how far a campaign is, and its jobs.")
@campaign_argument
@click.option("--state", multiple=True, help="Only jobs in this state; may be repeated.")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most this many jobs.")
@service_options
def show(campaign_id: str, *, state: tuple[str, ...], limit: int, client: Transport, as_json: bool) -> None:
    """Show how far CAMPAIGN is as a whole, and its jobs in the order in which they were submitted."""
    status = _campaign(client, campaign_id).status
    cells = islice(
        client.items(f"/campaigns/{campaign_id}/jobs", limit=min(limit, MAX_PER_PAGE), state=list(state)), limit
    )
    jobs = [(one["job"], one["specification"]) for one in cells]
    rows = [(job["id"], job["board"], number, translate(job["state"]), translate(job["title"])) for job, number in jobs]
    if as_json:
        print_json(status.model_dump(mode="json"))
        return
    _show(status)
    console().print(listing("jobs", ["id", "board", "specification", "state", "question"], rows))


@campaign.command(short_help="Follow a campaign until all its jobs have ended.")
@campaign_argument
@service_options
def watch(campaign_id: str, *, client: Transport, as_json: bool) -> None:
    """Follow CAMPAIGN until all its jobs have ended, and say how many came to what; Ctrl-C leaves them running."""
    _change(campaign_id, Campaign.wait, client, as_json=as_json)


@campaign.command(short_help="Pause all jobs of a campaign.")
@campaign_argument
@service_options
def pause(campaign_id: str, *, client: Transport, as_json: bool) -> None:
    """Pause all jobs of CAMPAIGN that have not ended; slices at work are committed first."""
    _change(campaign_id, Campaign.pause, client, as_json=as_json)


@campaign.command(short_help="Let the jobs of a campaign go on.")
@campaign_argument
@service_options
def resume(campaign_id: str, *, client: Transport, as_json: bool) -> None:
    """Let all jobs of CAMPAIGN that rest go on."""
    _change(campaign_id, Campaign.resume, client, as_json=as_json)


@campaign.command(short_help="Stop all jobs of a campaign for good.")
@campaign_argument
@service_options
def cancel(campaign_id: str, *, client: Transport, as_json: bool) -> None:
    """Stop all jobs of CAMPAIGN that have not ended for good; what they have found is kept."""
    _change(campaign_id, Campaign.cancel, client, as_json=as_json)


@campaign.command(short_help="Let a campaign go before or after others.")
@campaign_argument
@click.argument("priority", type=click.IntRange(-1000, 1000))
@service_options
def priority(campaign_id: str, priority: int, *, client: Transport, as_json: bool) -> None:
    """Give all jobs of CAMPAIGN that have not ended this PRIORITY: higher goes first."""
    _change(campaign_id, lambda known: known.prioritise(priority), client, as_json=as_json)


@campaign.command(short_help="Ask all of a campaign again.")
@campaign_argument
@click.argument("name")
@service_options
def clone(campaign_id: str, name: str, *, client: Transport, as_json: bool) -> None:
    """Submit all jobs of CAMPAIGN again as another called NAME, by the service's present code; print its id."""
    made = _campaign(client, campaign_id).clone(name)
    if as_json:
        print_json(made.document)
    else:
        click.echo(made.id)


@campaign.command(short_help="Write what a campaign has found as a table.")
@campaign_argument
@click.option(
    "--format", "form", type=click.Choice(["csv", "parquet"]), help="What to write.  [default: as FILE ends, or csv]"
)
@click.option("--out", type=FILE, help="File to write.  [default: standard output]")
@service_options
def export(campaign_id: str, form: str | None, out: Path | None, *, client: Transport, as_json: bool) -> None:
    """Write the results of CAMPAIGN as one table: a line for each figure, with a link to its job.

    Parquet needs --out. With --json a document for each job.
    """
    form = form or ("parquet" if out is not None and out.suffix == ".parquet" else "csv")
    if form == "parquet" and out is None:
        raise problem("No file", "parquet is no text: name a file with --out", status=400)
    path = f"/campaigns/{campaign_id}/results"
    if as_json:
        print_json(list(client.items(path)))
    elif out is None:
        sys.stdout.write(client.text(f"/api/v1{path}.csv"))
    else:
        client.download(f"{path}.{form}", out)


@campaign.command(short_help="Compare two campaigns, job by job.")
@campaign_argument
@click.argument("other_id", metavar="OTHER")
@click.option("--all", "everything", is_flag=True, help="Also the jobs that agree.")
@service_options
def compare(campaign_id: str, other_id: str, *, everything: bool, client: Transport, as_json: bool) -> None:
    """Set each job of CAMPAIGN beside that of OTHER on the same board by the specification of the same number.

    Lists the jobs that do not agree, and says how many do.
    """
    found = list(_campaign(client, campaign_id).compare(_campaign(client, other_id)))
    if as_json:
        print_json([one.model_dump(mode="json") for one in found])
        return
    verdicts = Counter(map(_verdict, found))
    rows = [
        (one.label, one.specification, one.first, one.second or "", _words(one))
        for one in found
        if everything or _verdict(one) != "agree"
    ]
    out = console()
    if rows:
        print_whole(out, listing("jobs", ["board", "specification", "first", "second", ""], rows))
    counts = ", ".join(f"{group_digits(number)} {translate(word)}" for word, number in verdicts.items())
    click.echo(gettext("of %(number)s jobs %(counts)s", number=len(found), counts=counts))


@campaign.command(short_help="Delete a campaign, not its jobs.")
@campaign_argument
@click.option("--yes", is_flag=True, help="Do not ask first.")
@service_options
def delete(campaign_id: str, *, yes: bool, client: Transport, as_json: bool) -> None:
    """Delete CAMPAIGN: its name and grid are gone, its jobs and what they found stay."""
    if not yes:
        click.confirm(gettext("Delete the campaign %(id)s?", id=campaign_id), abort=True, err=True)
    _campaign(client, campaign_id).delete()
    if as_json:
        print_json({"id": campaign_id})
    else:
        echo_message(f"{campaign_id} deleted; its jobs stay")


def _campaign(client: Transport, campaign_id: str) -> Campaign:
    return Client(client, cache=None).find_campaign(campaign_id)


def _change(campaign_id: str, change: Callable[[Campaign], Campaign], client: Transport, *, as_json: bool) -> None:
    document = change(_campaign(client, campaign_id)).document
    if as_json:
        print_json(document)
    else:
        click.echo(f"{document['id']} {_states(document['states'])}")


def _show(status: CampaignDocument) -> None:
    progress = status.progress
    facts = [
        f"{amount(status.boards, 'board')} x {amount(status.specifications, 'specification')}",
        _states(status.states),
    ]
    if progress.ended_jobs < status.jobs:
        facts.append(gettext_noop(f"about {percent(progress.estimated_fraction)} done"))
    if progress.estimated_seconds_left is not None:
        facts.append(gettext_noop(f"about {duration(progress.estimated_seconds_left)} to go"))
    facts.append(gettext_noop(f"{duration(progress.cpu_seconds)} of processor time"))
    click.echo(f"{status.name}\n{', '.join(map(translate, facts))}")


def _states(states: Mapping[Any, int]) -> str:
    return ", ".join(f"{group_digits(number)} {translate(state)}" for state, number in states.items()) or gettext(
        "no jobs"
    )


def _verdict(one: CellComparisonDocument) -> str:
    """Return in a word how a pair compares."""
    if one.second is None:
        return gettext_noop("alone")
    if one.comparison is None:
        return gettext_noop("not ended")
    judged = [figure.agrees for figure in one.comparison.figures if figure.agrees is not None]
    return gettext_noop("not judged" if not judged else "agree" if all(judged) else "disagree")


def _words(one: CellComparisonDocument) -> str:
    if one.second is None:
        return gettext("the other campaign has none")
    return gettext("not both have ended") if one.comparison is None else translate(one.comparison.verdict or "")
