"""Pages of a campaign: requested boards and specifications, parsed into jobs ready to be stored.

Errors name the faulty board or specification by its place in the request.
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from engine.boards.board import Board
from engine.boards.labels import board_definition
from engine.errors import InvalidProblemError
from engine.kinds.parse import Fault, InvalidSpecificationError, parse_template
from engine.specification.fields import MAX_AFTER, BoardSpecification, MaskBoard
from engine.specification.problem import Faults, board_field, normalise, resolve_board
from store.jobs.lifecycle import DraftJob, admit_later, come_after

MAX_JOBS = 10_000
MAX_FAULTS = 100
READING_SECONDS = 20.0
"""Time limit for parsing a page: boards of millions of squares take long."""

Document = dict[str, object]


@dataclass(frozen=True)
class Known:
    """Contents of a campaign: boards and specifications as JSON, and the pairs (of indices) that have a job."""

    boards: Sequence[object] = ()
    specifications: Sequence[Document] = ()
    cells: Collection[tuple[int, int]] = ()


NOTHING = Known()


@dataclass(frozen=True)
class GridRequest:
    """Boards and specifications to combine, each with each; None: those of the campaign.

    chain: whether each job of a board waits for the previous one, in the order of the specifications.
    """

    boards: Sequence[str | MaskBoard] | None
    specifications: Sequence[Mapping[str, object]] | None
    chain: bool = False


@dataclass(frozen=True)
class Page:
    """Jobs to store, each with the indices of its board and specification.

    known: the campaign before this page. boards, specifications: all of the campaign, including this page.
    """

    known: Known
    boards: list[object]
    specifications: list[Document]
    cells: list[tuple[int, int, DraftJob]]


@dataclass
class _Axis:
    """All boards (or specifications) of the campaign, with new ones, and the indices of those on this page.

    places: by index, where each one on the page is in the request; None: it is from the campaign.
    """

    name: str
    all: list[Any]
    numbers: list[int] = field(default_factory=list)
    places: dict[int, str | None] = field(default_factory=dict)

    def add(self, value: object, place: str | None, faults: list[Fault]) -> int | None:
        """Add an entry of the request; return its index, None for a repetition."""
        number = self._index.setdefault(_key(value), len(self.all))
        if number == len(self.all):
            self.all.append(value)
        if number in self.places:
            faults.append(Fault(place or "", f"the same as {self.places[number]}"))
            return None
        self.numbers.append(number)
        self.places[number] = place
        return number

    def take_all(self) -> None:
        """Use all entries of the campaign."""
        self.numbers = list(range(len(self.all)))
        self.places = dict.fromkeys(self.numbers)

    def __post_init__(self) -> None:
        self._index = {_key(value): number for number, value in enumerate(self.all)}


def read_page(request: GridRequest, known: Known, most_shards: int, owner: str | None = None) -> Page:
    """Parse every job of a request. InvalidSpecificationError lists up to 100 faults.

    known: contents of the campaign to extend. most_shards: as in `admit`.
    """
    faults: list[Fault] = []
    _check_size(request, known)
    columns, typed = _read_specifications(request.specifications, known, faults)
    rows, boards = _Axis("boards", list(known.boards)), _sent_boards(request.boards, known)
    cells: list[tuple[int, int, DraftJob]] = []
    deadline = time.monotonic() + READING_SECONDS
    for place, value in boards:
        board = _board(value, place, faults)
        if board is None or (number := rows.add(board_definition(board), place, faults)) is None:
            continue
        for column in columns.numbers:
            where = _Place(place, board.label, columns.places[column], column)
            if time.monotonic() > deadline:
                faults.append(where.fault("/board", f"to read so much takes over {READING_SECONDS:g} s: send less"))
            elif (number, column) in known.cells:
                faults.append(where.fault("/board", "the campaign has this board with this specification already"))
            elif (draft := _draft(typed[column], board, where, faults, (most_shards, owner))) is not None:
                cells.append((number, column, draft))
            if len(faults) >= MAX_FAULTS or time.monotonic() > deadline:
                raise InvalidSpecificationError(faults[:MAX_FAULTS])
    if request.chain:
        faults += dict.fromkeys(_chain(cells, columns.places))
    if faults:
        raise InvalidSpecificationError(faults[:MAX_FAULTS])
    return Page(known, rows.all, columns.all, cells)


def _chain(cells: Sequence[tuple[int, int, DraftJob]], places: Mapping[int, str | None]) -> Iterator[Fault]:
    """Make each job wait for the previous one on its board; yield the faults. places: of the specifications."""
    for (row, _, before), (same, column, draft) in pairwise(cells):
        if row == same:
            after = [*(draft.columns["specification"].get("after") or ()), before.columns["public_id"]]
            if len(after) > MAX_AFTER:
                most = MAX_AFTER - 1
                message = f"in a chain at most {most} jobs: the one before it on the board is one more"
                yield Fault(f"{places[column] or '/specifications'}/after", message)
            come_after(draft, after)


@dataclass(frozen=True)
class _Place:
    """A job's board label and specification number, and where both are in the request (None: in the campaign)."""

    board: str | None
    label: str
    specification: str | None
    number: int

    def fault(self, pointer: str, message: str) -> Fault:
        """Return the request's fault for one at this pointer of the job's specification."""
        inside = pointer.removeprefix("/board") if pointer.split("/")[1:2] == ["board"] else None
        if self.board is not None and inside is not None:
            return Fault(self.board + inside, f"{message} (specification {self.number})")
        if self.specification is not None:
            return Fault(self.specification + (pointer if inside is None else ""), f"{message} (board {self.label})")
        return Fault(str(self.board), f"{message} (specification {self.number}, {pointer})")


