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


def test_one_term_is_printed(tmp_path: Path) -> None:
    """Far along, with what it counts on the other stream; what is not known names the option."""
    asked_for = ("family", "3xn", "--terms", "200", "--data", str(tmp_path), "--term")
    far = answered(*asked_for, "1000000000000000000", "--modulo", "1000000007")
    assert far.returncode == 0, far.stderr
    assert far.stdout == "a(1000000000000000000) = 500673871 (mod 1000000007)\n"
    assert "exact: closed tours without direction, by the recurrence of order 42, which is proved" in far.stderr
    refused = answered(*asked_for, "10001")
    assert (refused.returncode, "/term" in refused.stderr) == (2, True)
    assert answered("family", "3xn", "--modulo", "7").returncode == 2
