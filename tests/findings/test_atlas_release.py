"""The atlas as a data set: readable by other programs, described, and reproducible to the byte."""

from __future__ import annotations

import csv
import hashlib
import json
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow.parquet as pq
import pytest
from datacite import schema45
from rocrate.rocrate import ROCrate

from findings.atlas.entries import all_entries
from findings.atlas.families import family_entries
from findings.atlas_release import FAMILY_COLUMNS, FIGURES, TERM_COLUMNS, TOUR_COLUMNS, Release, write_release

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
    """Each tour has as many different squares as its board, in both forms."""
    table = rows(folder / "data" / "tours.csv")
    assert len(table) == pq.read_metadata(folder / "data" / "tours.parquet").num_rows > 4000
    small = [row["squares"].split() for row in table if row["board"] == "5x5"]
    assert small
    assert all(len(set(squares)) == 25 for squares in small)
    (euler,) = (row for row in table if row["source"].startswith("Leonhard Euler"))
    assert (euler["board"], euler["closed"], euler["symmetry"]) == ("8x8", "true", "2")


def test_families_are_there(folder: Path) -> None:
    """Each family and each of its terms has a row, in both forms, under the columns in the README."""
    found = {row["entry"]: row for row in rows(folder / "data" / "families.csv")}
    assert found.keys() == {entry.key for entry in family_entries().values()}
    closed = found["5xn/1,2/strip/closed"]
    assert list(closed) == list(FAMILY_COLUMNS)
    assert (closed["order"], closed["family"], closed["terms"], closed["period"]) == ("8212", "5xn", "100", "2")
    assert json.loads(closed["specification"])["kind"] == "strip"
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in readme for name in {**FAMILY_COLUMNS, **TERM_COLUMNS})
    for name in ("families", "family-terms"):
        parquet = pq.read_table(folder / "data" / f"{name}.parquet").to_pylist()
        assert [row["entry"] for row in parquet] == [row["entry"] for row in rows(folder / "data" / f"{name}.csv")]


def test_terms_of_families_are_counts_of_boards(folder: Path) -> None:
    """The numbers of terms match, and terms equal the figures of the same boards digit by digit."""
    terms = rows(folder / "data" / "family-terms.csv")
    assert len(terms) == sum(int(row["terms"]) for row in rows(folder / "data" / "families.csv"))
    cycles = {row["board"]: row["value"] for row in terms if row["entry"].endswith("xn/1,2/strip/closed")}
    counted = {
        row["board"]: row["value"]
        for row in rows(folder / "data" / "figures.csv")
        if (row["piece"], row["quantity"], row["starts"]) == ("1,2", "cycles", "all")
    }
    common = cycles.keys() & counted.keys()
    assert len(common) > 150
    assert {board: cycles[board] for board in common} == {board: counted[board] for board in common}


def test_sequences_are_b_files(folder: Path) -> None:
    """The closed tours of n x n are a b-file with the terms of the OEIS (A001230), a line for each n."""
    lines = (folder / "b-files" / "nxn-cycles.txt").read_text(encoding="utf-8").split("\n")
    assert "6 9862" in lines
    assert "8 13267364410532" in lines


def test_checksums_and_metadata_name_every_file(folder: Path) -> None:
    """The crate lists each file with size and digest; every description has the licence and the version."""
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


def test_validators_accept_the_metadata(folder: Path) -> None:
    """The schemas of DataCite and CFF accept the metadata, and a reader of RO-Crates finds every data file."""
    schema45.validator.validate(json.loads((folder / "datacite.json").read_text()))
    checker = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.citation-file-format"]
    subprocess.run([*checker, folder / "CITATION.cff"], check=True)
    crate = ROCrate(folder)
    names = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert {entity.id for entity in crate.data_entities} == names - {"SHA256SUMS", "ro-crate-metadata.json"}
    assert crate.root_dataset["datePublished"] == RELEASE.published.isoformat()


def test_other_programs_read_it(folder: Path) -> None:
    """DuckDB and pandas read both forms of the tables with every digit of a count."""
    figures, tours = folder / "data" / "figures", folder / "data" / "tours"
    names = ["entry", "quantity", "starts", "value"]
    expected = {tuple(row[name] for name in names) for row in rows(Path(f"{figures}.csv"))}
    csv_table = duckdb.read_csv(f"{figures}.csv", dtype={"value": "VARCHAR"})
    for table in (csv_table, duckdb.read_parquet(f"{figures}.parquet")):
        assert set(table.select(*names).fetchall()) == expected
    for frame in (pd.read_csv(f"{figures}.csv", dtype={"value": str}), pd.read_parquet(f"{figures}.parquet")):
        assert set(frame[names].itertuples(index=False, name=None)) == expected
    assert len(pd.read_csv(f"{tours}.csv")) == len(pd.read_parquet(f"{tours}.parquet")) > 4000


def test_a_release_is_the_same_to_the_byte(folder: Path, tmp_path: Path) -> None:
    """A second release has equal checksums, and a non-empty folder is left alone."""
    write_release(tmp_path / "again", RELEASE)
    assert (tmp_path / "again" / "SHA256SUMS").read_bytes() == (folder / "SHA256SUMS").read_bytes()
    with pytest.raises(FileExistsError):
        write_release(folder, RELEASE)
