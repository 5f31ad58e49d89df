"""`cavalier query` against a real service."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from tests.cli.running import invoke
from tests.cli.service.test_compare import COUNT, ended
from tests.processes import EmbeddedService

SQL = "SELECT quantity, value FROM count_list WHERE job = :job ORDER BY quantity"


def test_a_question(service: EmbeddedService, tmp_path: Path) -> None:
    """The answer is the same as a table, as JSON and as a file."""
    job = ended(service, COUNT)
    named = ["--parameter", f"job={job}"]
    table = invoke(service, "query", SQL, *named)
    document = json.loads(invoke(service, "query", SQL, *named, "--json").stdout)
    file = tmp_path / "counts.csv"
    written = invoke(service, "query", SQL, *named, "--output", str(file))

    marked = invoke(service, "query", "SELECT '[/red] as it is' AS \"[b]\"").stdout
    assert "[/red] as it is" in marked
    assert "[b]" in marked
    assert (table.exit_code, written.exit_code) == (0, 0), table.output + written.output
    assert document["columns"] == ["quantity", "value"]
    assert all(value in table.stdout for row in document["rows"] for value in row)
    assert list(csv.reader(file.read_text().splitlines())) == [document["columns"], *document["rows"]]


def test_values_and_limits(service: EmbeddedService) -> None:
    """Numeric parameters are numbers and others text; standard error says that rows were left out."""
    sql = "SELECT typeof(:a) AS a, typeof(:b) AS b, typeof(:c) AS c UNION ALL SELECT 1, 2, 3"
    values = [part for one in ("a=1.5", "b=true story", "c=null") for part in ("--parameter", one)]
    done = invoke(service, "query", sql, *values, "--limit", "1")
    assert done.stdout.split()[-3:] == ["real", "text", "null"]
    assert "more rows than 1" in done.stderr


def test_what_is_wrong(service: EmbeddedService, tmp_path: Path) -> None:
    """The exit code is 2, with the reason."""
    for arguments, said in (
        (["DELETE FROM jobs"], "begins with SELECT"),
        (["SELECT 1", "--parameter", "x"], "NAME=VALUE"),
        (["SELECT 1", "--output", str(tmp_path / "x.txt")], ".parquet"),
    ):
        done = invoke(service, "query", *arguments)
        assert (done.exit_code, said in done.stderr) == (2, True), done.output


def test_an_answer_without_rows(service: EmbeddedService) -> None:
    """Standard output is empty, standard error says so, and the exit code is 0."""
    done = invoke(service, "query", "SELECT id FROM job_list WHERE id = 'nobody'")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "the answer has no rows" in done.stderr
