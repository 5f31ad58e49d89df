"""The move graph against its slow twin on every kind of board."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, directions_of, move_graph
from engine.boards.piece import Piece
from engine.errors import InvalidProblemError
from tests.reference.boards import squares_and_moves

SURFACES = ["", "torus:", "cylinder:", "moebius:", "klein:", "projective:"]
LEAPERS = [(1, 2), (1, 3), (2, 3), (1, 4), (0, 1), (1, 1), (2,), (0, 3)]


def neighbour_sets(graph: MoveGraph) -> list[set[int]]:
    """Return the neighbours of each square as sets, and check that no row repeats a square or has gaps."""
    rows = [[v for v in row if v >= 0] for row in graph.neighbours.tolist()]
    for row, full, degree in zip(rows, graph.neighbours.tolist(), graph.degrees.tolist(), strict=True):
        assert full[:degree] == row
        assert len(set(row)) == degree
    return [set(row) for row in rows]


def assert_equals_twin(label: str, piece: Piece) -> None:
    """Check squares and moves against the slow twin."""
    board = parse_board(label)
    squares, moves = squares_and_moves(label, piece)
    assert (board.coordinates - 1).tolist() == [list(square) for square in squares]
    assert neighbour_sets(move_graph(board, tuple(c for c in piece if c))) == moves


@settings(max_examples=150)
@given(st.sampled_from(SURFACES), st.integers(1, 7), st.integers(1, 7), st.sampled_from(LEAPERS))
def test_rectangles(surface: str, rows: int, columns: int, piece: Piece) -> None:
    """On every glued or flat rectangle the array code finds the moves that unit steps find."""
    assert_equals_twin(f"{surface}{rows}x{columns}", piece)


@pytest.mark.parametrize("side", [1, 2, 3, 4])
@pytest.mark.parametrize("piece", [(1, 2), (1, 3), (2, 3), (1, 4), (1, 1), (0, 1)])
def test_cube(side: int, piece: Piece) -> None:
    """Folding legs over the edges of a cube finds the moves that walking from square to square finds."""
    assert_equals_twin(f"cube:{side}", piece)


@pytest.mark.parametrize("label", ["2x3x4", "3x3x3", "2x2x2x3", "1x4x3", "5x1x1x3"])
@pytest.mark.parametrize("piece", [(1, 2), (1, 1, 2), (1, 2, 3), (2,), (1, 3)])
def test_boxes(label: str, piece: Piece) -> None:
    """In boxes of three and four dimensions two squares are joined just where their differences are the piece's."""
    assert_equals_twin(label, piece)


@pytest.mark.parametrize("surface", SURFACES[1:])
@pytest.mark.parametrize("sides", ["3x3x3", "2x3x4", "4x1x3", "2x2x2x3", "3x1x2x2"])
@pytest.mark.parametrize("piece", [(1, 2), (1, 1, 2), (2,), (1, 2, 3)])
def test_glued_boxes(surface: str, sides: str, piece: Piece) -> None:
    """With glued sides, too, in three and four dimensions; walking the legs in any order leads to the same square."""
    assert_equals_twin(f"{surface}{sides}", piece)


@settings(max_examples=60)
@given(
    st.sampled_from(["mask", "torus", "klein", "projective"]),
    st.tuples(st.integers(1, 3), st.integers(1, 3), st.integers(1, 3)),
    st.integers(1, 2**27 - 2),
    st.sampled_from([(1, 2), (1, 1, 2), (1, 1)]),
)
def test_masks_of_layers(surface: str, sides: tuple[int, int, int], bits: int, piece: Piece) -> None:
    """Squares may be missing in three dimensions, with borders or glued."""
    layers, rows, columns = sides
    signs = "".join("#" if bits >> place & 1 else "." for place in range(layers * rows * columns))
    lines = [signs[begin : begin + columns] for begin in range(0, len(signs), columns)]
    text = "//".join("/".join(lines[begin : begin + rows]) for begin in range(0, len(lines), rows))
    if layers > 1 and "#" in text and "." in text:
        assert_equals_twin(f"{surface}:{text}", piece)


@pytest.mark.parametrize("piece", [(1, 2), (1, 3), (1, 1)])
def test_cubes_with_holes(piece: Piece) -> None:
    """A leap may pass over a square that is missing on a cube, but not end there."""
    assert_equals_twin("cube:#.#/###/###//###/#.#/##." + "//###/###/###" * 4, piece)


