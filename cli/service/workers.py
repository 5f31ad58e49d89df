"""`cavalier workers`: the recent work of the workers of a service, and a way to drain one."""

from __future__ import annotations

from urllib.parse import quote

import click

from cavalier.transport import Document, Transport
from cli.errors import nothing
from cli.options import print_json
from cli.output import echo_message
from cli.service.connection import service_options
from cli.show.documents import console, listing
from language.translate import translate


@click.command(short_help="Show what the workers did, or let one finish and stop.")
@click.option(
    "--hours", type=click.IntRange(min=1), default=24, show_default=True, help="What they did within this time."
)
@click.option("--drain", metavar="NAME", help="Tell this worker to finish what it is at and stop.")
@service_options
def workers(*, hours: int, drain: str | None, client: Transport, as_json: bool) -> None:
    """List the workers, live ones first: slices, core-hours, failures. --json and the page `/workers` have more.

    A worker that drains commits what it is at within a slice, and its process ends with code 0. Others go on with its
    jobs. Inside `serve` it only rests until the service is started again.
    """
    if drain is not None:
        draining = client.post(f"/workers/{quote(drain, safe='')}/drain", {})
        if as_json:
            print_json(draining)
        else:
            echo_message(f"{drain} finishes what it is at and stops")
        return
    found = client.get("/workers", hours=hours)["items"]
    if as_json:
        print_json(found)
    elif found:
        rows = [_row(one) for one in found]
        console().print(listing("workers", ["worker", "state", "last seen", "slices", "core-hours", "failures"], rows))
    if not found:
        raise nothing("worker", "`cavalier worker` starts one, `cavalier serve` has one")


def _row(one: Document) -> tuple[str, ...]:
    seen = (one["seen_at"] or "")[5:16].replace("T", " ")
    return (
        one["name"],
        translate(one["state"]),
        seen,
        str(one["slices"]),
        f"{one['core_hours']:.2f}",
        str(one["failures"]),
    )
