"""Field types that every specification shares."""

from __future__ import annotations

from math import isfinite
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    ValidationInfo,
    field_validator,
    model_validator,
)

from engine.boards.board import Board
from engine.boards.existence.verdict import Tours
from engine.boards.masks import MAX_ROWS
from engine.boards.surfaces.table import Rectangle
from engine.errors import InvalidProblemError
from engine.streams.catalogue import generator_facts


def _integral(value: object) -> object:
    """Accept 3 and 3.0; refuse booleans and strings, which pydantic's lax mode would turn into numbers."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("must be an integer")  # noqa: TRY004  pydantic reports ValueError with the field's place
    return value


def _real(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError("must be a number")  # noqa: TRY004  pydantic reports ValueError with the field's place
    try:
        number = float(value)
    except OverflowError as error:
        raise ValueError("is too large") from error
    if not isfinite(number):
        raise ValueError("must be a finite number")
    return number


Label = Annotated[
    str, Field(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$", description="free text shown beside the job")
]
"""One line of text: control characters are refused (PostgreSQL does not store NUL in text)."""


def _generator_name(name: str) -> str:
    try:
        return generator_facts(name).name
    except InvalidProblemError as error:
        raise ValueError(error.message) from error


def _available_streams(streams: int, info: ValidationInfo) -> int:
    generator = info.data.get("generator")
    if generator is not None and streams > (most := generator_facts(generator).streams):
        raise ValueError(f"{generator} has at most {most} streams")
    return streams


KnownGenerator = Annotated[str, AfterValidator(_generator_name)]
Int = Annotated[int, BeforeValidator(_integral)]
Streams = Annotated[Int, AfterValidator(_available_streams), Field(ge=1, le=65536, validate_default=True)]
"""A number of streams that the field `generator` before it can be split into."""

Real = Annotated[float, BeforeValidator(_real)]


def text_or_parts(value: object) -> str:
    """Tell text from structure, so that only the faults of the form that was meant are reported."""
    return "text" if isinstance(value, str) else "parts"


Square = Annotated[Annotated[list[Int], Tag("parts")] | Annotated[str, Tag("text")], Discriminator(text_or_parts)]
"""Coordinates [row, column, ...] from 1, also as text ("1,1"), or a name on a flat board; normalised to coordinates."""

Direction = list[Int]


class Model(BaseModel):
    """Base of all specification models: unknown fields are refused, instances do not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class MaskBoard(Model):
    """A board with squares removed: as rows of text, as the squares left, or as the squares removed."""

    rows: list[str] | None = Field(
        default=None,
        min_length=1,
        max_length=MAX_ROWS,
        description="rows from the top, '#' a square, '.' no square; layers have an empty row between them",
    )
    squares: list[list[Int]] | None = Field(
        default=None, min_length=1, max_length=1_000_000, description="the squares by their coordinates"
    )
    board: str | None = Field(default=None, description="the label of a board, with `removed`")
    removed: list[Square] | None = Field(default=None, max_length=1_000_000, description="squares taken off `board`")
    surface: Literal[Rectangle, "cube"] | None = Field(
        default=None, description="how the sides of `rows` or `squares` are glued; with borders if not given"
    )

    @model_validator(mode="after")
    def _one_form(self) -> MaskBoard:
        if sum(form is not None for form in (self.rows, self.squares, self.board)) != 1:
            raise ValueError("give exactly one of 'rows', 'squares' and 'board'")
        if (self.board is None) != (self.removed is None):
            raise ValueError("'board' and 'removed' go together")
        if self.board is not None and self.surface is not None:
            raise ValueError("the label of 'board' names the surface already")
        return self


class FirstTours(Model):
    """Store the first `first` tours in search order."""

    first: Int = Field(ge=1, le=1_000_000_000, description="how many")


class RandomNumbers(Model):
    """The random streams a job draws from."""

    generator: KnownGenerator = Field(default="pcg64dxsm", max_length=64, description="random-number generator")
    seed: Int = Field(default=1, ge=0, le=2**64 - 1, description="where its streams begin")
    streams: Streams = Field(default=8, description="independent ones: each is a shard")


Confirmation = Annotated[bool | None, AfterValidator(lambda value: value or None)]
"""False means the same as no value."""


def _each_once(ids: list[str] | None) -> list[str] | None:
    if ids and len(set(ids)) < len(ids):
        raise ValueError("names a job twice")
    return ids or None


MAX_AFTER = 100
"""Jobs that a job may come after."""

JobIds = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=32)]] | None,
    Field(max_length=MAX_AFTER),
    AfterValidator(_each_once),
]
"""Ids of jobs; an empty list means the same as no value."""


class Specification(Model):
    """Fields common to every kind of job. `kind` is the name of one."""

    kind: str
    label: Label | None = None
    priority: Int = Field(default=0, ge=-1000, le=1000, description="higher goes first")
    weight: Real = Field(
        default=1.0,
        ge=0.001,
        le=1000,
        description="share of the workers among jobs of equal priority, against the others'",
    )
    confirm_cost: Confirmation = Field(default=None, description="compute it though it has very many shards")
    after: JobIds = Field(default=None, description="ids of jobs that must have succeeded before it begins")
    if_failed: Literal["cancel", "wait"] | None = Field(
        default=None,
        description="what becomes of it if one of these fails or is cancelled: it is cancelled (the default), or waits",
    )

    @field_validator("if_failed")
    @classmethod
    def _of_others(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value is not None and info.data.get("after", ()) is None:
            raise ValueError("says nothing without `after`")
        return value

    def normal(self) -> Self:
        """Return the normal form, equal for all specifications that ask the same; InvalidProblemError as usual."""
        return self

    @property
    def asked_method(self) -> str | None:
        """The requested method; None for a kind without a choice of one."""
        return getattr(self, "method", None)


BoardField = Annotated[Annotated[str, Tag("text")] | Annotated[MaskBoard, Tag("parts")], Discriminator(text_or_parts)]


PieceField = Annotated[
    Annotated[str, Tag("text")] | Annotated[list[Int], Tag("parts")],
    Discriminator(text_or_parts),
    Field(description="the piece that moves: its name, such as camel, or its leap's components"),
]


class BoardAndPiece(Model):
    """A board, and the piece that moves on it."""

    board: BoardField = Field(description="a board's label, or a mask")
    piece: PieceField = "knight"


class BoardSpecification(Specification, BoardAndPiece):
    """Fields common to the kinds that ask about a board."""

    def normal_fields(self, _board: Board) -> dict[str, object]:
        """Return the normal form of the kind's own fields that name squares, by name; InvalidProblemError as usual."""
        return {}


PlaneSymmetry = Literal[
    "rotation90", "rotation180", "mirror-rows", "mirror-columns", "mirror-diagonal", "mirror-antidiagonal"
]
"""Symmetries of a rectangle, as `engine/tours/symmetry_type.py` names them."""


class TourSpecification(BoardSpecification):
    """Fields common to the kinds that look for tours."""

    tours: Tours = Field(default="any", description="which tours: `open` ones do not close")
    store: Literal["none", "all", "classes"] | FirstTours = Field(
        default="none", description="the tours to keep in the database; `classes`: one for each class of symmetry"
    )


def method_for(method: str, symmetry: str | None) -> str:
    """Return "quotient" where a symmetry is requested, else `method`; ValueError where they do not fit."""
    if symmetry is None and method == "quotient":
        raise ValueError("finds tours with a symmetry: name one in `symmetry`")
    if symmetry is not None and method not in ("auto", "quotient"):
        raise ValueError("tours with a symmetry are found by quotient")
    return method if symmetry is None else "quotient"
