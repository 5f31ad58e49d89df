"""Field types that every specification shares."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator

from engine.errors import InvalidProblemError
from engine.streams.catalogue import generator_facts


def _integral(value: Any) -> Any:  # noqa: ANN401  sees raw JSON
    """Accept 3 and 3.0; refuse booleans and strings, which pydantic's lax mode would turn into numbers."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("must be an integer")  # noqa: TRY004  pydantic reports ValueError with the field's place
    return value


def _real(value: Any) -> Any:  # noqa: ANN401  sees raw JSON
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError("must be a number")  # noqa: TRY004  pydantic reports ValueError with the field's place
    try:
        return float(value)
    except OverflowError as error:
        raise ValueError("is too large") from error


Label = Annotated[
    str, Field(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$", description="free text shown beside the job")
]
"""One line of text: control characters are refused (PostgreSQL does not store NUL in text)."""


def _generator_name(name: str) -> str:
    try:
        return generator_facts(name).name
    except InvalidProblemError as error:
        raise ValueError(error.message) from error


GeneratorName = Annotated[str, AfterValidator(_generator_name)]
Int = Annotated[int, BeforeValidator(_integral)]
Real = Annotated[float, BeforeValidator(_real)]
Square = list[Int] | str
"""Coordinates, 1-based [row, column, ...], or an algebraic name on a flat board; normalised to coordinates."""

Direction = list[Int]
Tours = Literal["any", "closed", "open"]


class Model(BaseModel):
    """Base of all specification models: unknown fields are refused, instances do not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class MaskBoard(Model):
    """A flat board with squares removed."""

    rows: list[str] = Field(min_length=1, max_length=1000, description="rows from the top, '#' a square, '.' no square")


class FirstTours(Model):
    """Store the first `first` tours in search order."""

    first: Int = Field(ge=1, le=1_000_000_000)


class RandomNumbers(Model):
    """The random streams a job draws from."""

    generator: GeneratorName = Field(default="pcg64dxsm", max_length=64)
    seed: Int = Field(default=1, ge=0, le=2**64 - 1)
    streams: Int = Field(default=8, ge=1, le=65536, validate_default=True)

    @field_validator("streams")
    @classmethod
    def _few_enough(cls, streams: int, info: ValidationInfo) -> int:
        generator = info.data.get("generator")
        if generator is not None and streams > (most := generator_facts(generator).streams):
            raise ValueError(f"{generator} has at most {most} streams")
        return streams


class Specification(Model):
    """Fields common to every kind of job."""

    board: str | MaskBoard
    piece: Literal["knight"] | list[Int] = "knight"
    label: Label | None = None
    priority: Int = Field(default=0, ge=-1000, le=1000, description="higher goes first")


class TourSpecification(Specification):
    """Fields common to the kinds that look for tours."""

    tours: Tours = "any"
    store: Literal["none", "all", "classes"] | FirstTours = "none"
