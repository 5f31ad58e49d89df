"""`cavalier atlas certify`, against a real service."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from findings.atlas.certification import certificate_asked
from findings.atlas.entries import Entry, all_entries, read_entries
from tests.cli.atlas.test_command import call
from tests.processes import EmbeddedService

SWEPT, FOLDED = "5x6/1,2/enumerate/any", "5x6/1,2/symmetry/closed"


def bare(*keys: str) -> tuple[Entry, ...]:
    """Return these entries of the atlas without their certificates."""
    return tuple(replace(entry, certificate=None) for entry in all_entries() if entry.key in keys)


def test_counts_are_certified(service: EmbeddedService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every count of a plain sweep, by start square too; of counts up to symmetry there is no certificate."""
    monkeypatch.setattr("cli.atlas.certify.all_entries", lambda: bare(SWEPT, FOLDED))
    target = tmp_path / "made.gz"
    done = call(service, "certify", "--out", str(target))
    assert done.exit_code == 0, done.output
    found = {entry.key: entry for entry in read_entries(target)}
    assert found.keys() == {SWEPT, FOLDED}
    assert certificate_asked(found[FOLDED]) is None
    assert found[FOLDED].certificate is None
    certificate = found[SWEPT].certificate
    assert certificate is not None
    assert certificate["figures"] == sum(1 + len(figure.by_start or {}) for figure in found[SWEPT].figures)


def test_a_wrong_count_is_told(service: EmbeddedService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The entry and the figure are named, and nothing is written."""
    (entry,) = bare(SWEPT)
    figures = tuple(replace(figure, value=str(int(figure.value) + 2)) for figure in entry.figures)
    monkeypatch.setattr("cli.atlas.certify.all_entries", lambda: (replace(entry, figures=figures),))
    target = tmp_path / "made.gz"
    done = call(service, "certify", "--out", str(target))
    assert done.exit_code == 1
    assert f"{SWEPT}: a certificate contradicts tours from all" in done.output
    assert not target.exists()
