"""`cavalier export`: what the database holds, as files for other programs."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import click
from sqlalchemy.orm import Session

from cli.database.connect import newest_database
from cli.database.contribution import export_oeis
from cli.database.sequence_terms import sequence_file
from cli.errors import nothing, problem
from cli.filters import filter_problem, question, tour_filters
from cli.options import FILE, data_option, record_url_option, token_option
from engine.boards.labels import parse_board
from engine.errors import InvalidProblemError
from findings.exports.counts import count_records, number_of_counts
from findings.exports.formats import BINARY, COUNTS, TOURS, MixedBoardsError, count_file, tour_file
from findings.exports.provenance import Origin, Tally, origin
from findings.exports.quantities import QUANTITIES
from phrasing.tour_filters import TourQuestion
from store.queries.content_search import search
from store.queries.parse_tour_filter import parse_tour_filter
from store.queries.tours import TourFilter, find_tours
from store.tours.boards import board_labelled

out_option = click.option("--out", type=FILE, help="File to write.  [default: standard output]")


@click.group()
def export() -> None:
    """Write what the database holds as files for other programs."""


export.add_command(export_oeis)


@export.command("tours", short_help="Write stored tours.")
@click.option("--format", "form", type=click.Choice(list(TOURS)), default="jsonl", show_default=True)
@tour_filters
@click.option("--classes", is_flag=True, help="Parquet: also the keys of classes, 8 bytes a tour.")
@out_option
@data_option
def export_tours(form: str, out: Path | None, data: Path, *, classes: bool, **filters: object) -> None:
    """Write stored tours; memory does not grow with their number.

    jsonl and csv name squares by coordinates from 1. npy (one board; square numbers from 0) and parquet are for
    numerical work and need --out. When, from which question and by which version it was made stands in a Parquet file
    itself, else in FILE.origin.json beside it, or on standard error.
    """
    _to_file(form, out)
    asked = question(filters)
    made = origin(
        "tours",
        asked.model_dump(mode="json", by_alias=True, exclude_none=True)
        | {"format": form, **({"classes": True} if classes else {})},
    )
    with newest_database(data) as database, database.reading() as session:
        tour_filter, tally = _parse_filter(session, asked), Tally(made, digested=form == "parquet")
        try:
            pieces = tour_file(session, tour_filter, form, classes=classes, tally=tally)
        except MixedBoardsError as error:
            raise problem("Cannot export", str(error), status=400) from error
        digest = _write(pieces, out)
    if form != "parquet":  # Parquet stores its origin itself
        _tell(replace(made, rows=tally.rows, sha256=digest), out)


def _to_file(form: str, out: Path | None) -> None:
    if form in BINARY and out is None:
        raise problem("No file", f"{form} is no text: name a file with --out", status=400)


@export.command("counts", short_help="Write exact counts.")
@click.option("--format", "form", type=click.Choice(COUNTS), default="jsonl", show_default=True)
@click.option("--board", help="Label of the board, such as 8x8.")
@click.option("--quantity", help="Such as tours, closed or cycles.")
@click.option("--work", is_flag=True, help="Also what jobs did: squares entered, walks, attempts, tours up to a limit.")
@out_option
@data_option
def export_counts(
    form: str, board: str | None, quantity: str | None, out: Path | None, data: Path, *, work: bool
) -> None:
    """Write the exact counts of all finished jobs, each with method, job and engine; parquet needs --out."""
    _to_file(form, out)
    asked: dict[str, Any] = {"board": board and _label(board), "quantity": quantity, "work": work}
    made = origin("counts", {name: value for name, value in asked.items() if value} | {"format": form})
    with newest_database(data) as database, database.reading() as session:
        rows = number_of_counts(session, **asked)
        if not rows:
            raise nothing("such count")
        made = replace(made, rows=rows)
        digest = _write(count_file(count_records(session, **asked), form, made.facts), out)
    if form != "parquet":  # Parquet stores its origin itself
        _tell(replace(made, sha256=digest), out)


@export.command("sequence", short_help="Write counts as a b-file of the OEIS.")
@click.argument("family")
@click.option("--quantity", type=click.Choice(QUANTITIES), default="tours", show_default=True)
@click.option("--first", type=click.IntRange(min=1), default=1, show_default=True, help="First n.")
@click.option("--last", type=click.IntRange(min=1), default=20, show_default=True, help="The last n to look for.")
@out_option
@record_url_option
@token_option
@data_option
def export_sequence(out: Path | None, data: Path, url: str | None, token: str | None, **asked: str | int) -> None:
    """Write "n a(n)" for the boards of FAMILY, such as nxn or 3xn, up to the first that is not counted in full.

    Tours, closed and open tours are directed; paths and cycles are the same without a direction. Only the atlas and
    finished jobs that searched from every square count; where two disagree nothing is written. Comments at the
    beginning say where it comes from.
    """
    _write([sequence_file(data, url, token, **asked).encode()], out)


def _parse_filter(session: Session, asked: TourQuestion) -> TourFilter:
    """Return the filter; a problem that names the option where a value cannot be read, or where nothing fits."""
    try:
        tour_filter = parse_tour_filter(asked, partial(board_labelled, session))
    except InvalidProblemError as error:
        raise filter_problem(error) from error
    one = search(session, tour_filter, after=0, limit=1, seconds=inf).tours if tour_filter.beyond_runs else None
    if not (find_tours(session, tour_filter, after=0, limit=1) if one is None else one):
        raise nothing("such tour stored")
    return tour_filter


def _label(text: str) -> str:
    try:
        return parse_board(text).label
    except InvalidProblemError as error:
        raise problem("No board", error.message, status=422) from error


def _write(pieces: Iterable[bytes], out: Path | None) -> str:
    """Write a file, or to standard output; return the SHA-256 (hex) of what was written."""
    digest = hashlib.sha256()
    with nullcontext(sys.stdout.buffer) if out is None else out.open("wb") as file:
        for piece in pieces:
            digest.update(piece)
            file.write(piece)
        file.flush()
    return digest.hexdigest()


def _tell(made: Origin, out: Path | None) -> None:
    """Write the origin of a file whose format has no place for it: beside the file, or on standard error."""
    if out is None:
        click.echo(json.dumps(made.facts()), err=True)
    else:
        beside = out.with_name(f"{out.name}.origin.json")
        beside.write_text(json.dumps({"file": out.name, **made.facts()}, indent=2) + "\n", encoding="utf-8")
