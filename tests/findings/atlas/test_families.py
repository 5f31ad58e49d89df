"""Families in the atlas: their file, and the agreement of their terms with other counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.boards.piece import KNIGHT
from engine.kinds.strip.specification import StripFigures
from engine.kinds.strip.term import find_term
from findings.atlas.entries import AtlasFigure, Entry, all_entries
from findings.atlas.families import (
    FILE,
    FamilyEntry,
    confirm,
    family_entries,
    family_entry,
    read_families,
    write_families,
)
from findings.references.data_files import all_figures

MAX_BYTES = 1_200_000
SPECIFICATION = {"kind": "strip", "family": "5xn", "piece": "knight", "tours": "closed", "terms": 6, "order": 0}
ENTRY = FamilyEntry(SPECIFICATION, "c0de", 1.5, {"terms": ["0", "0", "0", "0", "0", "8"]})


def single_board(board: str, **values: int) -> Entry:
    """Return what the atlas would hold of one board."""
    figures = tuple(AtlasFigure(name, "directed", str(value), "frontier") for name, value in values.items())
    return Entry(board, "1,2", {"kind": "enumerate"}, "c0de", 0.1, None, figures)


def test_entries_are_made_of_results() -> None:
    """Entries omit the fields that say how a job was run."""
    job = {"spec": {**SPECIFICATION, "priority": 3}, "code_digest": "c0de", "cpu_seconds": 1.50049}
    document = {"job": job, "extra": {"strip": ENTRY.figures}}
    assert family_entry(document) == ENTRY
    assert (ENTRY.key, ENTRY.subject) == ("5xn/1,2/strip/closed", ("5xn", KNIGHT, "closed"))


def test_files_are_read_back_and_the_same_to_the_byte(tmp_path: Path) -> None:
    """A file is read back and written with equal bytes, in key order; no file means no entries."""
    other = replace(ENTRY, specification={**SPECIFICATION, "tours": "any"})
    one, two = tmp_path / "one.gz", tmp_path / "two.gz"
    write_families(one, [ENTRY, other])
    write_families(two, [other, ENTRY])
    assert read_families(one) == (other, ENTRY)
    assert one.read_bytes() == two.read_bytes()
    assert read_families(tmp_path / "none.gz") == ()


def test_single_boards_confirm_terms() -> None:
    """Equal counts of single boards confirm terms; other boards and later terms are not compared."""
    boards = [single_board("5x6", cycles=8), single_board("5x4", cycles=0), single_board("5x7", cycles=1)]
    assert confirm([ENTRY], boards) == [replace(ENTRY, confirmed=2)]
    open_ones = replace(ENTRY, specification={**SPECIFICATION, "tours": "open"}, figures={"terms": ["1", "5"]})
    both = [single_board("5x2", tours=14, closed=4), single_board("5x1", tours=1)]
    assert confirm([open_ones], both) == [replace(open_ones, confirmed=1)]


def test_a_single_board_that_differs_is_named() -> None:
    """A differing board is named, and nothing is confirmed."""
    with pytest.raises(ValueError, match="5xn/1,2/strip/closed: 5x6"):
        confirm([ENTRY], [single_board("5x6", cycles=9)])


def test_all_terms_are_those_of_single_boards() -> None:
    """In the atlas hundreds of boards confirm terms, in strips of three to five rows as far as these go."""
    found = {entry.key: entry for entry in confirm(family_entries().values(), all_entries())}
    assert all(found[entry.key].confirmed >= entry.confirmed for entry in family_entries().values())
    assert sum(entry.confirmed for entry in found.values()) > 900
    assert found["3xn/1,2/strip/closed"].confirmed >= 100
    assert found["5xn/1,2/strip/closed"].confirmed >= 60
    assert found["8xn/1/strip/closed"].confirmed >= 8


def test_terms_are_those_in_print() -> None:
    """Closed tours of 3xn equal the terms in the OEIS."""
    printed = {
        figure.board: figure.value
        for figure in all_figures()
        if figure.note and "A070030" in figure.note and figure.quantity == "cycles"
    }
    terms = family_entries()["3xn", KNIGHT, "closed"].figures["terms"]
    common = {board: value for board, value in printed.items() if board and board.startswith("3x")}
    assert len(common) >= 3
    assert {board: int(terms[int(board.removeprefix("3x")) - 1]) for board in common} == {
        board: int(value) for board, value in common.items()
    }


def test_recurrences_tell_the_terms_that_were_counted() -> None:
    """The recurrence found from half of the terms gives the last one, where half suffice to determine it."""
    told = 0
    for entry in family_entries().values():
        StripFigures.model_validate(entry.figures)
        terms, after = entry.figures["terms"], entry.figures.get("after", 0)
        if entry.figures.get("recurrence") is not None and after < len(terms):
            fewer = {**entry.figures, "terms": terms[: max(after, len(terms) // 2)]}
            assert find_term(fewer, len(terms)).value == terms[-1], entry.key
            told += 1
    assert told > 25


def test_the_file_is_small() -> None:
    """The file stays small, as every installation includes it."""
    assert 0 < FILE.stat().st_size < MAX_BYTES
