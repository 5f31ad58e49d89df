"""The expected total of a search while it runs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.counters import ANY, CLOSED_ONLY, NODES
from engine.search.progress import TreeProgress, share
from engine.search.pruned_search import PrunedSearch
from engine.search.tree_search import TreeSearch

SEARCHES = [
    ("5x5", 0, False), ("5x5", 12, False), ("5x5", 1, False), ("5x5", 2, False), ("4x6", 0, False), ("4x6", 1, False),
    ("3x9", 0, False), ("8x8", 0, True), ("8x8", 27, True), ("7x7", 0, True),
]  # fmt: skip


PRUNED = [
    ("6x6", 0, ANY), ("6x6", 7, ANY), ("6x6", 0, CLOSED_ONLY), ("5x7", 0, ANY), ("5x7", 16, ANY),
    ("6x7", 0, CLOSED_ONLY),
    ("4x8", 0, ANY), ("5x8", 0, CLOSED_ONLY), ("3x12", 0, ANY), ("5x6", 1, ANY),
]  # fmt: skip


def tied_search(label: str, start: int, tied: bool) -> Callable[[], TreeSearch]:
    """Return a function that begins a search without prunings."""
    graph = move_graph(parse_board(label), (1, 2))
    return lambda: TreeSearch(graph, [start], tied=tied)


def pruned_search(label: str, start: int, wanted: int) -> Callable[[], TreeSearch]:
    """Return a function that begins a search with prunings."""
    graph = move_graph(parse_board(label), (1, 2))
    return lambda: PrunedSearch(graph, [start], prunings=["exits", "forced"], tour_filter=wanted)


def ratio_at(begin: Callable[[], TreeSearch], start: int, part: float) -> float:
    """Return expected / true total when `part` of the search is done."""
    whole = begin()
    whole.advance(10**9)
    assert whole.is_finished
    total = int(whole.counters[NODES])
    search = begin()
    search.advance(int(part * total))
    return TreeProgress(begin(), start, ()).expected_total(search) / total


def test_total_is_honest_after_a_twentieth() -> None:
    """After 5 % the expected total is within a factor of two for at least eight of ten searches of known size."""
    ratios = [ratio_at(tied_search(label, start, tied), start, 0.05) for label, start, tied in SEARCHES]
    assert sum(0.5 <= ratio <= 2 for ratio in ratios) >= 8, ratios


def test_total_of_pruned_searches_is_honest_after_a_twentieth() -> None:
    """After 5 % the expected total of ten searches with prunings, sampled by beams, is within a fifth."""
    ratios = [ratio_at(pruned_search(label, start, wanted), start, 0.05) for label, start, wanted in PRUNED]
    assert all(0.8 <= ratio <= 1.2 for ratio in ratios), ratios


def test_expectation_tightens() -> None:
    """With 95 % done the expected total is within a tenth of the true one."""
    assert ratio_at(tied_search("5x5", 0, tied=False), 0, 0.95) == pytest.approx(1, abs=0.1)


def test_share_of_equal_branches() -> None:
    """One of two branches passed, then one of four below the second: 1/2 + 1/8."""
    assert share([1, 1], [2, 4]) == 0.625


def test_sampled_sizes_can_be_handed_on() -> None:
    """Made again from the sampled sizes, the expectation is the same and no probe is made."""
    search = tied_search("5x5", 0, tied=False)()
    search.advance(100_000)
    first = TreeProgress(search, 0, ())
    again = TreeProgress(search, 0, (), first.arrays())
    assert again.expected_total(search) == first.expected_total(search)
    assert again.size == first.size
