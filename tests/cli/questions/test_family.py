"""`cavalier family`: what it asks, and what it prints."""

from __future__ import annotations

from pathlib import Path

from tests.cli.questions.test_commands import answered, asked


def test_questions_are_specifications() -> None:
    """Closed tours of a knight unless others are asked for."""
    assert asked("family", "5xn") == {"kind": "strip", "family": "5xn"}
    assert asked("family", "4xn", "--open", "--terms", "9", "--order", "0", "--piece", "1,3") == {
        "kind": "strip",
        "family": "4xn",
        "piece": [1, 3],
        "tours": "open",
        "terms": 9,
        "order": 0,
    }


def test_terms_and_recurrence_are_printed(tmp_path: Path) -> None:
    """The answer, then the terms; what is no family names the field."""
    done = answered("family", "3xn", "--terms", "100", "--data", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("The counts obey a linear recurrence of order 42.")
    assert "a(10) = 16" in done.stdout
    assert "coefficients of the recurrence: 0, 6, 0, 64" in done.stdout
    refused = answered("family", "5x5", "--data", str(tmp_path))
    assert refused.returncode == 2
    assert "/family" in refused.stderr
