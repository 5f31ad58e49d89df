"""Contributions to the OEIS: in its format, true to the record, and equal to the drafts in the documentation."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from findings.atlas.load import load_atlas
from findings.exports.contribution import Contribution, contribution_text, oeis_b_file, related_sequences
from findings.exports.oeis_program import program_lines
from findings.exports.sequences import KnownSequence, known_sequences
from store.database.db import Database
from tests.processes import ROOT

FOLDER = ROOT / "docs" / "how-to" / "oeis"


@pytest.fixture
def found(sqlite_database: Database) -> dict[tuple[str, str], KnownSequence]:
    """Return the sequences of the atlas, by family and quantity."""
    with sqlite_database.writing() as session:
        load_atlas(session)
        return {(one.family, one.quantity): one for one in known_sequences(session)}


def draft(found: dict[tuple[str, str], KnownSequence], family: str, quantity: str) -> Contribution:
    """Return the contribution that the command writes without a name."""
    one = found[family, quantity]
    number = next((match.number for match in one.oeis), None)
    return Contribution(one, number, related=related_sequences(one, list(found.values()), number))


def fields(text: str) -> dict[str, list[str]]:
    """Return the lines of a contribution by their letter; fail on any other line."""
    lines: dict[str, list[str]] = {}
    for line in text.splitlines():
        if not line.startswith("# "):
            matched = re.fullmatch(r"%([A-Za-z]) (A\d{6})(?: (.*))?", line)
            assert matched is not None, line
            lines.setdefault(matched[1], []).append(matched[3] or "")
    return lines


@pytest.mark.parametrize(
    ("family", "quantity", "first", "last"),
    [
        ("nxn", "paths", 1, 4),
        ("nxn", "tours", 1, 4),
        ("3xn", "closed", 2, 6),
        ("3xn", "tours", 1, 5),
        ("5xn", "cycles", 1, 4),
        ("torus:3xn", "cycles", 3, 3),
        ("torus:3xn", "tours", 3, 3),
        ("cylinder:3xn", "cycles", 3, 5),
        ("cylinder:nx3", "cycles", 3, 4),
    ],
)
def test_the_program_counts_the_terms(
    found: dict[tuple[str, str], KnownSequence], family: str, quantity: str, first: int, last: int
) -> None:
    """The program, which shares no code with ours, gives the same counts."""
    one = found[family, quantity]
    head, *source, asked = program_lines(one, "")
    assert head == "(Python)"
    assert asked == f"print([a(n) for n in range({one.first}, {one.first + 3})])"
    names: dict[str, object] = {}
    exec("\n".join(source), names)
    count = names["a"]
    assert callable(count)
    assert [count(n) for n in range(first, last + 1)] == list(one.terms[first - one.first : last + 1 - one.first])


def test_no_program_where_it_would_be_long(found: dict[tuple[str, str], KnownSequence]) -> None:
    """Where a program would be long, none is written."""
    assert list(program_lines(found["klein:3xn", "cycles"], "")) == []
    assert list(program_lines(found["2x3xn", "cycles"], "")) == []
    assert list(program_lines(found["3xn", "open_classes"], "")) == []


def test_further_terms(found: dict[tuple[str, str], KnownSequence]) -> None:
    """The head names the terms that extend the known ones, and no author is filled in."""
    asked = draft(found, "6xn", "cycles")
    text, lines = contribution_text(asked), fields(contribution_text(asked))
    assert asked.further == list(range(11, 21))
    assert "# extends these by n = 11..20\n" in text
    assert "# add your name" in text
    assert lines["E"] == ["a(11)-a(20)"]
    assert "A" not in lines
    assert lines["O"] == ["1,5"]
    assert lines["K"] == ["nonn,hard"]
    assert set(re.findall(r"%\w (A\d+)", text)) == {"A175881"}
    terms = "".join(lines[letter][0] for letter in "STU").split(",")
    assert tuple(map(int, terms)) == asked.sequence.terms[: len(terms)]
    assert all(len(lines[letter][0]) <= 76 for letter in "STU")
    assert oeis_b_file(asked).splitlines()[4] == "5 8"


def test_a_new_sequence_with_a_name(found: dict[tuple[str, str], KnownSequence]) -> None:
    """The author is in the fields where the OEIS expects it, and the surface is explained."""
    asked = replace(draft(found, "torus:3xn", "cycles"), author="Jane Doe", date="Nov 26 2026")
    lines = fields(contribution_text(asked))
    assert lines["A"] == ["_Jane Doe_, Nov 26 2026"]
    assert lines["C"] == ["Rows and columns wrap around."]
    assert lines["H"][0].startswith('Jane Doe, <a href="/A000000/b000000.txt">')
    assert lines["N"] == ["Number of closed knight's tours (undirected Hamiltonian cycles) on a 3 X n torus."]
    assert "E" not in lines


def test_what_is_printed_otherwise_is_corrected(found: dict[tuple[str, str], KnownSequence]) -> None:
    """A corrected term is listed in the head with both values."""
    asked = replace(draft(found, "6xn", "cycles"))
    wrong = replace(asked, sequence=replace(asked.sequence, terms=(*asked.sequence.terms[:6], 7)))
    assert wrong.corrected == [7]
    assert "# corrects n = 7: 7 for 1067638\n" in contribution_text(wrong)
    assert wrong.further == []
    assert "# has no term behind these\n" in contribution_text(wrong)


def test_a_recurrence_is_called_empirical(found: dict[tuple[str, str], KnownSequence]) -> None:
    """A short recurrence is written out, with the number of terms that obey it."""
    doubling = replace(found["3xn", "cycles"], first=1, terms=(1, 1, 2, 3, 5, 8, 13, 21))
    (line,) = fields(contribution_text(Contribution(doubling)))["F"]
    assert line.startswith("Empirical: a(n) = a(n-1) + a(n-2) for n > 2; 8 terms obey it, 4 of them were not needed")
    (line,) = fields(contribution_text(draft(found, "3xn", "cycles")))["F"]
    assert line.startswith("Empirical: a linear recurrence with constant coefficients of order ")


@pytest.mark.parametrize(("family", "quantity"), [("6xn", "cycles"), ("torus:3xn", "cycles")])
def test_the_drafts_are_what_the_command_writes(
    found: dict[tuple[str, str], KnownSequence], family: str, quantity: str
) -> None:
    """The drafts and their b-files equal the command's output byte for byte."""
    asked = draft(found, family, quantity)
    name = asked.number or f"{quantity}-of-{family.replace(':', '-')}"
    assert (FOLDER / f"{name}.txt").read_text() == contribution_text(asked)
    assert (FOLDER / f"{name}.b.txt").read_text() == oeis_b_file(asked)


def test_the_page_lists_what_the_oeis_has_not(found: dict[tuple[str, str], KnownSequence]) -> None:
    """The page has a row for each undirected sequence whose terms, or some of them, the OEIS lacks."""
    page = (FOLDER.parent / "oeis.md").read_text()
    rows = re.findall(r"^\| `(\S+)` \| `(\w+)` \| (\d+)-(\d+) \| (\S+) \| (.+) \|$", page, re.MULTILINE)
    expected = []
    for (family, quantity), one in found.items():
        asked = draft(found, family, quantity)
        new = "all" if asked.number is None else f"{asked.further[0]}-{one.last}" if asked.further else ""
        if new and one.convention == "undirected":
            expected.append((family, quantity, str(one.first), str(one.last), asked.number or "none", new))
    assert rows == expected
