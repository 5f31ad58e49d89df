"""The panels of a job's page."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

import api.pages
from api.jobs.panels import PANELS, panels_of
from engine.specification.result import Count, Result
from findings.results.job_view import JobView
from store.database.db import Database
from tests.store.job_samples import stored_job

TEMPLATES = Path(api.pages.__file__).parent / "templates" / "panels"
TRIED = [Count(quantity="attempts", value="3", method="m"), Count(quantity="successes", value="1", method="m")]


def test_every_panel_has_a_template_and_every_template_a_panel() -> None:
    """Each panel has one template of its name and occurs once on the page."""
    names = [name for panels in PANELS.values() for name in panels]
    assert sorted(names) == sorted(path.stem for path in TEMPLATES.iterdir())


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (Result(), {}),
        (Result(counts=TRIED), {"figures": ["counts"]}),
        (Result(extra={"types": [{"symmetries": [], "tours": "2", "classes": "1"}]}), {"more": ["symmetries"]}),
        (
            Result(extra={"finders": [{"job": "a"}], "census": {"tours": "2", "exact": True, "distributions": []}}),
            {"more": ["census", "finders"]},
        ),
    ],
)
def test_a_page_has_the_panels_of_its_result(
    app: Flask, sqlite_database: Database, result: Result, expected: dict[str, list[str]]
) -> None:
    """They come in the order of the table; places without panels are empty."""
    with sqlite_database.writing() as session:
        view = JobView(session, stored_job(session), result)
        with app.test_request_context():
            found = panels_of(view)
    shown = {place: [Path(one.template).stem for one in panels] for place, panels in found.items() if panels}
    assert shown == expected


def test_a_tour_that_was_found_hides_how_often_it_was_tried(app: Flask, sqlite_database: Database) -> None:
    """Attempts and successes are shown only where no tour is."""
    with sqlite_database.writing() as session:
        view = JobView(session, stored_job(session), Result(counts=TRIED))
        view.first_tours = [object()]  # type: ignore[list-item]  # any tour will do
        with app.test_request_context():
            counts = PANELS["figures"]["counts"](view)
    assert counts is None