def _check_size(request: GridRequest, known: Known) -> None:
    boards = len(known.boards if request.boards is None else request.boards)
    specifications = len(known.specifications if request.specifications is None else request.specifications)
    if boards * specifications > MAX_JOBS:
        pointer = "/specifications" if request.boards is None else "/boards"
        size = f"{boards} boards with {specifications} specifications are {boards * specifications} jobs"
        raise InvalidSpecificationError([Fault(pointer, f"{size}: send at most {MAX_JOBS} at a time")])


def _read_specifications(
    sent: Sequence[Mapping[str, object]] | None, known: Known, faults: list[Fault]
) -> tuple[_Axis, dict[int, BoardSpecification]]:
    """Return all specifications, and those of the page by index, parsed."""
    axis, typed = _Axis("specifications", list(known.specifications)), {}
    if sent is None:
        axis.take_all()
        return axis, {number: parse_template(value) for number, value in enumerate(known.specifications)}
    for index, raw in enumerate(sent):
        place = f"/specifications/{index}"
        try:
            read = parse_template(raw)
        except InvalidSpecificationError as error:
            faults += [Fault(place + fault.pointer, fault.message) for fault in error.faults]
            continue
        size = read.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"board"})
        number = axis.add(size, place, faults)
        if number is not None:
            typed[number] = read
    return axis, typed


def _sent_boards(sent: Sequence[str | MaskBoard] | None, known: Known) -> Iterator[tuple[str | None, str | MaskBoard]]:
    """Yield the boards of the page, each with its place in the request, None if it is the campaign's."""
    if sent is not None:
        yield from ((f"/boards/{index}", value) for index, value in enumerate(sent))
        return
    yield from ((None, value if isinstance(value, str) else MaskBoard.model_validate(value)) for value in known.boards)


def _board(value: str | MaskBoard, place: str | None, faults: list[Fault]) -> Board | None:
    try:
        return resolve_board(value, place or "/boards")
    except InvalidProblemError as error:
        faults.append(Fault(error.pointer, error.message))
        return None


def _draft(
    template: BoardSpecification,
    board: Board,
    where: _Place,
    faults: list[Fault],
    terms: tuple[int, str | None],
) -> DraftJob | None:
    """Return the job of a template on a board, None if it is invalid."""
    wrong = Faults()
    problem = normalise(template.model_copy(update={"board": board_field(board)}), wrong)
    if problem is not None:
        try:
            return admit_later(problem, *terms)
        except InvalidProblemError as error:
            wrong.append((error.pointer, error.message))
    faults += [where.fault(pointer, message) for pointer, message in wrong]
    return None


def _key(value: object) -> str:
    return json.dumps(value, sort_keys=True)
