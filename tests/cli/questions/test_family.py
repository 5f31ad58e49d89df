"""`cavalier family`: what it asks, and what it prints."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.questions.test_commands import answered, asked


def test_questions_are_specifications() -> None:
    """The default is closed tours of a knight."""
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
    """The answer comes first, then the terms; a wrong family is refused by its field."""
    done = answered("family", "3xn", "--terms", "100", "--data", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("The counts obey a linear recurrence of order 42.")
    assert "a(10) = 16" in done.stdout
    assert "coefficients of the recurrence: 0, 6, 0, 64" in done.stdout
    refused = answered("family", "5x5", "--data", str(tmp_path))
    assert refused.returncode == 2
    assert "/family" in refused.stderr


def test_what_the_atlas_has_is_not_counted(tmp_path: Path) -> None:
    """The command says so; --again counts, and more terms than known need a job."""
    asked_for = ("family", "3xn", "--terms", "12", "--order", "0", "--data", str(tmp_path))
    known = answered(*asked_for)
    assert "The terms are exact, by Cavalier atlas (strip)." in known.stdout
    assert known.stdout.splitlines()[-1].startswith("coefficients")
    assert ("a(12) = 176" in known.stdout, "a(13)" in known.stdout) == (True, False)
    assert "this was known already; --again computes it" in known.stderr
    counted = answered(*asked_for, "--again")
    assert "Cavalier atlas" not in counted.stdout
    assert "a(12) = 176" in counted.stdout
    assert "begins" in counted.stderr


def test_one_term_is_printed(tmp_path: Path) -> None:
    """Standard output has the term alone, standard error what it counts; a term out of reach names the option."""
    asked_for = ("family", "3xn", "--terms", "200", "--data", str(tmp_path), "--term")
    far = answered(*asked_for, "1000000000000000000", "--modulo", "1000000007")
    assert far.returncode == 0, far.stderr
    assert far.stdout == "a(1000000000000000000) = 500673871 (mod 1000000007)\n"
    assert "exact: closed tours without direction, by the recurrence of order 42, which is proved" in far.stderr
    refused = answered(*asked_for, "10001")
    assert (refused.returncode, "/term" in refused.stderr) == (2, True)
    assert answered("family", "3xn", "--modulo", "7").returncode == 2


def test_powers_that_divide_are_printed(tmp_path: Path) -> None:
    """Two jobs, of closed and of open tours, are compared; conflicting options are refused."""
    asked_for = ("family", "3xn", "--divides", "--data", str(tmp_path))
    done = answered(*asked_for)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith(
        "denominators modulo 2147483647, 2147483629: Q of degree 42 of closed tours, R of degree "
    )
    assert lines[1:3] == ["Q^1 divides R", "Q^2 divides R"]
    assert lines[3].startswith("Q^3 does not divide R: remainders of degree ")
    found = json.loads(answered(*asked_for, "--json").stdout)
    assert (found["divisor"], [one["divides"] for one in found["powers"]]) == (42, [True, True, False])
    assert answered(*asked_for, "--closed").returncode == 2
