"""The specification of completions: what is given of a tour."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from engine.specification.fields import FirstTours, Int, Model, Square, TourSpecification, text_or_parts

LONGEST_GRID = 20_000


class Given(Model):
    """A number on a square: the square is visited as so manieth, counted from 1."""

    square: Square = Field(description="where it stands")
    number: Int = Field(ge=1, le=2**31, description="from 1 to the number of squares")


class TourLimit(Model):
    """Stop after so many tours."""

    tours: Int = Field(ge=1, le=2**62, description="so many tours")


Grid = Annotated[str, Field(max_length=LONGEST_GRID)]
Givens = Annotated[Annotated[list[Given], Tag("parts")] | Annotated[Grid, Tag("text")], Discriminator(text_or_parts)]
Limit = Annotated[
    Annotated[Literal["none"], Tag("text")] | Annotated[TourLimit, Tag("parts")], Discriminator(text_or_parts)
]
Move = Annotated[list[Square], Field(min_length=2, max_length=2)]


def tours_allowed(limit: TourLimit | Literal["none"]) -> int | None:
    """Return the number that a limit names, None where it is none."""
    return limit.tours if isinstance(limit, TourLimit) else None


class CompleteSpecification(TourSpecification):
    """Complete a partly given tour: find, count and store the tours that have all that is given."""

    kind: Literal["complete"]
    givens: Givens = Field(
        default=[],
        description='numbers on squares, each as {"square": "a1", "number": 1}, or a text grid of numbers and dots',
    )
    paths: list[Annotated[list[Square], Field(min_length=2)]] = Field(
        default=[],
        max_length=400,
        description="pieces of path: squares visited one right after the other, in this order",
    )
    moves: list[Move] = Field(
        default=[],
        max_length=4000,
        description="moves that the tour makes, each as its two squares, in either direction",
    )
    barred: list[Move] = Field(
        default=[], max_length=4000, description="moves that the tour does not make, in either direction"
    )
    limit: Limit = Field(
        default=TourLimit(tours=2),
        description='stop after so many tours: 2 tell whether there is one only; "none": count all',
    )
    store: Literal["none", "all"] | FirstTours = Field(
        default=FirstTours(first=2), description="the tours to keep in the database"
    )
