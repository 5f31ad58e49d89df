"""Boards and tables as plain text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.boards.board import Board


def table_text(board: Board, cells: Sequence[str], hole: str = ".") -> str:
    """Return the squares' texts as an aligned grid, `hole` where a square was removed.

    Faces of a cube and layers of a box stand one below the other, a blank line between.
    """
    width = max([len(hole), *map(len, cells)])
    grid = np.full(int(np.prod(board.shape)), hole.rjust(width), dtype=f"<U{width}")
    grid[board.cells] = [cell.rjust(width) for cell in cells]
    lines = [" ".join(row).rstrip() for row in grid.reshape(-1, board.shape[-1]).tolist()]
    height = board.shape[-2] if len(board.shape) > 1 else 1
    layers = ["\n".join(lines[top : top + height]) for top in range(0, len(lines), height)]
    return "\n\n".join(layers) + "\n"


def board_text(board: Board) -> str:
    """Return the board itself, "#" for a square and "." for none."""
    return table_text(board, ["#"] * board.size)


def distances_text(board: Board, distances: Sequence[int | None]) -> str:
    """Return a distance table, "-" where there is no way."""
    return table_text(board, ["-" if moves is None else str(moves) for moves in distances])
