"""The sweep over the moves, against every path of small boards."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.uncrossed import sweep as module
from engine.uncrossed.crossings import segments_of
from engine.uncrossed.sweep import NONE, Sweep
from store.arrays import pack_arrays
from tests.reference.uncrossed import longest

BOARDS = [
    *((label, (1, 2)) for label in ("1x1", "2x2", "2x3", "3x3", "3x4", "4x3", "4x4", "2x9", "3x5", "4x5")),
    *((label, (1, 2)) for label in ("mask:####/#..#/#..#/####", "mask:####/##.#/####/.###")),
    *((label, (1,)) for label in ("3x3", "3x4")),
    *((label, (1, 1)) for label in ("3x4", "4x4")),
    *(("4x5", piece) for piece in ((1, 3), (2, 3), (2,), (2, 2))),
]


def swept(label: str, piece: tuple[int, ...], *, closed: bool, width: int | None = None) -> Sweep:
    """Return the finished sweep of a board."""
    sweep = Sweep(segments_of(move_graph(parse_board(label), piece)), closed=closed, width=width)
    while not sweep.is_finished:
        sweep.step(1 << 20)
    return sweep


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize(("label", "piece"), BOARDS)
def test_every_path(label: str, piece: tuple[int, ...], *, closed: bool) -> None:
    """The length of the longest paths is exact, and so is their number, in which each counts with its reverse."""
    squares = [(int(row), int(column)) for row, column in parse_board(label).coordinates]
    legs = (0, *piece)[-2:]
    length, number = longest(squares, (legs[0], legs[1]), closed=closed)
    found = swept(label, piece, closed=closed).result_arrays()
    assert found["length"].tolist() == [NONE if length is None else length]
    assert found["number"].tolist() == [number]
    assert int(np.bitwise_count(found["longest"]).sum()) == (length or 0)


def test_the_state_depends_on_the_work_done_alone() -> None:
    """The state is the same after equal work, in steps of any size, each reopened from a checkpoint."""
    segments = segments_of(move_graph(parse_board("4x5"), (1, 2)))
    whole, cut = (Sweep(segments, closed=False, width=60) for _ in range(2))
    while not whole.is_finished:
        done = whole.step(101)
        assert 0 < done <= 101
        while done:
            done -= cut.step(min(done, 7))
            cut = Sweep(segments, closed=False, width=60, saved=cut.checkpoint())
        assert pack_arrays(cut.checkpoint()) == pack_arrays(whole.checkpoint())
    assert cut.is_finished
    assert cut.share == whole.share == 1.0
    assert cut.step(1) == 0


def test_tables_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that have to grow leave the state the same."""
    found = swept("4x4", (1, 2), closed=False).checkpoint()
    monkeypatch.setattr(module, "MIN_ROWS", 2)
    assert pack_arrays(swept("4x4", (1, 2), closed=False).checkpoint()) == pack_arrays(found)


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("width", [1, 2, 5, 20, 100, 500])
def test_what_is_left_out_is_bounded(width: int, *, closed: bool) -> None:
    """The longest is found or within the bound; if it is longer than the bound, the number of the longest is exact."""
    exact = swept("4x5", (1, 2), closed=closed).result_arrays()
    found = swept("4x5", (1, 2), closed=closed, width=width).result_arrays()
    length, left_out = int(found["length"][0]), int(found["left_out"][0])
    assert length <= exact["length"][0] <= max(length, left_out)
    if length > left_out:
        assert found["number"] == exact["number"]
