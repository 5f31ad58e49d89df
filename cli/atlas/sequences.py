"""`cavalier atlas sequences`: the sequences that counts of families of boards make, with their OEIS numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from cli.database.connect import newest_database
from cli.options import data_option, json_option, print_json, record_url_option, token_option
from cli.output import phrase_quantity
from cli.service.connection import service
from cli.show.documents import console, listing, print_whole
from findings.exports.sequences import known_sequences
from language.translate import gettext, translate

MAX_SHOWN = 4


@click.command(short_help="List the sequences that counts of families make.")
@click.option("--directed/--undirected", default=None, help="Only tours with, or without a direction.")
@record_url_option
@token_option
@data_option
@json_option
def sequences(*, directed: bool | None, url: str | None, token: str | None, data: Path, as_json: bool) -> None:
    """List the sequences that counts of the atlas and of finished jobs make, with their numbers in the OEIS.

    `cavalier export sequence` writes the b-file of one.
    """
    convention = None if directed is None else "directed" if directed else "undirected"
    found = _at_a_service(url, token, convention) if url else _here(data, convention)
    if as_json:
        print_json(found)
        return
    rows = [
        (
            one["family"],
            phrase_quantity(one["quantity"]),
            translate(one["convention"]),
            f"{one['first']}-{one['first'] + len(one['terms']) - 1}",
            _terms(one["terms"]),
            ", ".join(match["number"] for match in one["oeis"]) or gettext("none known to us"),
        )
        for one in found
    ]
    print_whole(console(), listing("sequences", ["boards", "what is counted", "", "n", "first terms", "OEIS"], rows))


def _here(data: Path, convention: str | None) -> list[dict[str, Any]]:
    with newest_database(data) as database, database.reading() as session:
        found = known_sequences(session, convention)
    return [asdict(one) | {"terms": [str(term) for term in one.terms]} for one in found]


def _at_a_service(url: str, token: str | None, convention: str | None) -> list[dict[str, Any]]:
    with service(url, token) as client:
        found: list[dict[str, Any]] = client.get("/sequences", convention=convention)["items"]
    return found


def _terms(terms: Sequence[str]) -> str:
    return ", ".join(terms[:MAX_SHOWN]) + (", ..." if len(terms) > MAX_SHOWN else "")
