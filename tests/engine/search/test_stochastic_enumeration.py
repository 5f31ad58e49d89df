"""Sizes of search trees by stochastic enumeration against searches."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.counters import ANY, CLOSED_ONLY, NODES, OPEN_ONLY
from engine.search.pruned_search import PrunedSearch
from engine.search.stochastic_enumeration import beam_sizes

TREES = [
    ("5x5", [0], ANY), ("5x6", [0, 8], CLOSED_ONLY), ("6x6", [0, 8, 4], CLOSED_ONLY), ("6x6", [0, 8, 4, 12], OPEN_ONLY),
    ("6x7", [0, 9, 1, 5, 18, 3, 8], CLOSED_ONLY), ("4x8", [1, 8, 25], ANY),
]  # fmt: skip


def begun(label: str, path: list[int], wanted: int, connected_at: tuple[int, ...] = ()) -> PrunedSearch:
    """Return a search with prunings below a path, nothing entered yet."""
    graph = move_graph(parse_board(label), (1, 2))
    return PrunedSearch(graph, path, prunings=["exits", "forced"], tour_filter=wanted, connected_at=connected_at)


def nodes_of(search: PrunedSearch, path: list[int]) -> int:
    """Return how many nodes the search enters from its path on, the last square of the path included."""
    search.advance(10**9)
    assert search.is_finished
    return int(search.counters[NODES]) + (len(path) == 1)


def sizes(label: str, path: list[int], wanted: int, width: int, beams: int, seed: int = 1) -> NDArray[np.float64]:
    """Return estimates of the size of the tree below a path."""
    search, found = begun(label, path, wanted), np.empty(beams)
    masks, names = search._arrays[1], search._names
    beam_sizes(masks, search._flags, np.uint64(0), names[path], width, seed, found)
    return found


@pytest.mark.parametrize(("label", "path", "wanted"), TREES)
def test_wide_beams_are_exact(label: str, path: list[int], wanted: int) -> None:
    """A beam wider than every level counts each node once."""
    found = sizes(label, path, wanted, 1 << 20, 3)
    assert found.tolist() == [nodes_of(begun(label, path, wanted), path)] * 3


@pytest.mark.parametrize("width", [1, 5, 64])
@pytest.mark.parametrize(("label", "path", "wanted"), TREES)
def test_narrow_beams_are_unbiased(label: str, path: list[int], wanted: int, width: int) -> None:
    """The mean of many lies within four standard errors of the true size."""
    exact = nodes_of(begun(label, path, wanted), path)
    beams = 200_000 // width
    found = sizes(label, path, wanted, width, beams)
    assert abs(found.mean() - exact) <= 4 * found.std() / np.sqrt(beams) + 1e-9


def test_a_seed_gives_one_estimate() -> None:
    """The same seed gives the same figures, another seed others."""
    first = sizes("8x8", [0, 10], CLOSED_ONLY, 16, 8)
    assert first.tolist() == sizes("8x8", [0, 10], CLOSED_ONLY, 16, 8).tolist()
    assert first.tolist() != sizes("8x8", [0, 10], CLOSED_ONLY, 16, 8, seed=2).tolist()


def test_deep_trees_are_not_thought_small() -> None:
    """Of 8x8 the median of beams is near their mean, where that of Knuth's estimates is a small part of it."""
    beams, knuth = (sizes("8x8", [0, 10, 4], CLOSED_ONLY, *shape) for shape in ((4096, 12), (1, 49_152)))
    assert np.median(beams) > beams.mean() / 2
    assert np.median(knuth) < knuth.mean() / 20


@pytest.mark.parametrize("connected_at", [(), (12, 20)])
def test_samples_of_small_trees_are_exact(connected_at: tuple[int, ...]) -> None:
    """A search samples its own tree, connectivity included: exactly where the beam holds every level."""
    path = [0, 9, 1, 5, 18, 3, 8, 19, 4, 12, 21, 10, 2, 15, 6]
    search = begun("6x7", path, CLOSED_ONLY, connected_at)
    assert search.sample(path, 1) == (nodes_of(search, path), 0.0)
