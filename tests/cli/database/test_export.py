"""`cavalier export` on a data folder of its own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from api.tours.routes import TourFilters
from cli.database.export import export_tours
from cli.main import main
from cli.service.tours import tours
from engine.boards.labels import parse_board
from engine.kinds.table import KINDS
from engine.specification.result import Count, Result
from store.database.db import open_database
from store.jobs.results import record_result
from store.settings import Settings
from store.trust.code_versions import own_commit, own_version
from tests.cli.running import invoke
from tests.processes import EmbeddedService
from tests.store.job_samples import stored_job
from tests.store.tour_samples import all_tours, store_all
from tests.toy import ToyKind


@pytest.fixture
def data(sqlite_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with all tours of 5x5."""
    monkeypatch.setitem(KINDS, "enumerate", ToyKind())
    database = open_database(sqlite_settings)
    store_all(database)
    database.close()
    return sqlite_settings.data


def test_tours(data: Path, tmp_path: Path) -> None:
    """Tours go to standard output or a file; arrays need a file."""
    run = CliRunner().invoke
    out = tmp_path / "tours.npy"
    lines = run(main, ["export", "tours", "--board", "5x5", "--data", str(data)]).stdout.splitlines()
    assert len(lines) == 1728
    assert len(json.loads(lines[0])["squares"]) == 25
    assert run(main, ["export", "tours", "--format", "npy", "--data", str(data)]).exit_code == 2
    assert run(main, ["export", "tours", "--format", "npy", "--out", str(out), "--data", str(data)]).exit_code == 0
    assert out.stat().st_size == 128 + 1728 * 25 * 4


@pytest.mark.parametrize(
    ("options", "number"),
    [
        (["--start", "1,1"], 304),
        (["--end", "3,3", "--since", "2000-01-01T00:00:00Z"], 64),
        (["--start", "1,1", "--until", "2000-01-01T00:00:00Z"], 0),
        (["--class", "0" * 16], 0),
        (["--open", "--start", "1,3"], 56),
        (["--symmetry", "3"], 0),
    ],
)
def test_filters(data: Path, options: list[str], number: int) -> None:
    """The lists' filters apply: 304 tours begin in a corner, 64 end in the middle, 56 begin in the middle of a side."""
    found = CliRunner().invoke(main, ["export", "tours", "--board", "5x5", *options, "--data", str(data)])
    assert len(found.stdout.splitlines()) == number


SYMMETRIC = 64
"""Tours of 5x5 that a half turn maps to their own reversal."""


@pytest.mark.parametrize(
    ("options", "fits"),
    [
        (["--contains", "a5-b3"], lambda tour: " 0 11 " in tour),
        (["--contains", "1,1-3,2;3,2-5,1"], lambda tour: " 0 11 20 " in tour),
        (["--at", "25:c3", "--start", "a5"], lambda tour: tour.startswith(" 0 ") and tour.endswith(" 12 ")),
        (["--contains", "a1-a2"], lambda _: False),
    ],
)
def test_filters_of_content(data: Path, options: list[str], fits: Callable[[str], bool]) -> None:
    """Exactly the tours with the given moves or numbers are exported; none at all is exit code 1."""
    wanted = {tour for tour in map(_words, all_tours().tolist()) if fits(tour)}
    done = CliRunner().invoke(main, ["export", "tours", "--board", "5x5", *options, "--data", str(data)])
    records = [json.loads(line) for line in done.stdout.splitlines()]
    found = [_words(5 * row + column - 6 for row, column in record["squares"]) for record in records]

    assert set(found) == wanted
    assert len(found) == len(wanted)
    assert done.exit_code == (0 if wanted else 1)


def _words(tour: Iterable[int]) -> str:
    return f" {' '.join(map(str, tour))} "


def test_types_of_symmetry(data: Path, tmp_path: Path) -> None:
    """The types partition all tours; an array, which states its number of rows first, is refused."""
    numbers = {}
    for name in ("none", "rotation180", "mirror-rows"):
        words = ["export", "tours", "--symmetry-type", name, "--data", str(data)]
        numbers[name] = len(CliRunner().invoke(main, words).stdout.splitlines())
    words = ["export", "tours", "--board", "5x5", "--symmetry-type", "rotation180", "--format", "npy"]
    array = CliRunner().invoke(main, [*words, "--out", str(tmp_path / "out"), "--data", str(data)])

    assert numbers == {"none": 1728 - SYMMETRIC, "rotation180": SYMMETRIC, "mirror-rows": 0}
    assert (array.exit_code, "search by content or statistics in another format" in array.stderr) == (2, True)


def test_the_filters_are_those_of_the_service() -> None:
    """The options of the export and of the list are exactly the parameters by which the service finds tours."""
    asked = {(field.alias or name).replace("_", "-") for name, field in TourFilters.model_fields.items()}
    apart = {"format", "classes", "out", "data", "limit", "count", "url", "token", "json", "sort"}
    for command in (export_tours, tours):
        options = {word.removeprefix("--") for one in command.params for word in one.opts}
        assert options - apart == asked


