"""`cavalier index`: the indexes of closed tours in a data folder, made, listed and dropped."""

from __future__ import annotations

import io
import json
from pathlib import Path

import click

from cli.errors import nothing, problem
from cli.options import data_option, json_option, print_json, threads_option
from cli.processes.run import run
from cli.settings import database_settings
from cli.speech import tell
from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT
from engine.cycles.index import CycleIndex, all_indexes, index_name
from engine.errors import InvalidProblemError
from engine.files import Files
from workers.files import kept_files


@click.group(short_help="Number the closed tours of a board.")
def index() -> None:
    """Make, list and drop the indexes by which each closed tour of a board can be asked for by its number."""


@index.command("build", short_help="Make the index of a board.")
@click.argument("board")
@click.option("--spec", "only_spec", is_flag=True, help="Print the job specification and run nothing.")
@data_option
@threads_option
@json_option
@click.pass_context
def build(
    context: click.Context, board: str, data: Path, threads: int | None, *, only_spec: bool, as_json: bool
) -> None:
    """Make the index of BOARD by a job, which can be interrupted and goes on when asked for again."""
    spec = {"kind": "index", "board": _board(board).label}
    if only_spec:
        print_json(spec)
        return
    content = io.BytesIO(json.dumps(spec).encode())
    context.invoke(run, spec=content, data=data, threads=threads, reuse=False, svg=None, as_json=as_json)


@index.command("list", short_help="List the indexes there are.")
@data_option
@json_option
def list_indexes(data: Path, *, as_json: bool) -> None:
    """List the indexes in the data folder: board, closed tours, states, bytes and digest."""
    indexes = all_indexes(_kept(data))
    if as_json:
        print_json({"indexes": [_row(found) for found in indexes]})
    else:
        for found in indexes:
            name, digest = found.board.label, found.digest[:16]
            tell(f"{name}: {found.cycles:,} closed tours, {found.bytes:,} bytes, {digest}")
    if not indexes:
        raise nothing(f"index in {data}", "`cavalier index build BOARD` makes one")


@index.command("drop", short_help="Remove the index of a board.")
@click.argument("board")
@data_option
@json_option
def drop(board: str, data: Path, *, as_json: bool) -> None:
    """Remove the index of BOARD and its files. Its count stays known; `build` makes the same index again."""
    kept, named = _kept(data), _board(board)
    name = index_name(kept, named, KNIGHT)
    if name is None:
        raise problem("Not found", f"there is no index of {named.label} in {data}", status=404)
    found = CycleIndex(kept, name)
    kept.remove(found.names[::-1])
    if as_json:
        print_json({"dropped": _row(found)})
    else:
        tell(f"the index of {named.label} is removed: {found.bytes:,} bytes")


def _row(found: CycleIndex) -> dict[str, object]:
    return {
        "board": found.board.label,
        "cycles": str(found.cycles),
        "states": found.states,
        "bytes": found.bytes,
        "digest": found.digest,
    }


def _board(label: str) -> Board:
    try:
        return parse_board(label)
    except InvalidProblemError as error:
        raise problem("Invalid request", error.message, status=422) from error


def _kept(data: Path) -> Files:
    spill = database_settings(data).spill
    if spill is None:
        raise problem("No folder", "CAVALIER_SPILL_FOLDER must name the folder that workers share", status=400)
    return kept_files(spill)
