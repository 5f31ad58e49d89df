"""The published documents over HTTP, figure by figure."""

from __future__ import annotations

from collections import Counter

import click

from cavalier.transport import Document, Transport
from cli.options import print_json
from cli.service.connection import service_options
from cli.show.documents import console, listing, print_whole
from drawing.amounts import amount
from drawing.numbers import format_printed
from language.translate import translate


@click.command(short_help="Compare the figures of published documents with ours.")
@click.argument("name", required=False)
@service_options
def sources(*, name: str | None, client: Transport, as_json: bool) -> None:
    """List the published documents, or the figures of the document NAME beside those computed here.

    Ours are of jobs of the service where it has them, else of the run that comes with this version.
    """
    found = client.get("/sources" if name is None else f"/sources/{name}")
    if as_json:
        print_json(found)
    elif name is None:
        rows = [[one["name"], one["title"], _verdicts(one["verdicts"])] for one in found["items"]]
        print_whole(console(), listing("Sources", ["source", "title", "figures"], rows))
    else:
        _show(found)


def _show(source: Document) -> None:
    click.echo(f"{source['title']}: {_verdicts(source['verdicts'])}")
    for table in source["contents"]:
        rows = [
            [
                one["place"],
                _value(one["printed"], one["printed_error"]),
                _value(one["computed"], one["computed_error"]),
                translate(one["verdict"]),
            ]
            for one in table["figures"]
        ]
        print_whole(console(), listing(table["name"], ["figure", "printed", "here", "verdict"], rows))
        reasons = Counter((one["verdict"], one["why"]) for one in table["figures"] if one["why"])
        for (verdict, why), number in reasons.items():
            click.echo(f"  {number} {translate(verdict)}: {translate(why)}")


def _value(value: object, error: float | None) -> str:
    if isinstance(value, list) and value and isinstance(value[0], list):
        return amount(len(value), "row")
    return format_printed(value, error)


def _verdicts(found: dict[str, int]) -> str:
    return ", ".join(f"{number} {translate(verdict)}" for verdict, number in found.items())