@settings(max_examples=60)
@given(
    st.sampled_from(["mask", "torus", "moebius", "projective"]),
    st.integers(1, 5).flatmap(
        lambda width: st.lists(st.text("#.", min_size=width, max_size=width), min_size=1, max_size=5)
    ),
)
def test_masks(surface: str, rows: list[str]) -> None:
    """Removed squares are neither vertices nor targets."""
    if any("#" in row for row in rows) and any("." in row for row in rows):
        assert_equals_twin(f"{surface}:{'/'.join(rows)}", (1, 2))


@pytest.mark.parametrize("label", ["ring:5x7-1", "ring:6x6-2", "ring:9x7-3"])
@pytest.mark.parametrize("piece", [(1, 2), (1, 3)])
def test_rings(label: str, piece: Piece) -> None:
    """The squares of the hole are neither vertices nor targets."""
    assert_equals_twin(label, piece)


@pytest.mark.parametrize("label", ["8x8", "torus:3x4", "cube:2", "3x3x3", "heart"])
def test_symmetric_and_simple(label: str) -> None:
    """Moves can be taken back, and no move leads to its own square."""
    sets = neighbour_sets(move_graph(parse_board(label), (1, 2)))
    assert all(u in sets[v] and u != v for u, row in enumerate(sets) for v in row)


def test_order_of_directions() -> None:
    """A row lists the squares in the order of the directions that reach them, whatever that order is."""
    board = parse_board("5x5")
    order = directions_of((1, 2), 2)[::-1]
    centre = board.index([3, 3])
    forward = move_graph(board, (1, 2)).neighbours[centre].tolist()
    assert move_graph(board, (1, 2), order).neighbours[centre].tolist() == forward[::-1]
    assert [board.square(v) for v in forward] == [[3 + a, 3 + b] for a, b in directions_of((1, 2), 2)]


def test_masks_of_bits() -> None:
    """The 64-bit masks name the same neighbours as the table."""
    graph = move_graph(parse_board("8x8"), (1, 2))
    for square, row in enumerate(neighbour_sets(graph)):
        assert int(graph.masks[square]) == sum(1 << other for other in row)
        assert all(graph.adjacent(square, other) == (other in row) for other in range(64))


def test_known_sizes() -> None:
    """8x8 has the 336 directed links that "Le problème du cavalier (Delphi)" counts; a torus has 8 for each square."""
    assert move_graph(parse_board("8x8"), (1, 2)).edges == 168
    assert move_graph(parse_board("torus:8x8"), (1, 2)).edges == 8 * 64 // 2


def test_a_piece_that_cannot_move() -> None:
    """Such a piece makes a graph without edges, not an error."""
    graph = move_graph(parse_board("4x4"), (5, 7))
    assert (graph.edges, graph.neighbours.tolist()) == (0, [[-1]] * 16)


def test_refusals() -> None:
    """Too many components and tables that would not fit are refused with the field at fault."""
    with pytest.raises(InvalidProblemError, match="needs as many dimensions") as error:
        move_graph(parse_board("8x8"), (1, 2, 3))
    assert error.value.pointer == "/piece"
    with pytest.raises(InvalidProblemError, match="entries") as error:
        move_graph(parse_board("10000x10000"), (1, 2))
    assert error.value.pointer == "/board"


def test_large_graphs_are_array_code() -> None:
    """5^5 (60,000 moves) and 2000x2000 (16 million) are built in far less time than a loop per square would take."""
    begin = time.process_time()
    assert move_graph(parse_board("5^5"), (1, 2)).edges == 60_000
    assert time.process_time() - begin < 1
    large = move_graph(parse_board("2000x2000"), (1, 2))
    assert time.process_time() - begin < 10
    assert (large.neighbours.dtype, large.edges) == (np.int32, 4 * 1999 * 1998)


@pytest.mark.parametrize(("label", "ends"), [("1x2", []), ("1x3", [1]), ("2x2", [1, 2])])
def test_closing_ends(label: str, ends: list[int]) -> None:
    """A tour closes at the neighbours of its start, but never on two squares."""
    assert sorted(move_graph(parse_board(label), (0, 1)).closing_ends(0).tolist()) == ends
