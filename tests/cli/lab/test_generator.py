"""Experiments with generators of one's own, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main


def told(*arguments: str) -> str:
    """Return what a command prints."""
    result = CliRunner().invoke(main, ["generator", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_table_of_a_field() -> None:
    """Fifteen powers, X^4 among them."""
    lines = told("field", "register-4-1-0").splitlines()
    assert len(lines) == 16
    assert lines[5].split() == ["X^4", "0011", "X", "+", "1"]
    assert json.loads(told("field", "register-4-1-0", "--json"))["primitive"] is True


def test_start_points() -> None:
    """The start points are the stated numbers of draws apart."""
    rows = json.loads(told("starts", "lcg-1000-21-7", "--count", "4", "--json"))["starts"]
    assert [row["draw"] for row in rows] == [0, 250, 500, 750]
    state = rows[0]["state"][0]
    for _ in range(250):
        state = (21 * state + 7) % 1000
    assert rows[1]["state"] == [state]


def test_multipliers() -> None:
    """The best multiplier comes first."""
    rows = json.loads(told("multipliers", "101", "--best", "3", "--json"))
    assert [row["least"] for row in rows] == sorted((row["least"] for row in rows), reverse=True)


def test_walkers_meet(tmp_path: Path) -> None:
    """The output states where they meet, and the picture shows how they came together."""
    picture = tmp_path / "apart.svg"
    text = told("synchronise", "maple", "--board", "5x5", "--lead", "100", "--svg", str(picture))
    assert "walk as one from there" in text
    assert picture.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "pointer"),
    [
        (("field", "maple"), "/name"),
        (("field", "register-20-3-0"), "/name"),
        (("starts", "additive-2-4"), "/every"),
        (("starts", "nobody"), "/name"),
        (("multipliers", "1125899906842625"), "/modulus"),
        (("synchronise", "maple", "--board", "30x30"), "/board"),
    ],
)
def test_faults_are_named(arguments: tuple[str, ...], pointer: str) -> None:
    """Exit code 2, and the field."""
    result = CliRunner().invoke(main, ["generator", *arguments])
    assert result.exit_code == 2
    assert json.loads(result.stderr)["errors"][0]["pointer"] == pointer


def test_what_people_are_told() -> None:
    """Output for people has the same figures as JSON, and says whether a polynomial is primitive."""
    rows = json.loads(told("starts", "lcg-1000-21-7", "--count", "3", "--every", "10", "--json"))["starts"]
    first, *lines = told("starts", "lcg-1000-21-7", "--count", "3", "--every", "10").splitlines()
    assert first.endswith("a start every 10 draws")
    assert lines == [f"{row['draw']}\t{' '.join(map(str, row['state']))}" for row in rows]
    assert "not primitive" in told("field", "register-4-2-0").splitlines()[0]
