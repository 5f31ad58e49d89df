"""`cavalier plan`: the table, the document, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from engine.errors import InvalidProblemError
from engine.kinds.admission import plan_or_defer
from engine.kinds.parse import parse_problem


def plan(*arguments: str, language: str = "en") -> Result:
    """Run the command."""
    return CliRunner().invoke(main, ["--language", language, "plan", *arguments])


def document(*arguments: str) -> dict[str, Any]:
    """Return what the command prints for machines."""
    done = plan(*arguments, "--json")
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_plan_says_what_each_number_is() -> None:
    """Estimated sizes and times have low and high ends; a board that fits is accepted."""
    found = document("8x8", "--closed", "--workers", "2", "--disk", "1000", "--network", "1000")
    assert not found["exact"]
    assert found["accepted"]
    assert (found["frontier"], found["key_bits"], found["sweeps"], found["busy_workers"]) == (18, 55, 1, 2)
    for name in ("peak_states", "states", "core_hours", "hours", "disk_bytes", "written_bytes", "network_bytes"):
        assert 0 < found[name]["low"] < found[name]["value"] < found[name]["high"]
    assert found["specification"]["tours"] == "closed"
    slow = document("8x8", "--closed", "--workers", "2", "--network", "10")
    assert slow["transfer_hours"]["value"] == pytest.approx(100 * found["transfer_hours"]["value"])


@pytest.mark.parametrize(("disk", "room"), [("25", "enough"), ("1", "uncertain"), ("0.001", "too little")])
def test_room_is_compared_with_both_ends(disk: str, room: str) -> None:
    """The files of 8x8 are estimated at 3 GiB, between a tenth and six times that."""
    assert document("8x8", "--closed", "--disk", disk)["room"] == room
    assert document("8x8", "--closed")["room"] is None


def test_refused_boards_are_planned() -> None:
    """10x10 needs wider keys; 9x9 has as many sweeps as classes of start squares of its larger colour."""
    wide = document("10x10", "--closed", "--workers", "50")
    assert wide["key_bits"] > wide["max_key_bits"]
    assert not wide["accepted"]
    odd = document("9x9", "--open", "--start", "a1", "--workers", "50")
    assert odd["sweeps"] == 1
    assert 1e9 < odd["states"]["value"] < 1e13


def test_tables_speak_both_languages() -> None:
    """The table is followed by the basis of its figures and whether a job accepts the sweep."""
    english, french = (plan("6x8", "--closed", "--workers", "2", language=code).stdout for code in ("en", "fr"))
    assert "widest frontier, squares (exact)" in english
    assert "Not exact: estimates" in english
    assert "A job accepts this sweep." in english
    assert "cœur-heures" in french
    assert "estimate" not in french


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (("nowhere",), "/board"), (("1x1",), "/board"), (("5x5", "--closed"), "/board"), (("60x60",), "/board"),
        (("5000x5000",), "/board"), (("6x6", "--start", "z9"), "/starts"), (("6x6", "--piece", "cow"), "/piece"),
        (("6x6", "--workers", "0"), "--workers"), (("6x6", "--workers", "many"), "--workers"),
        (("6x6", "--disk", "-1"), "--disk"), (("6x6", "--disk", "nan"), "--disk"),
        (("6x6", "--network", "fast"), "--network"), (("6x6", "--network", "inf"), "--network"),
        (("6x6", "--network", "0"), "--network"),
    ],
)  # fmt: skip
def test_faults_are_named(arguments: tuple[str, ...], field: str) -> None:
    """The exit code is 2, and the field is named."""
    done = plan(*arguments)
    assert done.exit_code == 2
    assert field in done.stderr
    assert done.stdout == ""


def test_a_refused_sweep_names_the_command() -> None:
    """The refusal names the command that shows what the sweep would need."""
    asked = {"kind": "enumerate", "board": "12x12", "tours": "closed", "method": "frontier"}
    with pytest.raises(InvalidProblemError, match="cavalier plan"):
        plan_or_defer(parse_problem(asked), 0, None)
