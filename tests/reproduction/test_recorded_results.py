"""The recorded run matches the current data, and its verdicts follow from its values."""

from __future__ import annotations

from pathlib import Path

from findings.references.data_files import UNKNOWN, all_figures, data_version
from reproduction.recorded_results import load_recorded, recorded_document
from reproduction.verdict import judge


def test_it_is_of_the_present_data() -> None:
    """Every figure has its record; changed data require a new run."""
    assert recorded_document()["references"] == data_version()
    assert set(load_recorded()) == {figure.key for figure in all_figures()}


def test_verdicts_follow_from_the_values() -> None:
    """Judging again gives the same verdicts; what was not computed has a reason, and nothing is unexplained."""
    for comparison in load_recorded().values():
        again = judge(comparison.figure, comparison.computed, comparison.why or "")
        assert (again.verdict, again.why) == (comparison.verdict, comparison.why), comparison.figure.key
        assert comparison.is_explained, comparison.figure.key
        if comparison.verdict == "not reproduced":
            assert comparison.why, comparison.figure.key
            assert comparison.computed is None or comparison.figure.value == UNKNOWN


def test_the_page_counts_them() -> None:
    """docs/reproduction.md states the number of each verdict."""
    numbers = ", ".join(f"{number} {verdict}" for verdict, number in recorded_document()["verdicts"].items())
    page = (Path(__file__).parents[2] / "docs/reproduction.md").read_text(encoding="utf-8")
    assert f"The recorded run has {numbers.replace(' equal', ' figures equal')}" in " ".join(page.split())


def test_names_of_jobs_have_specifications() -> None:
    """The document contains the specification of every job that a figure names."""
    document = recorded_document()
    named = {name for table in document["tables"] for row in table["figures"] for name in row["jobs"]}
    assert named <= set(document["jobs"])
    assert named
