"""Which moves count for a statistic."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.errors import InvalidProblemError
from engine.features.move_sums import is_move_sum, weights_of
from engine.features.table import DIRECTIONS, STATISTICS


def graph(label: str, piece: tuple[int, int] = (1, 2)) -> MoveGraph:
    """Return a board's graph."""
    return move_graph(parse_board(label), piece)


def moves(label: str, name: str, piece: tuple[int, int] = (1, 2)) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the moves that count, by their squares."""
    board = parse_board(label)
    found = weights_of(graph(label, piece), name, "/statistics/0")
    assert set(found.values()) <= {1}
    return {(tuple(board.square(one)), tuple(board.square(other))) for one, other in found}


def test_names() -> None:
    """Of all statistics of a tour only the directions are sums over moves."""
    assert [name for name in STATISTICS if is_move_sum(name)] == list(DIRECTIONS)
    assert all(map(is_move_sum, ("moves_ene_wnw", "across_row_1", "across_column_12", "inside_1_2_3_4")))
    assert not any(map(is_move_sum, ("moves", "moves_", "moves_e", "across_row_0", "inside_1_2_3", "across_row_1_2")))


def test_directions_part_the_moves() -> None:
    """Each move of 5x6 has one of the four directions, and those of several are their union."""
    by_name = [moves("5x6", name) for name in DIRECTIONS]
    assert sum(map(len, by_name)) == graph("5x6").edges == len(set().union(*by_name))
    assert moves("5x6", "moves_nne_wnw") == by_name[1] | by_name[3]
    assert ((2, 1), (1, 3)) not in by_name[0]
    assert ((1, 3), (2, 1)) in by_name[0]


def test_lines_and_rectangles() -> None:
    """The moves across a line and inside rectangles of 3x4 are those found by hand."""
    assert moves("3x4", "across_column_1") == {
        *(((1, 1), (2, 3)), ((1, 1), (3, 2)), ((1, 3), (2, 1)), ((2, 1), (3, 3)), ((1, 2), (3, 1)), ((2, 3), (3, 1)))
    }
    assert moves("3x4", "inside_1_1_3_2") == {((1, 1), (3, 2)), ((1, 2), (3, 1))}
    assert moves("3x4", "inside_1_1_1_4") == set()


def test_over_a_glued_side() -> None:
    """On a cylinder a move over the side crosses the line behind the last column, and no other."""
    found = moves("cylinder:3x5", "across_column_5")
    assert ((1, 1), (2, 4)) in found
    assert ((1, 1), (3, 5)) in found
    assert ((1, 1), (2, 3)) not in found
    assert ((1, 1), (2, 4)) not in moves("cylinder:3x5", "across_column_3")


def test_another_leaper() -> None:
    """Lines and rectangles are of every piece: a camel in rows 1 and 4 of 4x4 crosses all lines between them."""
    crossed = [moves("4x4", f"across_row_{line}", (1, 3)) for line in (1, 2, 3)]
    assert {move for move in crossed[1] if {square[0] for square in move} == {1, 4}} == crossed[0] & crossed[2]
    assert moves("4x4", "inside_1_1_4_4", (1, 3)) > crossed[0]


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("6x6", "turns"),
        ("6x6", "across_row_6"),
        ("cylinder:4x5", "across_column_6"),
        ("6x6", "inside_1_1_7_2"),
        ("moebius:5x6", "moves_ene"),
        ("3x4x4", "across_row_1"),
        ("torus:3x4", "moves_ene"),
    ],
)
def test_refused(label: str, name: str) -> None:
    """A statistic that is no sum over moves, or has no meaning on the board, is refused."""
    with pytest.raises(InvalidProblemError) as error:
        weights_of(graph(label), name, "/statistics/0")
    assert error.value.pointer == "/statistics/0"
