"""The lesson on random walks and Warnsdorff's rule."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from api.trees.learn_page import EXPERIMENTS, WALKS
from engine.kinds.parse import parse_problem


def test_the_rule_goes_farther_than_chance(client: FlaskClient) -> None:
    """The rule goes farther in the drawn walks and in the averages, which have an error or interval."""
    page = client.get("/learn?seed=3").text
    chance, rule = (int(found) for found in re.findall(r'alt="[^"]*: (\d+) of 64 squares"', page))
    averages = [float(found) for found in re.findall(r"([\d.]+) ± [\d.]+ of 64 squares on average", page)]
    tours = [int(found) for found in re.findall(rf"(\d+) of {WALKS} became tours: [\d.]+ % to [\d.]+ %", page)]

    assert chance < 60 < rule
    assert averages[0] < 40
    assert averages[1] > 60
    assert tours[0] < WALKS / 20
    assert tours[1] > WALKS / 2


def test_the_chart_counts_the_walks(client: FlaskClient) -> None:
    """Every walk has a first square, ever fewer continue, and those with a last square are the tours."""
    rows = [line.split(",") for line in client.get("/learn/reach.csv?seed=3").text.splitlines()[1:]]
    page = client.get("/learn?seed=3").text
    for name, place in (("random walk", 0), ("Warnsdorff's rule", 1)):
        counts = [float(row[2]) for row in rows if row[0] == name]
        assert (len(counts), counts[0]) == (64, WALKS)
        assert counts == sorted(counts, reverse=True)
        assert int(re.findall(rf"(\d+) of {WALKS} became tours", page)[place]) == counts[-1]


def test_walks_move_or_stand_still(client: FlaskClient) -> None:
    """A walk is animated unless requested still; another seed draws another walk."""
    moving = client.get("/learn/random.svg?seed=3")
    still = client.get("/learn/random.svg?seed=3&still=true")

    assert moving.mimetype == "image/svg+xml"
    assert "A random walk on 8x8" in moving.text
    assert "<animateTransform" in moving.text
    assert "<animate" not in still.text
    assert client.get("/learn/random.svg?seed=4").data != moving.data
    assert "still=true" in client.get("/learn?still=true").text


def test_squares_left_over_are_counted(client: FlaskClient) -> None:
    """The page counts the squares that the random walk did not visit."""
    page = client.get("/learn?seed=3").text
    length = int(re.findall(r'alt="[^"]*: (\d+) of 64 squares"', page)[0])
    assert f"{64 - length} squares are left over" in page


def test_experiments_are_one_click_away(client: FlaskClient) -> None:
    """Each form submits the job that it names; each link opens the form filled in."""
    page = client.get("/learn").text
    forms = re.findall(r'<form method="post" action="/submit".*?</form>', page, re.DOTALL)
    assert len(forms) == len(EXPERIMENTS)
    for form, experiment in zip(forms, EXPERIMENTS, strict=True):
        fields = dict(re.findall(r'name="([^"]+)" value="([^"]+)"', form))
        made = client.post("/submit", data=fields)
        assert made.status_code == 303, experiment.title
        job = client.get(f"/api/v1{made.headers['Location']}").get_json()
        assert (job["kind"], job["board"]) == (fields["kind"], fields["board"])
        assert job["specification"]["method"] == fields["method"]
        if "budget.walks" in fields:
            assert job["specification"]["budget"]["walks"] == int(fields["budget.walks"])
        parse_problem({"kind": job["kind"], **job["specification"]})
        link = re.search(r'href="(/submit\?[^"]+)"', form)
        assert link is not None
        assert f'value="{fields["board"]}"' in client.get(unescape(link[1])).text


def test_the_sheet_has_its_answers_apart(client: FlaskClient) -> None:
    """The sheet has empty boards; with answers it has the moves from each square, two in corners and eight inside."""
    sheet, answered = client.get("/learn/sheet").text, client.get("/learn/sheet?answers=true").text

    assert (sheet.count('class="puzzle"'), answered.count('class="puzzle"')) == (4, 5)
    assert re.findall(r"<span>\d+</span>", sheet) == []
    assert (answered.count("<span>2</span>"), answered.count("<span>8</span>")) == (4, 16)


@pytest.mark.parametrize(
    "query", ["?seed=-1", "?seed=x", "?board=5x5", "/sheet?answers=1", "/reach.csv?seed=", "/random.svg?still=1"]
)
def test_wrong_parameters_are_refused(client: FlaskClient, query: str) -> None:
    """A wrong parameter is a 422."""
    assert client.get(f"/learn{query}").status_code == 422
