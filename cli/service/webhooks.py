"""Webhooks over HTTP: add and remove them, and show the outcome of their messages."""

from __future__ import annotations

from itertools import islice
from typing import get_args

import click

from cavalier.transport import Transport
from cli.errors import nothing
from cli.options import print_json
from cli.output import echo_message
from cli.service.connection import service_options
from cli.service.jobs import MAX_ON_A_PAGE, job_argument
from cli.show.documents import console, listing
from language.translate import translate
from store.models.states import ReportedState


@click.command(short_help="Call a URL when a job ends.")
@job_argument
@click.argument("address", metavar="ADDRESS")
@click.option(
    "--state",
    "states",
    multiple=True,
    type=click.Choice(get_args(ReportedState)),
    help="Report this state; may be repeated.",
)
@click.option("--remove", is_flag=True, help="Remove the webhook and its messages.")
@service_options
def webhook(
    job_id: str,
    address: str,
    *,
    states: tuple[str, ...],
    remove: bool,
    client: Transport,
    as_json: bool,
) -> None:
    """Call the URL ADDRESS when JOB ends, or comes to other states.

    The operator of the service decides which URLs are allowed. If JOB has ended already, the URL is called at once.
    `cavalier deliveries JOB` shows the outcome of the messages.
    """
    if remove:
        client.remove(f"/jobs/{job_id}/webhooks", url=address)
        echo_message(f"{address} is no longer called for {job_id}")
        return
    asked: dict[str, object] = {"url": address} | ({"states": list(states)} if states else {})
    found = client.post(f"/jobs/{job_id}/webhooks", asked)
    if as_json:
        print_json(found)
    else:
        listed = ", ".join(map(translate, found["states"]))
        echo_message(f"{found['url']} is called when {job_id} is {listed}")


@click.command(short_help="Show the messages about a job to its webhooks.")
@job_argument
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most this many.")
@service_options
def deliveries(job_id: str, *, limit: int, client: Transport, as_json: bool) -> None:
    """List the messages about JOB, newest first, each with its outcome so far."""
    page = client.items(f"/jobs/{job_id}/deliveries", limit=min(limit, MAX_ON_A_PAGE))
    found = list(islice(page, limit))
    if as_json:
        print_json(found)
    elif found:
        rows = [
            (one["event"], translate(one["state"]), str(one["attempts"]), one["url"], translate(one["detail"] or ""))
            for one in found
        ]
        console().print(listing("messages", ["event", "state", "attempts", "to", "what went wrong last"], rows))
    if not found:
        raise nothing("message about this job", "`cavalier webhook` adds a URL to call")