@pytest.mark.parametrize(
    ("options", "name"),
    [
        (["--start", "9,9"], "--start"),
        (["--class", "x"], "--class"),
        (["--since", "yesterday"], "--since"),
        (["--symmetry", "two"], "--symmetry"),
        (["--contains", "a1"], "--contains"),
        (["--at", "26:a1"], "--at"),
        (["--symmetry-type", "any"], "--symmetry-type"),
    ],
)
def test_a_filter_that_cannot_be_read(data: Path, options: list[str], name: str) -> None:
    """The problem names the option."""
    found = CliRunner().invoke(main, ["export", "tours", "--board", "5x5", *options, "--data", str(data)])
    assert (found.exit_code, name in found.stderr) == (2, True)


@pytest.mark.parametrize(
    ("form", "content"),
    [("jsonl", []), ("csv", []), ("npy", []), ("jsonl", ["--at", "1:a5"]), ("csv", ["--at", "1:a5"])],
)
def test_where_it_comes_from(data: Path, tmp_path: Path, form: str, content: list[str]) -> None:
    """A file beside it says when, from which question and by which code, how many tours, and the file's digest."""
    out = tmp_path / f"tours.{form}"
    words = ["export", "tours", "--board", "5x5", "--format", form, *content]
    done = CliRunner().invoke(main, [*words, "--out", str(out), "--data", str(data)])
    told = json.loads((tmp_path / f"tours.{form}.origin.json").read_text())

    assert (done.exit_code, done.stderr) == (0, "")
    assert told["file"] == out.name
    assert told["query"].startswith("tours?")
    assert "board=5x5" in told["query"]
    assert told["rows"] == (np.load(out).shape[0] if form == "npy" else out.read_text().count("\n") - (form == "csv"))
    assert told["sha256"] == hashlib.sha256(out.read_bytes()).hexdigest()
    assert (told["version"], told.get("commit")) == (own_version(), own_commit())
    assert datetime.fromisoformat(told["date"]).utcoffset() == timedelta(0)


def test_where_it_comes_from_on_standard_error(data: Path) -> None:
    """Standard output is the file alone; the origin goes to standard error, for counts too."""
    tours = CliRunner().invoke(main, ["export", "tours", "--start", "a5", "--board", "5x5", "--data", str(data)])
    counts = CliRunner().invoke(main, ["export", "counts", "--board", "5x5", "--data", str(data)])

    for done in (tours, counts):
        told = json.loads(done.stderr)
        assert told["rows"] == len(done.stdout.splitlines())
        assert told["sha256"] == hashlib.sha256(done.stdout.encode()).hexdigest()


def test_parquet_says_where_it_comes_from(data: Path, tmp_path: Path) -> None:
    """In its own metadata, with the digest of the squares: that of the array's rows. No file is put beside it."""
    parquet = pytest.importorskip("pyarrow.parquet")
    for form in ("parquet", "npy"):
        words = ["export", "tours", "--board", "5x5", "--format", form, "--out", str(tmp_path / form)]
        assert CliRunner().invoke(main, [*words, "--data", str(data)]).exit_code == 0
    told = json.loads(parquet.read_metadata(tmp_path / "parquet").metadata[b"cavalier"])

    assert told["rows"] == parquet.read_table(tmp_path / "parquet").num_rows == 1728
    assert told["query"] == "tours?board=5x5&format=parquet"
    assert told["squares_sha256"] == hashlib.sha256((tmp_path / "npy").read_bytes()[128:]).hexdigest()
    assert {path.name for path in tmp_path.iterdir()} >= {"npy.origin.json"}
    assert not (tmp_path / "parquet.origin.json").exists()


def test_a_b_file_says_where_it_comes_from(data: Path, tmp_path: Path) -> None:
    """Comments, which b-files allow, state the origin; the digest covers the lines below them."""
    database = open_database(Settings(data=data))
    with database.writing() as session:
        result = Result(counts=[Count(quantity="tours", value="16", method="backtrack")])
        record_result(session, stored_job(session, board="9x7"), parse_board("9x7"), result)
    database.close()
    out = tmp_path / "b.txt"
    words = ["export", "sequence", "9xn", "--first", "7", "--out", str(out), "--data", str(data)]
    assert CliRunner().invoke(main, words).exit_code == 0
    comments, _, terms = out.read_text().rpartition("\n7 ")

    assert terms == "16\n"
    assert "# rows: 1\n" in comments
    assert f"# sha256: {hashlib.sha256(f'7 {terms}'.encode()).hexdigest()}" in comments


def test_counts_and_sequence(data: Path) -> None:
    """Counts of the finished job are CSV; a family without counts gives an empty file."""
    run = CliRunner().invoke
    text = run(main, ["export", "counts", "--format", "csv", "--data", str(data)]).stdout
    assert text.startswith("board,piece,quantity,convention,value,starts,restriction,method,job,engine,outcome,")
    assert run(main, ["export", "sequence", "9xn", "--data", str(data)]).stdout == ""
    assert run(main, ["export", "sequence", "what", "--data", str(data)]).exit_code == 2


def test_a_sequence_of_a_service(service: EmbeddedService) -> None:
    """CAVALIER_URL names the service; what it does not know is said as of the data folder."""
    told = invoke(service, "export", "sequence", "3xn", "--quantity", "paths", "--first", "4", "--last", "8")
    assert [line for line in told.stdout.splitlines() if not line.startswith("#")] == [
        "4 8",
        "5 0",
        "6 0",
        "7 52",
        "8 396",
    ]
    unknown = invoke(service, "export", "sequence", "9xn", "--first", "9")
    assert "counted all tours of 9x9, the first board of 9xn" in unknown.output
