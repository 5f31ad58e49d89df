"""The graph of a piece's moves as a page."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient


def test_degrees_and_pictures(client: FlaskClient) -> None:
    """In words, in the plane, and in space where there is room."""
    page = client.get("/graph?board=5x5").text
    assert "4 squares of 2, 8 squares of 3, 8 squares of 4, 4 squares of 6, 1 square of 8" in page
    assert "In space" not in page
    assert "In space" in client.get("/graph?board=cube:3").text
    one, other = (
        client.get(f"/graph/space.svg?board=3x3x3&start=1,1,1&all={every}").text for every in ("true", "false")
    )
    assert one != other
    assert "/graph?board=5x5" in client.get("/boards/5x5").text.replace("&amp;", "&")


@pytest.mark.parametrize("query", ["board=50x50", "piece=0,x", "start=9,9&board=5x5", "turn=400"])
def test_parameters_are_checked(client: FlaskClient, query: str) -> None:
    """As everywhere; a picture in space of a flat board is refused too."""
    assert client.get(f"/graph?{query}").status_code == 422
    assert client.get("/graph/space.svg?board=5x5").status_code == 422
