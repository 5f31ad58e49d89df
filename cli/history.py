"""The historical database over HTTP: tours and boards."""

from __future__ import annotations

from itertools import islice
from urllib.parse import quote

import click

from cli.client import Client
from cli.options import print_json, service_options
from cli.render import console, listing, square_text

BOARD_COLUMNS = ("label", "surface", "size", "moves")


@click.command(short_help="Query the stored tours.")
@click.option("--board", help="Label of the board, such as 8x8.")
@click.option("--closed/--open", "closed", default=None, help="Only closed, or only open tours.")
@click.option("--start", help="First square, such as 1,1.")
@click.option("--end", help="Last square.")
@click.option("--symmetry", help="Symmetry of the tours.")
@click.option("--class", "class_key", help="Key of a symmetry class.")
@click.option("--job", help="Only tours that this job has found.")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most so many tours.")
@service_options
def tours(  # noqa: PLR0913  one argument for each option
    *,
    board: str | None,
    closed: bool | None,
    start: str | None,
    end: str | None,
    symmetry: str | None,
    class_key: str | None,
    job: str | None,
    limit: int,
    url: str,
    token: str | None,
    as_json: bool,
) -> None:
    """List stored tours, each verified by an independent checker before it was stored."""
    filters = {"board": board, "closed": closed, "start": start, "end": end, "symmetry": symmetry}
    filters |= {"class": class_key, "job": job}
    with Client(url, token) as client:
        found = list(islice(client.items("/tours", **filters), limit))
    if as_json:
        print_json(found)
        return
    rows = [
        (tour["id"], tour["board"], "closed" if tour["closed"] else "open", " ".join(map(square_text, tour["squares"])))
        for tour in found
    ]
    console().print(listing("tours", ["id", "board", "", "squares"], rows))


@click.command(short_help="List the boards that jobs have met, or describe one.")
@click.argument("label", required=False)
@service_options
def boards(label: str | None, *, url: str, token: str | None, as_json: bool) -> None:
    """List the boards that the service knows, or everything about the board LABEL."""
    with Client(url, token) as client:
        if label is not None:
            print_json(client.get(f"/boards/{quote(label, safe='')}"))
            return
        found = list(client.items("/boards"))
    if as_json:
        print_json(found)
    else:
        rows = [[board.get(column) for column in BOARD_COLUMNS] for board in found]
        console().print(listing("boards", BOARD_COLUMNS, rows))
