"""Tours on every kind of board: the search kernel, the slow twin, and one start square of each class."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.piece import Piece
from engine.boards.symmetry import square_classes
from engine.search.tree_search import TreeSearch
from tests.reference.boards import squares_and_moves, tours_by_end

KNIGHT = (1, 2)
SURFACES = ["torus:3x4", "cylinder:3x4", "cylinder:4x3", "moebius:3x4", "moebius:4x3", "klein:3x4", "projective:3x3"]
OTHER = ["3x4", "4x4", "cube:1", "2x2x3", "1x3x4", "mask:####/####/##.#/.###", "torus:###/#.#/###"]
SOLID = [
    *["torus:2x2x3", "torus:1x3x4", "cylinder:2x3x2", "moebius:2x2x3", "klein:3x2x2", "projective:2x3x2"],
    *["torus:2x2x2x2", "cylinder:2x2x1x3", "mask:##/##/##//##/#./##", "mask:#.//##///##//##///##//##"],
    *["torus:##/##/##//##/#./##", "cube:#" + "//#" * 4 + "//."],
]
FOLDED = [(label, piece) for label in ("torus:3x4", "klein:3x3", "cube:1") for piece in ((1, 3), (2, 3), (1, 4))]
STEEP = [("2x2x3", (1, 1, 2)), ("2x3x2", (1, 1)), ("1x3x3", (1, 1)), ("4x4", (1,)), ("cylinder:3x4", (1, 3))]


def searched(label: str, piece: Piece) -> list[dict[int, int]]:
    """Return, for each start square, the number of tours by their end, from the search kernel."""
    graph = move_graph(parse_board(label), piece)
    found = []
    for start in range(graph.size):
        search = TreeSearch(graph, [start])
        search.advance(2**62)
        assert search.is_finished
        found.append({end: int(tours) for end, tours in enumerate(search.ends.tolist()) if tours})
    return found


@pytest.mark.parametrize(
    ("label", "piece"), [(label, KNIGHT) for label in SURFACES + OTHER + SOLID] + FOLDED + STEEP
)  # fmt: skip
def test_kernel_twin_and_symmetry_agree(label: str, piece: Piece) -> None:
    """The kernel counts what the twin counts; one square per class times the size of the class gives the total."""
    board = parse_board(label)
    by_start = searched(label, piece)
    _, moves = squares_and_moves(label, piece)
    classes = square_classes(board)
    for square in classes.representatives.tolist():
        assert by_start[square] == tours_by_end(moves, square)
    totals = [sum(ends.values()) for ends in by_start]
    shares = [totals[square] for square in classes.representatives]
    assert sum(share * int(size) for share, size in zip(shares, classes.sizes, strict=True)) == sum(totals)
    assert all(totals[square] == shares[number] for square, number in enumerate(classes.class_of))


@pytest.mark.parametrize("label", [*SURFACES, *SOLID[:6], "cube:1", "3x4"])
def test_some_boards_have_tours(label: str) -> None:
    """The comparison above is not one of zeros: each surface has boards with tours."""
    assert any(searched(label, KNIGHT))
