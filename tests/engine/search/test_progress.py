"""The expected total of a search while it runs."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.backtrack import NODES
from engine.search.progress import TreeProgress, share
from engine.search.tree_search import TreeSearch

SEARCHES = [
    ("5x5", 0, False), ("5x5", 12, False), ("5x5", 1, False), ("5x5", 2, False), ("4x6", 0, False), ("4x6", 1, False),
    ("3x9", 0, False), ("8x8", 0, True), ("8x8", 27, True), ("7x7", 0, True),
]  # fmt: skip


def ratio_at(label: str, start: int, tied: bool, part: float) -> float:
    """Return expected / true total when `part` of the search is done."""
    graph = move_graph(parse_board(label), (1, 2))
    whole = TreeSearch(graph, [start], tied=tied)
    whole.advance(10**9)
    total = int(whole.counters[NODES])
    search = TreeSearch(graph, [start], tied=tied)
    search.advance(int(part * total))
    tried, met = search.position()
    progress = TreeProgress(graph, start, (), tied=tied)
    return progress.expected(int(search.counters[NODES]), tried.tolist(), met.tolist()) / total


def test_total_is_honest_after_a_twentieth() -> None:
    """On ten searches of known size the total expected after 5 % is within a factor of two for eight at least."""
    ratios = [ratio_at(label, start, tied, 0.05) for label, start, tied in SEARCHES]
    assert sum(0.5 <= ratio <= 2 for ratio in ratios) >= 8, ratios


def test_expectation_tightens() -> None:
    """With 95 % done the expected total is within a tenth of the true one."""
    assert ratio_at("5x5", 0, False, 0.95) == pytest.approx(1, abs=0.1)


def test_share_of_equal_branches() -> None:
    """One of two branches passed, then one of four below the second: 1/2 + 1/8."""
    assert share([1, 1], [2, 4]) == 0.625
