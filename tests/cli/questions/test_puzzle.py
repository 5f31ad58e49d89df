"""`cavalier puzzle`: what it asks, and the grid that it prints."""

from __future__ import annotations

from pathlib import Path

from tests.cli.questions.test_commands import answered, asked


def test_options_are_fields() -> None:
    """Only what was said stands in the specification."""
    assert asked("puzzle", "6x6") == {"kind": "puzzle", "board": "6x6"}
    assert asked("puzzle", "6x6", "--closed", "--guesses", "0", "--tries", "3", "--seed", "9", "--piece", "1,2") == {
        "kind": "puzzle",
        "board": "6x6",
        "piece": [1, 2],
        "tours": "closed",
        "guesses": 0,
        "rng": {"streams": 3, "seed": 9},
    }


def test_the_grid_is_solved_by_complete(tmp_path: Path) -> None:
    """What one command prints the other reads."""
    made = answered("puzzle", "5x5", "--tries", "1", "--data", str(tmp_path))
    assert made.returncode == 0, made.stderr
    answer, _, grid = made.stdout.partition("\n")
    assert "and one solution" in answer
    (tmp_path / "grid.txt").write_text(grid)
    solved = answered("complete", "5x5", str(tmp_path / "grid.txt"), "--data", str(tmp_path))
    assert solved.stdout.startswith("Exactly one tour has all that is given"), solved.stdout + solved.stderr
