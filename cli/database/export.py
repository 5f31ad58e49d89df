"""`cavalier export`: what the database holds, as files for other programs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

import click

from cli.database.opening import newest_database
from cli.errors import nothing, problem
from cli.options import data_option
from engine.boards.labels import parse_board
from engine.boards.squares import parse_square
from engine.errors import InvalidProblemError
from engine.specification.scope import FACTS
from store.exports.counts import DisagreementError, b_file, count_records, family_boards, sequence
from store.exports.formats import BINARY, RECORDS, TOURS, MixedBoardsError, tour_file
from store.queries.found_tours import TourFilter, find_tours
from store.tours.stored import class_number

Item = TypeVar("Item")

out_option = click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="File to write.  [default: standard output]"
)


@click.group()
def export() -> None:
    """Write what the database holds as files for other programs."""


@export.command("tours", short_help="Write stored tours.")
@click.option("--format", "form", type=click.Choice(list(TOURS)), default="jsonl", show_default=True)
@click.option("--board", help="Label of the board, such as 8x8.")
@click.option("--piece", help="Components of the piece's move, such as 1,2.")
@click.option("--closed/--open", "closed", default=None, help="Only closed, or only open tours.")
@click.option("--start", help="First square, a1 or 1,1; needs --board.")
@click.option("--end", help="Last square, a1 or 1,1; needs --board.")
@click.option("--symmetry", type=int, help="Only tours that so many symmetries of their board map to themselves.")
@click.option("--class", "class_key", help="Key of a symmetry class.")
@click.option("--job", help="Only tours that this job has found.")
@click.option("--since", help="Stored then or later, such as 2026-11-20T12:00:00Z.")
@click.option("--until", help="Stored before.")
@click.option("--classes", is_flag=True, help="Parquet: also the keys of classes, 8 bytes a tour.")
@out_option
@data_option
def export_tours(form: str, out: Path | None, data: Path, *, classes: bool, **filters: Any) -> None:  # noqa: ANN401  options
    """Write stored tours; memory does not grow with their number.

    jsonl and csv name squares by coordinates from 1. npy (one board; square numbers from 0) and parquet (needs the
    package's extra of that name) are for numerical work and need --out.
    """
    wanted = _wanted(**filters)
    if form in BINARY and out is None:
        raise problem("No file", f"{form} is no text: name a file with --out", status=400)
    with newest_database(data) as database, database.reading() as session:
        if not find_tours(session, wanted, after=0, limit=1):
            raise nothing("such tour stored")
        try:
            pieces = tour_file(session, wanted, form, classes=classes)
        except (ImportError, MixedBoardsError) as error:
            raise problem("Cannot export", str(error), status=400) from error
        _write(pieces, out)


@export.command("counts", short_help="Write exact counts.")
@click.option("--format", "form", type=click.Choice(list(RECORDS)), default="jsonl", show_default=True)
@click.option("--board", help="Label of the board, such as 8x8.")
@click.option("--quantity", help="Such as tours, closed or cycles.")
@click.option("--work", is_flag=True, help="Also what jobs did: squares entered, walks, attempts, tours up to a limit.")
@out_option
@data_option
def export_counts(
    form: str, board: str | None, quantity: str | None, out: Path | None, data: Path, *, work: bool
) -> None:
    """Write the exact counts of all finished jobs, each with method, job and engine."""
    with newest_database(data) as database, database.reading() as session:
        records = count_records(session, board=board and _label(board), quantity=quantity, work=work)
        _write(map(str.encode, RECORDS[form](_some(records, "such count"))), out)


@export.command("sequence", short_help="Write counts as a b-file of the OEIS.")
@click.argument("family")
@click.option("--quantity", type=click.Choice(FACTS), default="tours", show_default=True)
@click.option("--first", type=click.IntRange(min=1), default=1, show_default=True, help="The first n.")
@click.option("--last", type=click.IntRange(min=1), default=20, show_default=True, help="The last n to look for.")
@out_option
@data_option
def export_sequence(family: str, quantity: str, first: int, last: int, out: Path | None, data: Path) -> None:
    """Write "n a(n)" for the boards of FAMILY, such as nxn or 3xn, up to the first that no job has counted in full.

    Only finished jobs that searched from every square count; where two of them disagree nothing is written.
    """
    with newest_database(data) as database, database.reading() as session:
        try:
            values = sequence(session, family_boards(family, first, last), quantity)
            lines = _some(b_file(values, first), _uncounted(family, quantity, first))
            _write(map(str.encode, lines), out)
        except InvalidProblemError as error:
            raise problem("No board", error.message, status=422) from error
        except DisagreementError as error:
            raise problem("Jobs disagree", str(error)) from error


def _some(items: Iterator[Item], what: str) -> Iterator[Item]:
    """Return the same items; a problem, before any file is opened, where there are none."""
    first = next(items, None)
    if first is None:
        raise nothing(what)
    return chain([first], items)


def _uncounted(family: str, quantity: str, first: int) -> str:
    board = family_boards(family, first, first)[0]
    return f"finished job that has counted all {quantity} of {board}, the first board of {family}; --first begins later"


READERS: dict[str, Callable[[str], Any]] = {
    "class_key": class_number,
    "since": lambda text: datetime.fromisoformat(text).timestamp(),
    "until": lambda text: datetime.fromisoformat(text).timestamp(),
}


def _wanted(*, board: str | None, start: str | None, end: str | None, **filters: Any) -> TourFilter:  # noqa: ANN401  options
    """Return the filter; a problem that names the option where a value cannot be read."""
    label = board and _label(board)
    read: dict[str, Any] = {}
    for name, text in {"start": start, "end": end, **filters}.items():
        try:
            if name in ("start", "end") and text is not None:
                read[name] = _square(label, text)
            else:
                read[name] = READERS[name](text) if name in READERS and text is not None else text
        except ValueError as error:
            option = f"--{name.removesuffix('_key')}"
            raise problem("Invalid request", f"{option}: {str(error) or 'cannot be read'}", status=422) from error
    return TourFilter(board=label, **read)


def _square(label: str | None, text: str) -> int:
    if label is None:
        raise ValueError("needs --board")
    return parse_square(parse_board(label), text)


def _label(text: str) -> str:
    try:
        return parse_board(text).label
    except InvalidProblemError as error:
        raise problem("No board", error.message, status=422) from error


def _write(pieces: Iterator[bytes], out: Path | None) -> None:
    if out is None:
        sys.stdout.buffer.writelines(pieces)
        sys.stdout.flush()
        return
    with out.open("wb") as file:
        file.writelines(pieces)
