"""Squares of many lines parsed at once give the same as line by line, whatever their text."""

from __future__ import annotations

import json

import numpy as np
import pytest

from engine.boards.labels import parse_board
from findings.imports import tour_checks
from findings.imports.records import BadLineError, TourLine, TourRecord, parse_line, read_line
from findings.imports.tour_checks import check_tours
from store.tours.encoding import class_text
from tests.reference.imports import line, rows, some_tours

KNIGHT = (1, 2)
SAID = {
    "job": "one", "engine": "e", "found_at": "2020-01-31T12:00:00.250000Z", "closed": False, "symmetry": 1,
    "class": "0123456789abcdef",
}  # fmt: skip
LABELS = ("1x1", "5x5", "3x10", "12x9", "torus:4x5", "cube:2", "3x4x3", "mask:####/####/####/###./####")


def read(text: bytes) -> TourLine:
    """Read a line of a tour."""
    found = read_line(text)
    assert isinstance(found, TourLine)
    return found


@pytest.mark.parametrize("label", LABELS)
def test_tours_of_every_sort_of_board(label: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Short and long coordinates in any dimension are parsed together and equal the reference rows."""
    board = parse_board(label)
    lines = [line(board, path, **(SAID | {"closed": None})) for path in some_tours(label, min(4, board.size))]
    bare = [text.replace(b',"class":"0123456789abcdef"', b"") for text in lines]
    monkeypatch.setattr(tour_checks, "_paths", None)
    batch, faults = check_tours(board, KNIGHT, [read(text) for text in bare])
    assert faults == []
    known = rows(bare)
    assert [path.tobytes() for path in batch.paths] == [row.path for row in known]
    assert batch.class_keys.tolist() == [row.class_key for row in known]
    assert batch.symmetry.tolist() == [row.symmetry for row in known]
    assert batch.closed.tolist() == [row.closed for row in known]


BOARD = parse_board("12x9")
PATH = some_tours("12x9", 1)[0]
KEY = class_text(rows([line(BOARD, PATH, job="one")])[0].class_key)
SOUND = line(BOARD, PATH, **(SAID | {"class": KEY}))
FIRST = SOUND.partition(b'"squares":[')[2].partition(b"]")[0] + b"]"
WRITTEN = (
    b"[01,1]", b"[1,01]", b"[,1]", b"[1,]", b"[]", b"[1]", b"[1,1,1]", b"[0,1]", b"[1,0]", b"[-1,1]", b"[+1,1]",
    b"[1.0,1]", b"[1e0,1]", b"[true,1]", b"[null,1]", b'["1",1]', b"[[1,1]]", b"[13,1]", b"[1,10]", b"[99999,1]",
    b"[9999999,1]", b"[%b,1]" % (b"9" * 30), b"[1,1],[1,1]", b"[1,1", b"[1;1]", b"[x", b"x", b"1", FIRST + b" ",
    FIRST.replace(b",", b" , "), b" " + FIRST, FIRST,
)  # fmt: skip


@pytest.mark.parametrize("written", WRITTEN)
def test_a_square_written_otherwise(written: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A square in any other form is refused or read as in a single line; its neighbours stay valid."""
    text = SOUND.replace(FIRST, written, 1)
    lines = [read(SOUND), read(text), read(SOUND)]
    batch, faults = check_tours(BOARD, KNIGHT, lines)
    assert [place for place, _ in faults] == ([1] if _fault(text) else [])
    assert all(fault.startswith(("squares", "is not JSON")) for _, fault in faults)
    monkeypatch.setattr(tour_checks, "_all_paths", lambda *_: None)
    alone, told = check_tours(BOARD, KNIGHT, lines)
    assert told == faults
    assert alone.paths.tolist() == batch.paths.tolist()


def _fault(text: bytes) -> str:
    """Return the fault of a line parsed whole; empty if its squares are those of the valid line."""
    try:
        record = parse_line(text)
    except BadLineError as error:
        return str(error)
    assert isinstance(record, TourRecord)
    return "" if record.squares == json.loads(SOUND)["squares"] else "squares"


def test_squares_that_are_numbered_alike_on_no_board() -> None:
    """A square removed by a mask is named."""
    board = parse_board("mask:####/####/####/###./####")
    path = some_tours(board.label, 1)[0]
    text = line(board, path, **SAID)
    removed = text.replace(json.dumps(board.square(path[3]), separators=(",", ":")).encode(), b"[4,4]", 1)
    (fault,) = check_tours(board, KNIGHT, [read(removed)])[1]
    assert fault == (0, f"squares: [4, 4] is not a square of {board.label}")


def test_numbers_in_brackets() -> None:
    """Numbers with up to the maximum of digits are read."""
    given = np.array([1, 10, 100, 99999, 7, 123456])
    text = b"[" + b",".join(str(number).encode() for number in given.tolist()) + b"]"
    found = tour_checks._positive(text)
    assert found is not None
    assert found.tolist() == given.tolist()
    assert tour_checks._positive(b"[1234567]") is None
