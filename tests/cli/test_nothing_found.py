"""Commands that find nothing, which say so with exit code 1."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main
from tests.cli.running import invoke
from tests.processes import EmbeddedService

HERE = [
    ("export", "tours"),
    ("export", "tours", "--format", "csv"),
    ("export", "tours", "--format", "npy", "--out", "OUT"),
    ("export", "counts", "--board", "7x7", "--out", "OUT"),
    ("export", "sequence", "9xn", "--out", "OUT"),
    ("keys", "list"),
    ("known", "9x11"),
    ("index", "list"),
]
AT_A_SERVICE = [
    ("jobs", "--board", "17x19"),
    ("tours", "--board", "17x19"),
    ("tours", "--board", "17x19", "--count"),
]


@pytest.mark.parametrize("words", HERE, ids=" ".join)
def test_here(words: tuple[str, ...], tmp_path: Path) -> None:
    """A command on an empty data folder writes no file."""
    out = tmp_path / "out"
    arguments = [str(out) if word == "OUT" else word for word in words]
    done = CliRunner().invoke(main, [*arguments, "--data", str(tmp_path / "data")])

    assert (done.exit_code, done.stdout) == (1, "")
    assert json.loads(done.stderr)["detail"].startswith("there is no ")
    assert not out.exists()


@pytest.mark.parametrize("words", AT_A_SERVICE, ids=" ".join)
def test_at_a_service(service: EmbeddedService, words: tuple[str, ...]) -> None:
    """With --json the list is empty, and the exit code is also 1."""
    people, machines = invoke(service, *words), invoke(service, *words, "--json")

    assert people.exit_code == machines.exit_code == 1
    assert "there is no " in people.stderr
    found = json.loads(machines.stdout)
    assert found == [] or found["tours"] == "0"


def test_comparing_with_nothing(service: EmbeddedService) -> None:
    """A job without an equal one has no exact count to compare with."""
    job = invoke(service, "submit", "-", text='{"kind": "test-generator", "generator": "pcg64dxsm", "trials": 1}')
    done = invoke(service, "compare", job.stdout.strip(), "--exact")

    assert (done.exit_code, done.stdout) == (1, "")
    assert "no other job that has counted completely" in done.stderr
