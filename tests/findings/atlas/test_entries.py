"""The data file of the atlas."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from engine.boards.labels import parse_board
from engine.boards.symmetry import square_classes
from engine.kinds.parse import parse_specification
from engine.specification.normal_form import as_json
from findings.atlas.entries import all_entries, entry_key, read_entries, write_entries
from tests.findings.atlas.samples import sample_entry


def test_written_and_read(tmp_path: Path) -> None:
    """Entries come back as they were, by name; the same entries give the same bytes; no file is no entry."""
    small = replace(sample_entry(), board="3x4", certificate={"modulus": "97"})
    for name, entries in {"one": [sample_entry(), small], "other": [small, sample_entry()]}.items():
        write_entries(tmp_path / name, entries)

    assert read_entries(tmp_path / "one") == (small, sample_entry())
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    assert read_entries(tmp_path / "none") == ()


def test_what_comes_with_this_version() -> None:
    """Each entry has a name of its own, and a specification that this code reads as the one that it is."""
    entries = all_entries()
    assert entries
    assert max(Counter(entry.key for entry in entries).values()) == 1
    for entry in entries:
        read = as_json(parse_specification(entry.specification))
        assert {name: read[name] for name in entry.specification} == entry.specification, entry.key
        assert entry.key == entry_key(entry.board, entry.piece, read)
        assert len({figure.quantity for figure in entry.figures}) == len(entry.figures)
        assert entry.cpu_seconds >= 0


def test_starts_make_up_the_whole() -> None:
    """Tours from all squares of every class are the tours of the board."""
    for entry in all_entries():
        for figure in entry.figures:
            if figure.by_start is not None:
                sizes = square_classes(parse_board(entry.board)).sizes.tolist()
                values = [int(value) for value in figure.by_start.values()]
                assert sum(map(int.__mul__, sizes, values)) == int(figure.value), entry.key
