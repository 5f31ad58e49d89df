"""Shared parts of the commands on indexes: the named board, and the files kept in a data folder."""

from __future__ import annotations

from pathlib import Path

from cli.errors import problem
from cli.settings import database_settings
from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.errors import InvalidProblemError
from engine.files import Files
from workers.files.folder import kept_files


def board_of(label: str) -> Board:
    """Return the board of a label; a problem where there is none."""
    try:
        return parse_board(label)
    except InvalidProblemError as error:
        raise problem("Invalid request", error.message, status=422) from error


def kept_in(data: Path) -> Files:
    """Return the files that are kept beside the database of a data folder."""
    spill = database_settings(data).spill
    if spill is None:
        raise problem("No folder", "CAVALIER_SPILL_FOLDER must name the folder that workers share", status=400)
    return kept_files(spill)
