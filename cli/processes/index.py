"""`cavalier index`: the indexes of closed tours, made, listed and dropped."""

from __future__ import annotations

import io
import json
from pathlib import Path

import click

from cli.errors import nothing, problem
from cli.options import data_option, json_option, print_json, threads_option, token_option
from cli.output import echo_message
from cli.processes.index_commands import number, tour
from cli.processes.index_files import board_of, kept_in
from cli.processes.run import run
from cli.service.jobs import submit
from drawing.amounts import amount
from engine.boards.piece import KNIGHT
from engine.cycles.index import CycleIndex, all_indexes, index_name


@click.group(short_help="Number the closed tours of a board.")
def index() -> None:
    """Make, list and drop the indexes by which each closed tour of a board can be asked for by its number."""


@index.command("build", short_help="Make the index of a board.")
@click.argument("board")
@click.option("--spec", "only_spec", is_flag=True, help="Print the job specification and run nothing.")
@click.option("--url", envvar="CAVALIER_URL", help="Have this service make it.  [default: compute here]")
@token_option
@data_option
@threads_option
@json_option
@click.pass_context
def build(
    context: click.Context,
    board: str,
    url: str | None,
    token: str | None,
    data: Path,
    threads: int | None,
    *,
    only_spec: bool,
    as_json: bool,
) -> None:
    """Make the index of BOARD by a job, which can be interrupted and goes on when asked for again."""
    spec = {"kind": "index", "board": board_of(board).label}
    if only_spec:
        print_json(spec)
        return
    content = io.BytesIO(json.dumps(spec).encode())
    if url:
        asked = {"reuse": False, "watching": True, "webhook": None, "url": url, "token": token}
        context.invoke(submit, spec=content, as_json=as_json, **asked)
    else:
        context.invoke(run, spec=content, data=data, threads=threads, reuse=False, svg=None, as_json=as_json)


index.add_command(tour)
index.add_command(number)


@index.command("list", short_help="List the indexes there are.")
@data_option
@json_option
def list_indexes(data: Path, *, as_json: bool) -> None:
    """List the indexes in the data folder: board, closed tours, states, bytes and digest."""
    indexes = all_indexes(kept_in(data))
    if as_json:
        print_json({"indexes": [_row(found) for found in indexes]})
    else:
        for found in indexes:
            name, digest = found.board.label, found.digest[:16]
            facts = amount(found.cycles, "closed tour"), amount(found.bytes, "byte"), digest
            click.echo(f"{name}: {', '.join(facts)}")
    if not indexes:
        raise nothing(f"index in {data}", "`cavalier index build BOARD` makes one")


@index.command("drop", short_help="Remove the index of a board.")
@click.argument("board")
@data_option
@json_option
def drop(board: str, data: Path, *, as_json: bool) -> None:
    """Remove the index of BOARD and its files. Its count stays known; `build` makes the same index again."""
    kept, named = kept_in(data), board_of(board)
    name = index_name(kept, named, KNIGHT)
    if name is None:
        raise problem("Not found", f"there is no index of {named.label} in {data}", status=404)
    found = CycleIndex(kept, name)
    kept.remove(found.names[::-1])
    if as_json:
        print_json({"dropped": _row(found)})
    else:
        echo_message(f"the index of {named.label} is removed: {amount(found.bytes, 'byte')}")


def _row(found: CycleIndex) -> dict[str, object]:
    return {
        "board": found.board.label,
        "cycles": str(found.cycles),
        "states": found.states,
        "bytes": found.bytes,
        "digest": found.digest,
    }
