"""`cavalier index tour` and `index number`: a closed tour by its number and back, here or at a service."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

import click
import numpy as np

from cli.errors import problem
from cli.options import Command, data_option, json_option, print_json, record_url_option, token_option
from cli.output import echo_message
from cli.processes.index_files import board_of, kept_in
from cli.service.connection import service
from engine.boards.board import Board
from engine.boards.piece import KNIGHT
from engine.cycles.index import CycleIndex, index_name
from engine.cycles.written import number_of, parse_number
from engine.errors import InvalidProblemError
from engine.tours.parse import grid_text


def place_options(command: Command) -> Command:
    """Add the options that say where the index is: at a service or in a data folder."""
    return record_url_option(token_option(data_option(json_option(command))))


@click.command("tour", short_help="Draw a closed tour by its number.")
@click.argument("board")
@click.argument("number", required=False)
@place_options
def tour(board: str, number: str | None, url: str | None, token: str | None, data: Path, *, as_json: bool) -> None:
    """Print the closed tour of BOARD with a NUMBER, without one a random tour, all equally likely."""
    named = board_of(board)
    if url:
        with service(url, token) as client:
            found = client.get(f"{_path(named)}/{quote(number or 'random', safe='')}")
    else:
        index = _index(named, data)
        found = _document(index, 1 + secrets.randbelow(index.cycles) if number is None else _number(number))
    _show(named, found, as_json=as_json)


@click.command("number", short_help="Tell the number of a closed tour.")
@click.argument("board")
@click.argument("file", type=click.File())
@place_options
def number(board: str, file: IO[str], url: str | None, token: str | None, data: Path, *, as_json: bool) -> None:
    """Tell the number of the closed tour of BOARD in FILE (`-`: standard input), written in any form."""
    named, text = board_of(board), file.read()
    if url:
        with service(url, token) as client:
            found = client.post(f"{_path(named)}/rank", {"tour": text})
    else:
        index = _index(named, data)
        try:
            found = _document(index, number_of(index, text))
        except InvalidProblemError as error:
            raise problem("Invalid request", error.message, status=422) from error
    _show(named, found, as_json=as_json)


def _number(text: str) -> int:
    found = parse_number(text)
    if found is None:
        raise problem("Invalid request", f"{text} is not a number", status=422)
    return found


def _index(board: Board, data: Path) -> CycleIndex:
    files = kept_in(data)
    name = index_name(files, board, KNIGHT)
    if name is None:
        detail = f"there is no index of {board.label} in {data}: `cavalier index build {board.label}` makes one"
        raise problem("Not found", detail, status=404)
    return CycleIndex(files, name)


def _document(index: CycleIndex, number: int) -> dict[str, Any]:
    """Return a tour as a service shows it."""
    board = index.board
    try:
        squares = board.squares(index.tour(number))
    except IndexError as error:
        detail = f"there is no closed tour {number} of {board.label}: they are numbered from 1 to {index.cycles}"
        raise problem("Not found", detail, status=404) from error
    return {"board": board.label, "number": str(number), "of": str(index.cycles), "squares": squares, "closed": True}


def _show(board: Board, found: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json(found)
        return
    echo_message(f"Closed tour no. {int(found['number']):,} of {int(found['of']):,} of {board.label}", err=True)
    squares = np.array([board.index(square) for square in found["squares"]])
    click.echo(grid_text(board, squares), nl=False)


def _path(board: Board) -> str:
    return f"/boards/{quote(board.label, safe='')}/cycles"
