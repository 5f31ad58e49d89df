"""The atlas as a data set: read back by other programs, described, and the same to the byte."""

from __future__ import annotations

import csv
import hashlib
import json
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from findings.atlas.entries import all_entries
from findings.atlas_release import FIGURES, TOUR_COLUMNS, Release, write_release

RELEASE = Release(date(2026, 11, 26), "https://licence.example/by", "https://atlas.example")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release."""
    folder = tmp_path_factory.mktemp("release") / "atlas"
    write_release(folder, RELEASE)
    return folder


def rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_every_figure_is_there(folder: Path) -> None:
    """Totals and counts by start square, in both forms, under the columns that the README explains."""
    table = rows(folder / "data" / "figures.csv")
    assert list(table[0]) == list(FIGURES)
    wanted = {
        (entry.key, figure.quantity, start): value
        for entry in all_entries()
        for figure in entry.figures
        for start, value in {figure.starts: figure.value, **(figure.by_start or {})}.items()
    }
    assert {(row["entry"], row["quantity"], row["starts"]): row["value"] for row in table} == wanted
    parquet = pq.read_table(folder / "data" / "figures.parquet").to_pylist()
    assert [row["value"] for row in parquet] == [row["value"] for row in table]
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in readme for name in {**FIGURES, **TOUR_COLUMNS})


def test_tours_are_tours(folder: Path) -> None:
    """Each has as many different squares as its board, in both forms."""
    table = rows(folder / "data" / "tours.csv")
    assert len(table) == pq.read_metadata(folder / "data" / "tours.parquet").num_rows > 4000
    small = [row["squares"].split() for row in table if row["board"] == "5x5"]
    assert small
    assert all(len(set(squares)) == 25 for squares in small)


def test_sequences_are_b_files(folder: Path) -> None:
    """Closed tours of n x n as the OEIS has them (A001230), a line for each n."""
    lines = (folder / "b-files" / "nxn-cycles.txt").read_text(encoding="utf-8").split("\n")
    assert "6 9862" in lines
    assert "8 13267364410532" in lines


def test_checksums_and_metadata_name_every_file(folder: Path) -> None:
    """The crate lists each with its size and digest; the licence and the version stand in all descriptions."""
    names = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    sums = dict(reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text().splitlines())  # type: ignore[arg-type,misc]  # two words
    assert sums.keys() == names - {"SHA256SUMS"}
    assert all(hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest for name, digest in sums.items())

    crate = json.loads((folder / "ro-crate-metadata.json").read_text())
    by_id: dict[str, dict[str, Any]] = {one["@id"]: one for one in crate["@graph"]}
    parts = {part["@id"] for part in by_id["./"]["hasPart"]}
    assert parts == names - {"SHA256SUMS", "ro-crate-metadata.json"}
    assert all(by_id[name]["sha256"] == sums[name] for name in parts)
    assert by_id["./"]["license"] == {"@id": RELEASE.licence}
    assert json.loads((folder / "datacite.json").read_text())["rightsList"][0]["rightsUri"] == RELEASE.licence
    assert f"date-released: {RELEASE.published}" in (folder / "CITATION.cff").read_text()


def test_a_release_is_the_same_to_the_byte(folder: Path, tmp_path: Path) -> None:
    """Written again it has the same checksums; a folder that holds anything is left alone."""
    write_release(tmp_path / "again", RELEASE)
    assert (tmp_path / "again" / "SHA256SUMS").read_bytes() == (folder / "SHA256SUMS").read_bytes()
    with pytest.raises(FileExistsError):
        write_release(folder, RELEASE)
