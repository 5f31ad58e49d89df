"""`cavalier query`: ask the views of a service's database by SQL."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click
from rich.markup import escape

from cavalier.transport import Transport
from cli.errors import problem
from cli.options import FILE, print_json
from cli.output import echo_message
from cli.service.connection import service_options
from cli.show.documents import console, listing

FORMATS = ("csv", "json", "parquet")
MAX_ROWS = 100_000


@click.command(short_help="Ask the database by SQL.")
@click.argument("sql")
@click.option("--parameter", "given", multiple=True, metavar="NAME=VALUE", help="Value of :NAME; may be repeated.")
@click.option(
    "--limit", type=click.IntRange(1, MAX_ROWS), default=1000, show_default=True, help="At most this many rows."
)
@click.option("--output", type=FILE, help="Write a file instead: .csv, .json or .parquet.")
@service_options
def query(
    *, sql: str, given: tuple[str, ...], limit: int, output: Path | None, client: Transport, as_json: bool
) -> None:
    """Ask the views of a service's database by one SELECT (- for standard input).

    A value is a number, true, false or null where it is written as JSON writes one, else a text.
    """
    asked = {"sql": sys.stdin.read() if sql == "-" else sql, "parameters": dict(map(_parameter, given)), "limit": limit}
    if output is not None:
        client.download("/query", output, **_in_address(asked), format=_format(output))
        return
    document = client.post("/query", asked)
    if as_json:
        print_json(document)
        return
    if not document["rows"]:
        echo_message("the answer has no rows", err=True)
        return
    rows = [[None if value is None else escape(str(value)) for value in row] for row in document["rows"]]
    console().print(listing("", [escape(column) for column in document["columns"]], rows))
    if document["more"]:
        echo_message(f"there are more rows than {limit}: --limit asks for more", err=True)


def _parameter(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise problem("Invalid request", f"--parameter {text}: write NAME=VALUE", status=422)
    try:
        read = json.loads(value)
    except ValueError:
        return name, value
    return name, value if isinstance(read, dict | list) else read


def _in_address(asked: dict[str, object]) -> dict[str, object]:
    return asked | {"parameters": json.dumps(asked["parameters"])}


def _format(output: Path) -> str:
    form = output.suffix[1:].lower()
    if form not in FORMATS:
        raise problem("Invalid request", f"--output {output}: a name ends in .csv, .json or .parquet", status=422)
    return form
