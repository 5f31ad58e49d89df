"""`cavalier atlas families`, against a real service."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from findings.atlas.entries import all_entries
from findings.atlas.families import read_families
from tests.cli.atlas.test_command import call
from tests.processes import EmbeddedService

SPECIFICATION = {"kind": "strip", "family": "3xn", "piece": "knight", "tours": "closed", "terms": 12, "order": 0}


@pytest.fixture(autouse=True)
def one_family(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the atlas consist of one family, which is not made yet."""
    monkeypatch.setattr("cli.atlas.families.PLANNED", (SPECIFICATION,))
    monkeypatch.setattr("cli.atlas.families.family_entries", dict)


def test_found_by_one_job(service: EmbeddedService, tmp_path: Path) -> None:
    """Its terms are confirmed by the boards of the atlas; a second call gives the same file."""
    first, again = tmp_path / "first.gz", tmp_path / "again.gz"
    for target in (first, again):
        done = call(service, "families", "--out", str(target))
        assert done.exit_code == 0, done.output
        assert "made: 1 entry; 1 in" in done.output
    (entry,) = read_families(first)
    assert entry.figures["terms"][9:] == ["16", "0", "176"]
    assert (entry.key, entry.confirmed) == ("3xn/1,2/strip/closed", 12)
    assert first.read_bytes() == again.read_bytes()


def test_what_is_known_is_not_made(service: EmbeddedService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A known family is kept without a job, except with --anew."""
    target, newer = tmp_path / "made.gz", tmp_path / "newer.gz"
    call(service, "families", "--out", str(target))
    known = {entry.subject: entry for entry in read_families(target)}
    monkeypatch.setattr("cli.atlas.families.family_entries", lambda: known)
    assert "made: 0 entries; 1 in" in call(service, "families", "--out", str(newer), "--minutes", "0").output
    assert newer.read_bytes() == target.read_bytes()
    assert "made: 1 entry; 1 in" in call(service, "families", "--out", str(newer), "--anew").output


def test_a_term_that_differs(service: EmbeddedService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The family and the board are named, and nothing is written."""
    wrong = [
        replace(entry, figures=tuple(replace(one, value="17", by_start=None) for one in entry.figures))
        for entry in all_entries()
        if entry.board == "3x10"
    ]
    monkeypatch.setattr("cli.atlas.families.all_entries", lambda: wrong)
    target = tmp_path / "made.gz"
    done = call(service, "families", "--out", str(target))
    assert done.exit_code == 1
    assert "3xn/1,2/strip/closed: 3x10" in done.output
    assert not target.exists()
