"""The page of searches draws the tree of any piece."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient


@pytest.mark.parametrize("query", ["", "board=5x5&rule=warnsdorff&order=search", "board=torus:5x5&piece=1,3&nodes=50"])
def test_the_tree_is_drawn(client: FlaskClient, query: str) -> None:
    """In the page, where a script folds it, and as a file; no more nodes than asked for."""
    assert 'class="zoomable"' in client.get(f"/tree?{query}").text
    drawn = client.get(f"/tree/tree.svg?{query}").text
    assert 10 < drawn.count('class="node"') <= (50 if "nodes" in query else 120)


@pytest.mark.parametrize("query", ["nodes=601", "order=random", "piece=x", "piece=", "rule=pohl"])
def test_parameters_are_checked(client: FlaskClient, query: str) -> None:
    """An empty piece is the knight."""
    assert client.get(f"/tree?{query}").status_code == (200 if query == "piece=" else 422)
