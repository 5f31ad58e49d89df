"""Questions without JSON: what they ask, and the answer first."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cli.main import main
from engine.kinds.parse import parse_specification
from tests.processes import ROOT, EmbeddedService, cavalier, clean_environment


def asked(*arguments: str) -> dict[str, Any]:
    """Return the specification that a question prints."""
    result = CliRunner().invoke(main, [*arguments, "--spec"])
    assert result.exit_code == 0, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def answered(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Ask in a process of its own."""
    command = cavalier(*arguments)
    return subprocess.run(command, cwd=ROOT, env=clean_environment({}), capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "specification"),
    [
        (("count", "8x8", "--closed"), {"kind": "enumerate", "board": "8x8", "tours": "closed"}),
        (
            ("count", "5x5", "--start", "a1", "--start", "1,3", "--by-end"),
            {"kind": "enumerate", "board": "5x5", "starts": ["a1", [1, 3]], "by_end": True},
        ),
        (("tour", "10x10", "--closed"), {"kind": "construct", "board": "10x10", "tours": "closed"}),
        (
            ("tour", "10x10", "--closed", "--symmetry", "rotation90"),
            {"kind": "construct", "board": "10x10", "tours": "closed", "symmetry": "rotation90"},
        ),
        (
            ("tour", "8x8", "--closed", "--fewest", "turns", "--exchanges", "5000"),
            {"kind": "construct", "board": "8x8", "tours": "closed", "fewest": "turns", "exchanges": 5000},
        ),
        (
            ("tour", "8x8", "--open", "--most", "crossings"),
            {"kind": "construct", "board": "8x8", "tours": "open", "most": "crossings"},
        ),
        (
            ("tour", "4x4x4", "--start", "1,1,1", "--end", "2,2,4"),
            {"kind": "construct", "board": "4x4x4", "start": [1, 1, 1], "end": [2, 2, 4]},
        ),
        (
            ("estimate", "10x10", "--open", "--error", "0.05"),
            {"kind": "sample", "board": "10x10", "tours": "open", "budget": {"relative_error": 0.05}},
        ),
        (
            ("complete", "5x5", "--given", "a1=1", "--given", "1,3=9", "--path", "b3 d4", "--bar", "c5 b3", "--all"),
            {
                "kind": "complete",
                "board": "5x5",
                "givens": [{"square": "a1", "number": 1}, {"square": "1,3", "number": 9}],
                "paths": [["b3", "d4"]],
                "barred": [["c5", "b3"]],
                "limit": "none",
            },
        ),
        (("distance", "8x8", "a1", "h8"), {"kind": "distance", "board": "8x8", "from": "a1", "to": "h8"}),
        (
            ("distance", "8x8", "a1", "--piece", "1,3"),
            {"kind": "distance", "board": "8x8", "piece": [1, 3], "from": "a1", "to": "all"},
        ),
        (
            ("distance", "8x8", "a1", "--via", "e4", "--via", "3,3", "--walk", "snake", "--body", "3"),
            {
                "kind": "distance",
                "board": "8x8",
                "from": "a1",
                "to": "all",
                "via": ["e4", [3, 3]],
                "walk": "snake",
                "body": 3,
            },
        ),
    ],
)
def test_questions_are_specifications(arguments: tuple[str, ...], specification: dict[str, Any]) -> None:
    """--spec prints a complete specification of the question and runs nothing."""
    assert asked(*arguments) == specification
    parse_specification(specification)


