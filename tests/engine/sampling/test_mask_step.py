"""Steps of populations on one mask."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.existence.verdict import Tours
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.kinds.sample.smc.potentials import usual_potential
from engine.sampling import sequential_monte_carlo as smc
from engine.streams.registry import open_stream
from engine.streams.word_block import WordBlock

CASES: list[tuple[str, tuple[int, ...], Tours]] = [
    ("8x8", (1, 2), "any"),
    ("8x8", (1, 2), "closed"),
    ("5x6", (1, 2), "open"),
    ("torus:6x6", (1, 2), "closed"),
    ("cube:3", (1, 2), "any"),
    ("4x4x4", (0, 1, 2), "closed"),
    ("4x4x4", (1, 1), "any"),
    ("mask:####./#####/##.##/#####/#####", (1, 2), "any"),
    ("3x4", (1, 2), "closed"),
]


@pytest.mark.parametrize(("label", "piece", "tours"), CASES)
def test_masks_change_nothing(
    label: str, piece: tuple[int, ...], tours: Tours, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After every step the populations of both forms are equal to the last bit."""
    graph = move_graph(parse_board(label), piece)
    starts = np.arange(1 if tours == "closed" else graph.size, dtype=np.int32)
    shape = smc.potential(usual_potential(tours), int(graph.degrees.max()))
    blocks = [WordBlock(open_stream("pcg64dxsm", 3)) for _ in range(2)]
    runs = [
        smc.PopulationRun(
            graph, starts, shape, tours, smc.first_population(graph, starts, 500, shape, closed=tours == "closed")
        )
        for _ in blocks
    ]
    while not runs[0].is_finished:
        for run, block, squares in zip(runs, blocks, (64, 0), strict=True):
            monkeypatch.setattr(smc, "MAX_MASK_SQUARES", squares)
            run.advance(block)
        for name, ours, theirs in zip(smc.Population._fields, *(run.population for run in runs), strict=True):
            np.testing.assert_array_equal(ours, theirs, err_msg=name)
