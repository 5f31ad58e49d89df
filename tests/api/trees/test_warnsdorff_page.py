"""Warnsdorff's rule, move by move."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient


def test_the_choice_has_the_fewest_ways_on(client: FlaskClient) -> None:
    """For every move, board and piece the chosen square is among those with the fewest ways on."""
    for query in ("move=1", "move=20&seed=4", "board=5x5&move=3&start=3,3", "board=torus:5x6&piece=1,3&move=2"):
        page = client.get(f"/warnsdorff?{query}").text
        choice = re.search(r'id="choice">(.*?)</p>', page, re.DOTALL)
        assert choice is not None
        counts = {name: int(count) for name, count in re.findall(r"(\S+) \((\d+)\)", choice[1])}
        gone = re.search(r"<b>(.+?)</b>", choice[1])
        assert gone is not None
        assert counts[gone[1]] == min(counts.values())


def test_boards_and_numbers_are_files(client: FlaskClient) -> None:
    """Before the first move 63 squares are left, after it 62."""
    lines = [client.get(f"/warnsdorff/{name}.csv?move=1").text.splitlines() for name in ("before", "after")]
    assert [len(one) - 1 for one in lines] == [63, 62]
    assert client.get("/warnsdorff/before.svg?move=999").mimetype == "image/svg+xml"
    assert "gets stuck after 1 of 9 squares" in client.get("/warnsdorff?board=3x3&start=2,2").text


@pytest.mark.parametrize("query", ["move=0", "board=50x50", "piece=1,x", "piece=a", "start=9,9", "nothing=1"])
def test_wrong_parameters_are_refused(client: FlaskClient, query: str) -> None:
    """A wrong parameter is a 422."""
    assert client.get(f"/warnsdorff?{query}").status_code == 422
