"""Components, colours and distances against searches ring by ring."""

from __future__ import annotations

from math import gcd

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.boards import components as structure
from engine.boards.components import colouring, components, distances_from
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.piece import Piece
from tests.reference.boards import distances, squares_and_moves

LABELS = ["3x3", "5x6", "torus:4x4", "torus:3x5", "moebius:3x4", "cube:2", "3x3x3", "1x7", "mask:##.##/#...#/##.##"]
PIECES = [(1, 2), (1, 3), (1, 1), (2, 2), (1,), (5, 7)]


@settings(max_examples=60)
@given(st.sampled_from(LABELS), st.sampled_from(PIECES))
def test_against_the_slow_twin(label: str, piece: Piece) -> None:
    """Distances, parts and colours are those that rings of squares around each square show."""
    graph = move_graph(parse_board(label), piece)
    moves = squares_and_moves(label, piece if len(piece) == 2 else (0, *piece))[1]
    parts, colours = components(graph), colouring(graph)
    even_cycles = True
    for start in range(graph.size):
        far = distances(moves, start)
        assert distances_from(graph, start).tolist() == [far.get(square, -1) for square in range(graph.size)]
        assert np.flatnonzero(parts.label == parts.label[start]).tolist() == sorted(far)
        assert parts.sizes[parts.label[start]] == len(far)
        even_cycles &= all((far[a] - far[b]) % 2 for a in far for b in moves[a])
        if colours is not None:
            assert all((colours[square] - colours[start]) % 2 == far[square] % 2 for square in far)
        if colours is not None and start == min(far):
            assert colours[start] == 0
    assert even_cycles == (colours is not None)
    assert parts.label[0] == 0


@settings(max_examples=120)
@given(st.integers(1, 5), st.integers(1, 7), st.integers(2, 19), st.integers(2, 23))
def test_connected_leaper_graphs(first: int, second: int, rows: int, columns: int) -> None:
    """Knuth, "Leaper graphs" (1994): with r <= s, m <= n connected iff gcd(r,s) = 1, r + s odd, m >= r + s, n >= 2s."""
    r, s = sorted((first, second))
    m, n = sorted((rows, columns))
    connected = gcd(r, s) == 1 and (r + s) % 2 == 1 and m >= r + s and n >= 2 * s
    assert (len(components(move_graph(parse_board(f"{rows}x{columns}"), (r, s))).sizes) == 1) == connected


@pytest.mark.parametrize(("r", "s"), [(1, 2), (2, 3), (1, 4), (3, 4), (2, 5), (5, 6), (4, 7)])
def test_smallest_connected_boards(r: int, s: int) -> None:
    """On the boundary of Knuth's theorem: (r+s) x 2s is connected, one row or column less is not."""
    sizes = [(r + s, 2 * s), (r + s - 1, 2 * s + 3), (r + s, 2 * s - 1)]
    graphs = [move_graph(parse_board(f"{rows}x{columns}"), (r, s)) for rows, columns in sizes]
    assert [len(components(graph).sizes) == 1 for graph in graphs] == [True, False, False]


@pytest.mark.parametrize("label", LABELS)
def test_small_and_large_graphs_are_searched_alike(label: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spreading lowest numbers finds the parts, in the order, that scipy finds."""
    for piece in PIECES:
        graph = move_graph(parse_board(label), piece)
        ours = components(graph)
        with monkeypatch.context() as patch:
            patch.setattr(structure, "MAX_SMALL", 0)
            theirs = components(graph)
        assert ours.label.tolist() == theirs.label.tolist()
        assert ours.sizes.tolist() == theirs.sizes.tolist()
