"""The page of the form."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from api.submission import page
from api.submission.cost_estimate import check_job
from findings.atlas.load import load_atlas
from store.database.db import Database

ASKED = "kind=enumerate&board=6x6"


@pytest.fixture
def weighed(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each check of a job, whether its cost was estimated."""
    found: list[bool] = []

    def note(*args: object, costed: bool) -> object:
        found.append(costed)
        return check_job(*args, costed=costed)  # type: ignore[arg-type]  # as it is called

    monkeypatch.setattr(page, "check_job", note)
    return found


def test_the_form_opens_at_once(client: FlaskClient, weighed: list[bool]) -> None:
    """The cost is left to the preview, which the page requests; without scripts the button shows it."""
    opened = client.get(f"/submit?{ASKED}").text
    assert "data-pending" in opened
    assert 'id="cost"' not in opened
    preview = client.get(f"/live/preview?{ASKED}").text
    assert 'id="cost"' in preview
    assert "data-pending" not in preview
    assert 'id="cost"' in client.get(f"/submit?{ASKED}&check=true").text
    assert weighed == [False, True, True]


def test_a_search_of_years_asks_first(client: FlaskClient) -> None:
    """It offers the faster method, and nothing is submitted before an answer."""
    wanted = {"kind": "enumerate", "board": "8x8", "method": "backtrack"}
    asked = client.post("/submit", data=wanted)
    assert asked.status_code == 200
    assert 'id="long-run"' in asked.text
    assert 'name="auto"' in asked.text
    assert not client.get("/api/v1/jobs?kind=enumerate").json["items"]  # type: ignore[index]  # a page of jobs
    for answer, method in (("auto", "auto"), ("anyway", "backtrack")):
        sent = client.post("/submit", data=wanted | {answer: "true"})
        assert sent.status_code == 303
        job = client.get(f"/api/v1{sent.headers['Location']}").json
        assert job is not None
        assert job["specification"]["method"] == method


def test_a_short_search_is_submitted_unasked(client: FlaskClient) -> None:
    """A short search needs no confirmation, even with an explicit method."""
    assert client.post("/submit", data={"kind": "enumerate", "board": "5x5", "method": "backtrack"}).status_code == 303


def test_choices_are_said_in_words(client: FlaskClient) -> None:
    """The values are those of the specification; their texts are in the reader's language."""
    english = client.get("/submit?kind=construct").text
    french = client.get("/submit?kind=construct", headers={"Accept-Language": "fr"}).text
    assert '<option value="blocks">block composition</option>' in english
    assert '<option value="rotation180">a half-turn</option>' in english
    assert '<option value="cancel">this job is cancelled</option>' in english
    assert '<option value="any" selected>quelconque</option>' in french
    assert '<option value="open">ouvert</option>' in french
    assert '<option value="rotation180">un demi-tour</option>' in french


def test_what_a_known_count_would_take_is_folded(client: FlaskClient, sqlite_database: Database) -> None:
    """Beside a known answer the cost of counting again is folded; without one it is open."""
    with sqlite_database.writing() as session:
        load_atlas(session)
    known = client.get(f"/live/preview?{ASKED}").text
    unknown = client.get("/live/preview?kind=enumerate&board=7x8&starts=a1").text
    assert 'id="known"' in known
    assert known.index('<details id="again">') < known.index('id="cost"')
    assert 'id="cost"' in unknown
    assert 'id="again"' not in unknown


def test_a_proof_names_squares_as_the_form_does(client: FlaskClient) -> None:
    """Squares typed by name are named, others have coordinates."""
    named = client.get("/live/preview?kind=construct&board=7x8&start=a1&end=c1").text
    numbered = client.get("/live/preview?kind=construct&board=7x8&start=7,1&end=7,3").text
    assert "a1 and c1 have the same colour" in named
    assert "7,1 and 7,3 have the same colour" in numbered
