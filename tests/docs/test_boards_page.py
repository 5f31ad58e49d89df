"""docs/boards.md, whose labels, pictures and proof agree with the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.boards.existence.decide import existence
from engine.boards.labels import MAX_DIMENSIONS, MAX_SQUARES, parse_board
from engine.boards.masks import MAX_GLUED_SIDE, MAX_LABEL_LENGTH, MAX_SIDE
from engine.boards.move_graph import MAX_TABLE, move_graph
from engine.boards.piece import MAX_DIRECTIONS, directions_of
from findings.atlas.entries import all_entries

PAGE = (Path(__file__).parents[2] / "docs" / "boards.md").read_text(encoding="utf-8")
LABELS = re.findall(r"^\| `([^`]+)` \| (\d+) \|", PAGE, flags=re.MULTILINE)
LEAPERS = re.findall(
    r"^\| \((\d), (\d)\) \| `(\d+)x(\d+)` \| impossible(?:, (\S+) unknown)? \|", PAGE, flags=re.MULTILINE
)
SURFACES = ["torus", "cylinder", "moebius", "klein", "projective"]


@pytest.mark.parametrize(("label", "squares"), LABELS)
def test_labels(label: str, squares: str) -> None:
    """Each label of the table is canonical and names a board of that many squares."""
    board = parse_board(label)
    assert (board.label, board.size) == (label, int(squares))


def test_every_surface_is_in_the_table() -> None:
    """No surface is left out."""
    shown = {parse_board(label).surface for label, _ in LABELS}
    assert shown == {"flat", "box", "cube", *SURFACES}


@pytest.mark.parametrize(("smaller", "larger", "rows", "columns", "unknown"), LEAPERS)
def test_narrowest_boards(smaller: str, larger: str, rows: str, columns: str, unknown: str) -> None:
    """Closed tours are refuted on every narrower board except a named one, and not on the board itself."""
    assert int(rows) == int(smaller) + int(larger)
    boards = [f"{rows}x{number}" for number in range(2, int(columns) + 1)]
    piece = (int(smaller), int(larger))
    left = [board for board in boards if not existence(parse_board(board), piece, "closed").impossible]
    assert left == [*([unknown] if unknown else []), boards[-1]]


def test_leapers_of_the_table() -> None:
    """The table has four leapers, and the atlas has counted the zebra's cycles on its board."""
    assert [(smaller, larger) for smaller, larger, *_ in LEAPERS] == [("1", "2"), ("2", "3"), ("3", "4"), ("4", "5")]
    (entry,) = [one for one in all_entries() if (one.board, one.piece) == ("5x16", "2,3")]
    assert all(int(figure.value) > 0 for figure in entry.figures if figure.quantity in ("closed", "cycles"))


@pytest.mark.parametrize("surface", SURFACES)
def test_pictures_of_surfaces(surface: str) -> None:
    """The crosses stand where the knight's moves from N end."""
    lines = PAGE.splitlines()
    top = next(number for number, line in enumerate(lines) if line.split() == SURFACES)
    place = SURFACES.index(surface)
    drawn = [re.split(r" {3,}", line.strip())[place].split() for line in lines[top + 2 : top + 8]]
    board = parse_board(f"{surface}:6x6")
    assert drawn == picture(f"{surface}:6x6", board.index([2, 6]), 6)


def test_picture_of_the_cube() -> None:
    """The crosses on the net stand where the knight's moves from N end."""
    lines = PAGE.splitlines()
    middle = next(number for number, line in enumerate(lines) if "N" in line.split() and len(line.split()) == 16)
    drawn = [line.split() for line in lines[middle - 4 : middle + 8]]
    cells = [part for line in picture("cube:4", parse_board("cube:4").index([3, 1, 4]), 4) for part in line]
    faces = [[cells[16 * face + 4 * row : 16 * face + 4 * row + 4] for row in range(4)] for face in range(6)]
    belt = [[cell for face in (1, 2, 3, 4) for cell in faces[face][row]] for row in range(4)]
    assert drawn == [*faces[0], *belt, *faces[5]]


def picture(label: str, square: int, width: int) -> list[list[str]]:
    """Return rows of N, x and . for the knight's moves from a square."""
    graph = move_graph(parse_board(label), (1, 2))
    signs = ["x" if graph.adjacent(square, other) else "." for other in range(graph.size)]
    signs[square] = "N"
    return [signs[start : start + width] for start in range(0, graph.size, width)]


def test_the_proof_is_quoted_word_for_word() -> None:
    """The proof shown for 5x5 is the one a job gets."""
    quoted = " ".join(line.removeprefix("> ") for line in PAGE.splitlines() if line.startswith("> "))
    assert quoted == existence(parse_board("5x5"), (1, 2), "any", 1).explanation


def test_bounds_and_directions() -> None:
    """The bounds and the usual order of directions are those of the code."""
    words = " ".join(PAGE.split())
    for number in (MAX_SQUARES, MAX_TABLE):
        assert f"{number:,}" in PAGE
    assert f"{MAX_DIMENSIONS} dimensions" in PAGE
    assert f"{MAX_SIDE} x {MAX_SIDE} ({MAX_GLUED_SIDE} x {MAX_GLUED_SIDE} on" in PAGE
    assert f"{MAX_LABEL_LENGTH} characters" in words
    assert f"{MAX_DIRECTIONS} directions" in words
    order = ", ".join(f"({down},{right})" for down, right in directions_of((1, 2), 2))
    assert order in words
