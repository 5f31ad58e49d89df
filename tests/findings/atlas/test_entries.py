"""The data file of the atlas."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from engine.boards.existence.decide import existence
from engine.boards.labels import parse_board
from engine.boards.symmetry import square_classes
from engine.kinds.parse import parse_specification
from engine.specification.normal_form import as_json
from findings.atlas.entries import all_entries, entry_key, read_entries, write_entries
from tests.findings.atlas.samples import sample_entry


def test_written_and_read(tmp_path: Path) -> None:
    """Entries are read as written, by name; equal entries give equal bytes, and no file means no entries."""
    small = replace(sample_entry(), board="3x4", certificate={"modulus": "97"})
    for name, entries in {"one": [sample_entry(), small], "other": [small, sample_entry()]}.items():
        write_entries(tmp_path / name, entries)

    assert read_entries(tmp_path / "one") == (small, sample_entry())
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    assert read_entries(tmp_path / "none") == ()


def test_what_comes_with_this_version() -> None:
    """Each entry has a unique name and a specification in the normal form of this code."""
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


def test_two_colours_refute_the_camel() -> None:
    """A leaper whose components add up to an even number stays on one colour, so it has no tour of a flat board."""
    entries = [entry for entry in all_entries() if entry.piece == "1,3" and parse_board(entry.board).surface == "flat"]
    assert len(entries) == 8
    for entry in entries:
        assert {figure.value for figure in entry.figures} == {"0"}, entry.key
        assert existence(parse_board(entry.board), (1, 3), "any").impossible
    assert "2 parts that no move joins, of 50, 50 squares" in existence(parse_board("10x10"), (1, 3), "any").explanation


def test_censuses_add_up() -> None:
    """Tours by value add up to the count, and the moves at each square to twice the count."""
    figures = [figure for entry in all_entries() for figure in entry.figures if figure.by_value or figure.by_move]
    assert len(figures) > 20
    for figure in figures:
        if figure.by_value:
            assert sum(map(int, figure.by_value.values())) == int(figure.value)
        uses: Counter[str] = Counter()
        for move, number in (figure.by_move or {}).items():
            for square in move.split(";"):
                uses[square] += int(number)
        assert set(uses.values()) <= {2 * int(figure.value)}