def test_the_answer_comes_first(tmp_path: Path) -> None:
    """One sentence comes first, then its table; a repeated question is not computed again."""
    first = answered("count", "3x4", "--data", str(tmp_path), "--again")
    again = answered("count", "3x4", "--data", str(tmp_path))

    assert first.stdout.startswith("16 directed tours; none of them closes.\ntours by start square\n")
    assert again.stdout.startswith("16 directed tours; none of them closes.\nExact, by job ")
    assert "begins" in first.stderr
    assert "begins" not in again.stderr
    found = answered("count", "3x4", "--data", str(tmp_path), "--json")
    assert {one["quantity"]: one["value"] for one in json.loads(found.stdout)["counts"]}["tours"] == "16"


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (("count", "8x8", "--start", "a1"), "1,222,177,251,161,336 directed tours; 26,534,728,821,064 of them close."),
        (("count", "6x9", "--closed"), "364,496,537,520 directed closed tours, as 3,374,967,940 cycles."),
        (("estimate", "6x6"), "6,637,920 directed tours; 710,064 of them close, 9,862 cycles."),
    ],
)
def test_what_is_known_is_not_computed(arguments: tuple[str, ...], answer: str, tmp_path: Path) -> None:
    """The recorded number and its sources come at once, without a job; --json gives them as a result."""
    result = CliRunner().invoke(main, [*arguments, "--data", str(tmp_path)])
    document = json.loads(CliRunner().invoke(main, [*arguments, "--data", str(tmp_path), "--json"]).stdout)

    assert result.exit_code == 0
    first, second, *_ = result.stdout.splitlines()
    assert first == answer
    assert second.startswith("Exact, by Cavalier atlas (sweep")
    assert "--again computes it" in result.stderr
    assert (document["job"]["id"], document["job"]["answer"]) == (None, answer)
    assert {one["exact"] for one in document["counts"]} == {True}
    assert document["known"][0]["sources"][0]["kind"] == "atlas"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("8x8", "--start", "a1"),
            "8x8 from a1: 1,222,177,251,161,336 directed tours; 26,534,728,821,064 of them close.",
        ),
        (("8x8", "--start", "8,1"), "8x8 from 8,1: 1,222,177,251,161,336 directed tours; "),
        (("8x8", "--closed"), "8x8: 1,698,222,644,548,096 directed closed tours, as 13,267,364,410,532 cycles."),
        (("5x5", "--start", "a1", "--end", "a2"), "5x5 from a1 to a2: There is no tour. Colour the squares"),
    ],
)
def test_a_number_is_asked_for_in_words(arguments: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    """The answer is one sentence with squares as typed; an unknown number names the command that counts it."""
    result = CliRunner().invoke(main, ["known", *arguments, "--data", str(tmp_path)])
    unknown = CliRunner().invoke(main, ["known", "8x8", "--start", "a1", "--end", "b1", "--data", str(tmp_path)])

    assert result.exit_code == 0
    assert result.stdout.startswith(sentence)
    assert unknown.exit_code == 1
    assert "cavalier count 8x8 --start a1" in unknown.stderr


def test_a_tour_is_printed_and_drawn(tmp_path: Path) -> None:
    """A tour is printed as its numbered board; where no tour exists, the proof is."""
    picture = tmp_path / "tour.svg"
    tour = answered("tour", "6x6", "--closed", "--data", str(tmp_path), "--svg", str(picture))
    none = answered("tour", "5x5", "--closed", "--data", str(tmp_path))

    lines = tour.stdout.splitlines()
    assert lines[0].startswith("A closed tour, built by ")
    assert sorted(int(number) for line in lines[1:] for number in line.split()) == list(range(1, 37))
    assert picture.read_text().startswith("<svg")
    assert none.stdout.startswith("There is no closed tour. Colour the squares")


def test_what_is_known_needs_no_job(tmp_path: Path) -> None:
    """A fresh database has the figures of the atlas and publications, each with its convention and OEIS number."""
    result = CliRunner().invoke(main, ["known", "8x8", "--data", str(tmp_path)])
    document = CliRunner().invoke(main, ["known", "8x8", "--data", str(tmp_path), "--json"])

    (line,) = (line for line in result.stdout.splitlines() if "13,267,364,410,532" in line)
    assert "Cavalier atlas (sweep, counted again by knightcount), OEIS A001230" in line
    assert "exact       Cavalier atlas (sum over start squares), OEIS A165134" in result.stdout
    assert "Counts from the …" in result.stdout  # a title too long for the line ends with a whole word
    assert "9,000" not in result.stdout
    statements = json.loads(document.stdout)
    starts = [one["subject"]["starts"] for one in statements]
    assert [[3, 4]] in starts, "the atlas has tours from some squares"
    assert line.count("Cavalier atlas") == 1, "by several sweeps"
    assert None not in {one["convention"] for one in statements}
    certified = CliRunner().invoke(main, ["known", "6x10", "--data", str(tmp_path)])
    assert "Cavalier atlas (sweep, certified), OEIS" in certified.stdout


@pytest.mark.parametrize("arguments", [("known", "8z8"), ("distance", "8x8", "a9"), ("count", "8x8", "--start", "z1")])
def test_what_is_wrong_is_pointed_at(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """The exit code is 2, and the problem quotes the board or square as typed."""
    result = CliRunner().invoke(main, [*arguments, "--data", str(tmp_path)])

    assert result.exit_code == 2
    fault = json.loads(result.stderr)["errors"][0]
    assert arguments[-1] in fault["detail"]


def test_questions_to_a_service(service: EmbeddedService) -> None:
    """A service answers the same questions, and its jobs are listed by title. No other test counts this board."""
    at_once = CliRunner().invoke(main, ["count", "3x9", "--url", service.url])
    here = CliRunner().invoke(main, ["count", "3x9", "--url", service.url, "--again"])
    corner = CliRunner().invoke(main, ["known", "8x8", "--start", "a1", "--url", service.url])
    known = CliRunner().invoke(main, ["known", "3x9", "--url", service.url])
    jobs = CliRunner().invoke(main, ["jobs", "--url", service.url, "--board", "3x9", "--kind", "enumerate"])

    assert at_once.exit_code == 0, (at_once.stdout, at_once.stderr)
    assert at_once.stdout.startswith("1,120 directed tours; none of them closes.\nExact, by ")
    assert "Cavalier atlas" in at_once.stdout
    assert here.stdout.startswith("1,120 directed tours; none of them closes.\ntours by start square")
    assert corner.stdout.startswith("8x8 from a1: 1,222,177,251,161,336 directed tours")
    assert "directed tours" in known.stdout
    assert "All tours of 3x9, by start square" in jobs.stdout


def test_an_address_without_a_scheme() -> None:
    """It is refused at once, with the expected form."""
    result = CliRunner().invoke(main, ["jobs", "--url", "localhost:8000"])

    assert result.exit_code == 2
    assert "begins with http://" in json.loads(result.stderr)["detail"]
