"""Lines of an export: split into parts if written in the export's form, else parsed whole."""

from __future__ import annotations

import json

import pytest

from findings.imports import records
from findings.imports.records import BadLineError, TourLine, TourRecord, parse_line, read_line

SAID = {
    "board": "3x4", "piece": "1,2", "job": "one", "engine": "e", "found_at": "2020-01-31T12:00:00.250000Z",
    "closed": False, "symmetry": 1, "class": "0123456789abcdef", "squares": [[1, 1], [2, 3]],
}  # fmt: skip
LINE = json.dumps(SAID, separators=(",", ":"))


def test_a_line_of_the_export_is_not_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line in the export's form is split into the same parts as by full parsing."""
    whole = parse_line(LINE.encode())
    assert isinstance(whole, TourRecord)
    monkeypatch.setattr(records, "parse_line", None)
    read = read_line(LINE.encode() + b"\n")
    assert isinstance(read, TourLine)
    assert whole.found_at is not None
    assert whole.class_ is not None
    assert read.head.model_dump(exclude={"squares", "found_at", "class_"}) == whole.model_dump(
        exclude={"squares", "found_at", "class_"}
    )
    assert (read.found_at, read.class_) == (whole.found_at.timestamp(), whole.class_.encode())
    assert json.loads(read.squares) == whole.squares


OTHERS = {
    "spaces": json.dumps(SAID),
    "another order": json.dumps(dict(reversed(SAID.items())), separators=(",", ":")),
    "more fields": LINE.replace('{"board"', '{"more":{"x":[1]},"board"'),
    "more at the end": LINE.replace("]]}", ']],"more":[[1]]}'),
    "another zone": LINE.replace("12:00:00.250000Z", "13:00:00.25+01:00"),
    "no time": LINE.replace('"found_at":"2020-01-31T12:00:00.250000Z",', ""),
    "null": LINE.replace('"closed":false', '"closed":null'),
    "escapes": LINE.replace('"one"', '"\\u006fne"'),
    "fields twice": LINE.replace('"board":"3x4"', '"board":"9x9","class":"x","symmetry":3,"board":"3x4"'),
    "what looks like the middle, in a text": LINE.replace('"e"', json.dumps(',"found_at":"2020-01-31T12:00:00Z"')),
    "and in an object": LINE.replace('"board"', '"x":{"board":"5x5","piece":"1,2","job":"j"},"board"'),
}


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_other_lines_say_the_same(text: str) -> None:
    """In any other form a line gives the same parts as full parsing."""
    whole, read = parse_line(text.encode()), read_line(text.encode())
    assert isinstance(whole, TourRecord)
    assert isinstance(read, TourLine)
    said = {"squares", "found_at", "class_"}
    assert read.head.model_dump(exclude=said) == whole.model_dump(exclude=said)
    assert read.found_at == (None if whole.found_at is None else whole.found_at.timestamp())
    assert read.class_ == (None if whole.class_ is None else whole.class_.encode())
    assert isinstance(again := parse_line(read.line), TourRecord)
    assert again.squares == whole.squares


FAULTY = {
    "board": (LINE.replace('"3x4"', "34"), "board: "),
    "job": (LINE.replace('"one"', '""'), "job: "),
    "time": (LINE.replace("-31T", "-32T"), "found_at: "),
    "class": (LINE.replace('"0123456789abcdef"', "5"), "class: "),
    "symmetry": (LINE.replace('"symmetry":1', '"symmetry":01'), "is not JSON"),
    "a text that does not end": (LINE.replace('"3x4",', '"3x4,'), "is not JSON"),
    "an object that does not end": (LINE.replace('"engine"', '"x":{"engine"'), "is not JSON"),
    "an object that ends twice": (LINE + "}", "is not JSON"),
}


@pytest.mark.parametrize(("text", "fault"), FAULTY.values(), ids=FAULTY)
def test_faults_are_told_as_of_the_whole_line(text: str, fault: str) -> None:
    """The error names the field, or says that the line is not JSON, as in full parsing."""
    with pytest.raises(BadLineError) as whole:
        parse_line(text.encode())
    with pytest.raises(BadLineError) as found:
        read_line(text.encode())
    assert str(found.value) == str(whole.value)
    assert str(found.value).startswith(fault)


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
def test_a_time_that_utc_has_not_is_a_fault(time: str) -> None:
    """A time outside the range of UTC is refused, since it could not be listed or exported."""
    with pytest.raises(BadLineError, match="found_at: is not within"):
        read_line(LINE.replace("2020-01-31T12:00:00.250000Z", time).encode())
