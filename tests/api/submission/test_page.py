"""The page of the form."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from api.submission import page
from api.submission.cost_estimate import check_job

ASKED = "kind=enumerate&board=6x6"


@pytest.fixture
def weighed(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each time that a job is looked at, whether its cost was worked out."""
    found: list[bool] = []

    def note(*args: object, costed: bool) -> object:
        found.append(costed)
        return check_job(*args, costed=costed)  # type: ignore[arg-type]  # as it is called

    monkeypatch.setattr(page, "check_job", note)
    return found


def test_the_form_opens_at_once(client: FlaskClient, weighed: list[bool]) -> None:
    """The cost is left to the preview, which the page asks for; the button tells it where no script runs."""
    opened = client.get(f"/submit?{ASKED}").text
    assert "data-pending" in opened
    assert 'id="cost"' not in opened
    preview = client.get(f"/live/preview?{ASKED}").text
    assert 'id="cost"' in preview
    assert "data-pending" not in preview
    assert 'id="cost"' in client.get(f"/submit?{ASKED}&check=true").text
    assert weighed == [False, True, True]
