"""Squares in both notations in every command that takes them, with the answer in the question's notation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main
from engine.boards.labels import parse_board
from engine.boards.squares import parse_square
from engine.kinds.table import KINDS
from store.database.db import open_database
from store.settings import Settings
from tests.cli.running import invoke
from tests.processes import EmbeddedService
from tests.store.tour_samples import store_all
from tests.toy import ToyKind

DIAMETER = "No two squares of the board are more than 6 moves apart (its diameter)."

QUESTIONS = [
    ("count", "5x5", "--start", "SQUARE"),
    ("tour", "5x5", "--start", "SQUARE"),
    ("tour", "5x5", "--end", "SQUARE"),
    ("estimate", "5x5", "--start", "SQUARE"),
    ("distance", "5x5", "SQUARE", "e1"),
    ("distance", "5x5", "e1", "SQUARE"),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
def test_questions(question: tuple[str, ...], tmp_path: Path) -> None:
    """Both notations are accepted and printed as in specifications; a square beyond the board is quoted as typed."""

    def asked(square: str, *more: str) -> str:
        arguments = [square if word == "SQUARE" else word for word in question]
        done = CliRunner().invoke(main, [*arguments, "--data", str(tmp_path), *more])
        assert done.exit_code == (0 if more else 2)
        return done.stdout if more else done.stderr

    assert '"a5"' in asked("a5", "--spec")
    assert [1, 1] in [value[0] if isinstance(value[0], list) else value for value in _lists(asked("1,1", "--spec"))]
    assert "'9,9' is not a square of the board 5x5" in json.loads(asked("9,9"))["errors"][0]["detail"]
    assert "'a9' is not a square of the board 5x5" in json.loads(asked("a9"))["errors"][0]["detail"]


def _lists(text: str) -> list[list[object]]:
    return [value for value in json.loads(text).values() if isinstance(value, list)]


def test_exports(sqlite_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The filters of exports accept both notations."""
    monkeypatch.setitem(KINDS, "enumerate", ToyKind())
    database = open_database(sqlite_settings)
    store_all(database)
    database.close()
    told = [
        CliRunner().invoke(
            main, ["export", "tours", "--board", "5x5", "--start", square, "--data", str(sqlite_settings.data)]
        )
        for square in ("a5", "1,1", "9,9", "first")
    ]

    assert told[0].stdout == told[1].stdout
    assert len(told[0].stdout.splitlines()) == 304
    assert "--start: '9,9' is not a square" in told[2].stderr
    assert "--start: 'first' is neither" in told[3].stderr


def test_at_a_service(service: EmbeddedService) -> None:
    """Answers name squares as the question did, even if an equal job was asked in the other notation."""

    def said(*words: str) -> str:
        done = invoke(service, *words)
        assert done.exit_code == 0, done.output
        return done.stdout

    by_name, by_coordinates = said("distance", "8x8", "a1", "h8"), said("distance", "8x8", "8,1", "1,8")
    said("tour", "5x5", "--start", "a5")
    listed = [said("tours", "--board", "5x5", "--start", square) for square in ("a5", "1,1")]

    assert by_name.startswith(f"6 moves from a1 to h8, by 108 shortest ways. {DIAMETER}\none of them: a1 ")
    assert by_coordinates.startswith(f"6 moves from 8,1 to 1,8, by 108 shortest ways. {DIAMETER}\none of them: 8,1 ")
    assert " a5 " in listed[0]
    assert " 1,1 " in listed[1]
    assert " a5 " not in listed[1]


def test_looking_a_tour_up(service: EmbeddedService) -> None:
    """The canonical form is in the tour's notation."""
    board = parse_board("3x4")
    names = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1"
    pairs = " ".join(str(board.square(parse_square(board, name))) for name in names.split())
    told = [invoke(service, "tours", "find", "-", "--board", "3x4", text=text) for text in (names, pairs)]

    assert "canonical form a3 " in told[0].stdout
    assert "canonical form 1,1 " in told[1].stdout
