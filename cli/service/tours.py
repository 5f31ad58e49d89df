"""The historical database over HTTP: tours and boards."""

from __future__ import annotations

from itertools import islice
from urllib.parse import quote

import click

from cavalier.transport import Document, Transport
from cli.errors import nothing
from cli.filters import tour_filters
from cli.options import print_json, tag_option
from cli.service.board_facts import show_known
from cli.service.connection import service_options
from cli.service.tour_lookup import find
from cli.show.documents import console, listing, square_text
from drawing.amounts import amount
from drawing.numbers import group_digits
from engine.boards.squares import by_name
from language.translate import gettext, translate
from phrasing.phrases import path_words


@click.group(short_help="Query the stored tours.", invoke_without_command=True)
@tour_filters
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most this many tours.")
@click.option("--sort", help="By a statistic, such as crossings, or -crossings for the greatest first; needs --board.")
@click.option("--count", is_flag=True, help="Count them, in all and by closure, symmetry, ends and statistics.")
@service_options
@click.pass_context
def tours(
    context: click.Context,
    /,
    *,
    limit: int,
    sort: str | None,
    count: bool,
    client: Transport,
    as_json: bool,
    **filters: object,
) -> None:
    """List stored tours, each verified by an independent checker before it was stored."""
    if context.invoked_subcommand is not None:
        return
    query = {name.rstrip("_"): value for name, value in filters.items()}
    found = (
        client.get("/tours/counts", **query)
        if count
        else list(islice(client.items("/tours", sort=sort, **query), limit))
    )
    if as_json:
        print_json(found)
    elif isinstance(found, dict):
        _show_counts(found)
    elif found:
        given = [square for square in (filters["start"], filters["end"]) if square is not None]
        _show_tours(found, named=bool(given) and by_name(map(str, given)), value=sort and sort.removeprefix("-"))
    if not found or (isinstance(found, dict) and found["tours"] == "0"):
        raise nothing("such tour stored")


tours.add_command(find)


def _show_tours(found: list[Document], *, named: bool, value: str | None) -> None:
    rows = [
        (
            tour["id"],
            tour["board"],
            gettext("closed") if tour["closed"] else gettext("open"),
            *([] if value is None else [group_digits(tour["statistics"][value])]),
            path_words(tour["board"], tour["squares"], named=named),
        )
        for tour in found
    ]
    console().print(listing("tours", ["id", "board", "", *([] if value is None else [value]), "squares"], rows))


def _show_counts(counts: Document) -> None:
    tours = amount(counts["tours"], "tour")
    click.echo(gettext("at least %(tours)s", tours=tours) if counts["capped"] else tours)
    statistics = (counts.get("statistics") or {"values": {}})["values"]
    for name, facet in {**counts["facets"], **statistics}.items():
        console().print(
            listing(
                name, [name, "tours"], [(translate(value), group_digits(number)) for value, number in facet.items()]
            )
        )


@click.command(short_help="List the boards of all jobs, or describe one.")
@click.argument("label", required=False)
@tag_option
@service_options
def boards(label: str | None, *, tag: tuple[str, ...], client: Transport, as_json: bool) -> None:
    """List the boards that the service knows, or what it holds of the board LABEL."""
    if label is not None and tag:
        raise click.UsageError(gettext("--tag chooses from the list: it goes without LABEL"))
    path = "/boards" if label is None else f"/boards/{quote(label, safe='')}"
    found = list(client.items(path, tag=list(tag))) if label is None else client.get(path)
    if as_json:
        print_json(found)
    elif isinstance(found, list) and found:
        rows = [(board["label"], board["size"], *_holdings(board["held"])) for board in found]
        console().print(listing("boards", ["label", "squares", "piece", "jobs", "tours stored"], rows))
    elif isinstance(found, dict):
        shape = "x".join(map(str, found["shape"]))
        facts = amount(found["size"], "square"), found["surface"], shape
        click.echo(f"{found['label']}: {', '.join(facts)}")
        held = [_holdings(part) for part in found["held"]]
        console().print(listing("held", ["piece", "jobs", "tours stored"], held))
        show_known(console(), found["label"], found["statements"])
    if not found:
        raise nothing("board that a job has met", "`cavalier boards 8x8` describes any board")


def _holdings(held: Document) -> tuple[str, str, str]:
    """Return, as text, the piece, the jobs by state, and the stored tours."""
    jobs = ", ".join(f"{number} {translate(state)}" for state, number in held["jobs"].items())
    tours, different = group_digits(held["tours"]), held.get("different")
    if different not in {None, held["tours"]}:
        tours = f"{amount(different, 'different tour')}, {amount(held['tours'], 'find')}"
    return square_text(held["piece"]), jobs, tours
