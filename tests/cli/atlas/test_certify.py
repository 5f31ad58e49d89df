"""`cavalier atlas certify`, against a real service."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.atlas.command import atlas
from findings.atlas.certification import certificate_asked
from findings.atlas.entries import Entry, all_entries, read_entries, write_entries
from tests.cli.atlas.test_command import call
from tests.processes import EmbeddedService
from verify.checker import NAME, source_digest

SWEPT, FOLDED = "5x6/1,2/enumerate/any", "5x6/1,2/symmetry/closed"


def bare(*keys: str) -> tuple[Entry, ...]:
    """Return these entries of the atlas without their certificates."""
    return tuple(replace(entry, certificate=None) for entry in all_entries() if entry.key in keys)


def test_counts_are_certified(service: EmbeddedService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts of a plain sweep are certified, by start square too; counts up to symmetry are not."""
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


@pytest.mark.usefixtures("c_compiler")
def test_the_checker_counts_what_lacks_a_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker needs no service; the number of confirmed figures is kept, also on a board without its own rule."""
    keys = ("3x4/1,2/enumerate/any", "projective:3x4/1,2/enumerate/any")
    monkeypatch.setattr("cli.atlas.certify.all_entries", lambda: bare(*keys))
    folder = tmp_path / "not there yet"
    target = folder / "atlas.jsonl.gz"
    command = ["certify", "--checker", "--seconds", "30", "--data", str(folder)]
    done = CliRunner().invoke(atlas, command)
    assert done.exit_code == 0, done.output
    assert "3x4/1,2/enumerate/any tours 1,1: confirmed" in done.output
    for entry in read_entries(target):
        assert entry.certificate is not None
        assert (entry.certificate["program"], entry.certificate["source"]) == (NAME, source_digest())
        exact = sum(len(figure.values) for figure in entry.figures)
        assert entry.certificate["figures"] == exact
    again = CliRunner().invoke(atlas, command)
    assert "confirmed" not in again.output, "the same command goes on"


@pytest.mark.usefixtures("c_compiler")
def test_a_count_that_the_checker_contradicts_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The entry is named, and nothing is written."""
    (entry,) = bare("3x4/1,2/enumerate/any")
    figures = tuple(replace(figure, value=str(int(figure.value) + 2)) for figure in entry.figures)
    monkeypatch.setattr("cli.atlas.certify.all_entries", lambda: (replace(entry, figures=figures),))
    target = tmp_path / "made.gz"
    done = CliRunner().invoke(atlas, ["certify", "--checker", "--out", str(target), "--data", str(tmp_path)])
    assert done.exit_code == 1
    assert "3x4/1,2/enumerate/any: knightcount contradicts tours from all" in done.output
    assert not target.exists()


@pytest.mark.usefixtures("c_compiler")
def test_the_file_in_the_data_folder_is_added_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries built there stay; an entry that is newer in the package replaces the file's."""
    newer, built = bare("3x4/1,2/enumerate/any", "3x5/1,2/enumerate/any")
    target = tmp_path / "atlas.jsonl.gz"
    write_entries(target, [replace(newer, engine="old", certificate={"modulus": "7", "figures": 1}), built])
    monkeypatch.setattr("cli.atlas.certify.all_entries", lambda: (newer,))
    done = CliRunner().invoke(atlas, ["certify", "--checker", "--data", str(tmp_path)])
    assert done.exit_code == 0, done.output
    found = {entry.key: entry for entry in read_entries(target)}
    assert found.keys() == {newer.key, built.key}
    assert found[newer.key].engine == newer.engine
    assert all("program" in (entry.certificate or {}) for entry in found.values())
