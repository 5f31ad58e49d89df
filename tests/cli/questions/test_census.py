"""`cavalier census`: what it asks, and the table that it prints."""

from __future__ import annotations

from pathlib import Path

from tests.cli.questions.test_commands import answered, asked


def test_questions_are_specifications() -> None:
    """All closed tours unless others are asked for; a number of draws makes it a sample."""
    assert asked("census", "6x6") == {"kind": "census", "board": "6x6"}
    assert asked("census", "5x6", "--open", "--sample", "500", "--seed", "9") == {
        "kind": "census",
        "board": "5x6",
        "tours": "open",
        "method": "sample",
        "draws": 500,
        "rng": {"seed": 9},
    }
    assert asked("census", "8x8", "--statistic", "moves_ene", "--statistic", "across_row_4", "--moves") == {
        "kind": "census",
        "board": "8x8",
        "statistics": ["moves_ene", "across_row_4"],
        "moves": True,
    }
    drawn = {"kind": "census", "board": "8x8", "method": "index", "draws": 500}
    assert asked("census", "8x8", "--sample", "500", "--index") == drawn


def test_its_table_is_printed(tmp_path: Path) -> None:
    """The answer, then a row for each statistic."""
    done = answered("census", "5x6", "--data", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("8 undirected tours, each with ")
    assert "undirected tours, exact" in done.stdout
    assert "Squares passed straight on" in done.stdout


def test_an_endless_search_is_not_begun_unasked(tmp_path: Path) -> None:
    """All closed tours of 8x8 cannot be met: the command says how long it would take, and what answers sooner."""
    for words in (("census", "8x8"), ("count", "20x20")):
        done = answered(*words, "--data", str(tmp_path))
        assert done.returncode == 2
        assert "this takes about" in done.stderr
        assert "--anyway begins it all the same" in done.stderr
    assert "`cavalier estimate` estimates the number." in done.stderr
