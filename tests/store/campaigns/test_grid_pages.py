"""Pages are read whole: each job has its place, and each fault names its board or specification."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kinds.enumerate.planner import Enumeration
from engine.kinds.parse import InvalidSpecificationError, parse_specification
from engine.kinds.table import KINDS
from engine.specification.fields import MAX_AFTER, MaskBoard
from engine.specification.normal_form import as_json, fingerprint
from store.campaigns import grid_pages
from store.campaigns.grid_pages import NOTHING, GridRequest, Known, read_page
from tests.store.campaigns.samples import CLOSED, COUNT, page_of


@pytest.fixture(autouse=True)
def toy_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the real kind, whose refusals are tested here."""
    monkeypatch.setitem(KINDS, "enumerate", Enumeration())


def faults(*page: Any, known: Known = NOTHING) -> list[tuple[str, str]]:
    """Return what is wrong with a page."""
    with pytest.raises(InvalidSpecificationError) as refused:
        page_of(*page, known=known)
    return [(fault.pointer, fault.message) for fault in refused.value.faults]


def test_every_board_meets_every_specification() -> None:
    """Each job is the one that would be submitted alone; boards and specifications are kept in their normal form."""
    page = page_of(["5x5", "3x4"], [COUNT, CLOSED | {"label": "closed"}])

    assert [(row, column) for row, column, _ in page.cells] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    drafts = [draft.columns for _, _, draft in page.cells]
    alone = [parse_specification(one | {"board": board}) for board in ("5x5", "3x4") for one in (COUNT, CLOSED)]
    assert [draft["fingerprint"] for draft in drafts] == [fingerprint(as_json(one)) for one in alone]
    assert [draft["label"] for draft in drafts] == [None, "closed", None, "closed"]
    assert page.boards == ["5x5", "3x4"]
    assert [one["tours"] for one in page.specifications] == ["any", "closed"]
    assert all("board" not in one for one in page.specifications)


def test_squares_are_read_on_each_board() -> None:
    """a1 is a different square on each board; a square that a board lacks is refused with the name of that board."""
    page = page_of(["5x5", "6x6"], [COUNT | {"starts": ["a1"]}])
    assert [draft.columns["specification"]["starts"] for _, _, draft in page.cells] == [[[5, 1]], [[6, 1]]]

    ((pointer, message),) = faults(["8x8", "5x5"], [COUNT, COUNT | {"starts": ["a1", "h8"]}])
    assert pointer == "/specifications/1/starts/1"
    assert message.endswith("(board 5x5)")


def test_all_that_is_wrong_is_named() -> None:
    """All faults in boards and specifications, and all duplicates, are named at once."""
    unlike = COUNT | {"tours": "half", "metod": "auto"}
    found = faults(
        ["5x5", "nonsense", "5x5", MaskBoard(rows=["##", "#x"])],
        [COUNT, unlike, COUNT, {"kind": "test-generator"}, COUNT | {"board": "5x5"}, {"kind": "nothing"}],
    )

    assert [pointer for pointer, _ in found] == [
        "/specifications/1/tours", "/specifications/1/metod", "/specifications/2", "/specifications/3/kind",
        "/specifications/4/board", "/specifications/5/kind", "/boards/1", "/boards/2", "/boards/3/rows/1",
    ]  # fmt: skip
    assert dict(found)["/specifications/2"] == "the same as /specifications/0"
    assert dict(found)["/boards/2"] == "the same as /boards/0"


def test_what_a_kind_refuses_names_the_board_and_the_specification() -> None:
    """A board that is too large for a search is named, with the specification that asks for the search."""
    ((pointer, message),) = faults(["5x5", "2000x2000"], [COUNT | {"method": "backtrack"}])
    assert pointer == "/boards/1"
    assert message.endswith("(specification 0)")


def test_a_page_has_a_size() -> None:
    """A page has at most 10,000 jobs, and an error names at most 100 faults."""
    ((pointer, message),) = faults(["5x5"] * 101, [COUNT] * 100)
    assert (pointer, "10100 jobs" in message) == ("/boards", True)
    assert len(faults([f"{n}x" for n in range(200)], [COUNT])) == 100


def test_reading_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that takes too long to read is refused at the board where the time ran out."""
    monkeypatch.setattr(grid_pages, "READING_SECONDS", -1.0)
    ((pointer, message),) = faults()
    assert (pointer, "send less" in message) == ("/boards/0", True)


def test_a_further_page_adds_what_is_not_there() -> None:
    """An omitted list means all known entries, new ones continue the numbering, and an existing cell is refused."""
    first = page_of(["5x5", "3x4"], [COUNT])
    known = Known(first.boards, first.specifications, {(0, 0), (1, 0)})

    column = page_of(None, [CLOSED], known)
    assert [(row, column) for row, column, _ in column.cells] == [(0, 1), (1, 1)]
    row = page_of(["6x6"], None, known)
    assert [(row, column) for row, column, _ in row.cells] == [(2, 0)]
    assert (row.boards, row.specifications) == ([*first.boards, "6x6"], first.specifications)
    gap = page_of(["3x4"], [COUNT], Known(first.boards, first.specifications, {(0, 0)}))
    assert [(row, column) for row, column, _ in gap.cells] == [(1, 0)]

    assert [pointer for pointer, _ in faults(["6x6", "5x5"], None, known=known)] == ["/boards/1"]
    assert [pointer for pointer, _ in faults(None, [COUNT], known=known)] == ["/specifications/0"] * 2
    ((pointer, message),) = faults(["1x1"], None, known=Known((), [COUNT | {"starts": [[2, 2]]}], set()))
    assert (pointer, message.endswith("(specification 0, /starts/0)")) == ("/boards/0", True)


def test_a_chain_leaves_room_for_the_job_before() -> None:
    """A job follows at most a hundred others, its predecessor in the chain included, and can be read again."""
    others = [f"{number:016x}" for number in range(MAX_AFTER)]
    pages = [others[:99], others]
    asked = [GridRequest(["5x5", "3x4"], (COUNT, CLOSED | {"after": after}), chain=True) for after in pages]
    page = read_page(asked[0], NOTHING, 20_000)
    first, then = page.cells[0][2].columns, page.cells[1][2].columns
    assert parse_specification(then["specification"]).after == [*others[:99], first["public_id"]]
    with pytest.raises(InvalidSpecificationError) as refused:
        read_page(asked[1], NOTHING, 20_000)
    (fault,) = refused.value.faults
    assert fault.pointer == "/specifications/1/after"
