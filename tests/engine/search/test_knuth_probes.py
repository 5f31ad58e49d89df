"""Estimates in plain Python against the sizes of trees searched whole."""

from __future__ import annotations

from typing import Any

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.counters import NODES
from engine.search.knuth_probes import Probes
from engine.search.pruned_search import PrunedSearch
from engine.search.tree_search import TreeSearch


@pytest.mark.parametrize(
    ("label", "path", "rule"),
    [("5x5", [0], {}), ("5x5", [0, 7], {}), ("8x8", [0], {"tied": True}), ("6x6", [0], {"closing": False})],
)
def test_the_estimate_is_of_the_right_size(label: str, path: list[int], rule: dict[str, Any]) -> None:
    """Within a factor of two of the nodes that the search of the same rule enters."""
    graph = move_graph(parse_board(label), (1, 2))
    search = (
        PrunedSearch(graph, path, prunings=["exits", "forced"])
        if "closing" in rule
        else TreeSearch(graph, path, **rule)
    )
    search.advance(10**9)
    assert 0.5 < Probes(graph, **rule).nodes(path, 1000) / int(search.counters[NODES]) < 2
