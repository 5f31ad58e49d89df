"""`cavalier tours find`: whether a tour is in the database, and who found it."""

from __future__ import annotations

from typing import IO

import click

from cavalier.transport import Document, Transport
from cli.errors import FAILED, problem
from cli.options import print_json
from cli.output import echo_message
from cli.service.connection import service_options
from drawing.amounts import amount
from drawing.features import describe_features
from language.translate import gettext_noop, translate
from phrasing.phrases import path_words


@click.command(short_help="Look up a tour: is it known, and who found it?")
@click.argument("file", type=click.File("r"))
@click.option("--board", required=True, help="Label of the board, such as 8x8.")
@click.option("--piece", default="1,2", show_default=True, help="The components of the piece's leap.")
@service_options
def find(*, file: IO[str], board: str, piece: str, client: Transport, as_json: bool) -> None:
    """Look up the tour in FILE (- for standard input), in any form that `cavalier verify` reads.

    The answer names its class and symmetry, whether the tour or an image of it is stored, and who found it first. The
    exit code is 1 for what is not a tour.
    """
    try:
        components = [int(part) for part in piece.split(",")]
    except ValueError as error:
        raise problem("Invalid request", "--piece is numbers with commas between them", status=422) from error
    text = file.read()
    found = client.post("/tours/find", {"board": board, "piece": components, "tour": text})
    if as_json:
        print_json(found)
    else:
        for line in _lines(found, named=any(letter.isalpha() for letter in text)):
            echo_message(line)
    if not found["sound"]:
        raise click.exceptions.Exit(FAILED)


def _lines(found: Document, *, named: bool) -> list[str]:
    if not found["sound"]:
        return [gettext_noop(f"not a tour of {found['board']}: {found['fault']}")]
    held = found["held"]
    like = [
        f"{translate(name)}: {translate(value)}" for name, value in describe_features(found.get("statistics") or {})
    ]
    tours = amount(found["undirected"], "tour")
    canonical = path_words(found["board"], found["canonical"], named=named)
    lines = [
        gettext_noop(f"{'closed' if found['closed'] else 'open'} tour of {found['board']}, class {found['class']}"),
        gettext_noop(f"symmetry {found['symmetry']}; {tours} in its class, {found['directed']} directed"),
        gettext_noop(f"canonical form {canonical}"),
        *(["; ".join(like)] if like else []),
    ]
    if held["first"] is None:
        return [*lines, gettext_noop("not held, nor any image of it")]
    first = held["first"]
    same = ", ".join(str(one["tour"]) for one in held["same"]) or gettext_noop("none; an image of it is")
    return [
        *lines,
        gettext_noop(f"held as tour {same}; of its class{' at least' if held['capped'] else ''} {held['members']}"),
        gettext_noop(f"first found by job {first['job']} at {first['found_at']}, tour {first['tour']}"),
    ]
