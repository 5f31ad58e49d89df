"""The filters of stored tours: one table for query strings, downloads and the options of the command."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from language.translate import gettext_noop
from phrasing.texts import Flag, Moment, Whole

Name = Annotated[str, Field(min_length=1, max_length=1100)]
Square = Annotated[str, Field(min_length=1, max_length=100, examples=["a1", "1,1"])]
Squares = Annotated[str, Field(min_length=1, max_length=10_000)]


class TourQuestion(BaseModel):
    """Filters of tours, as texts; without any, all tours. store/queries/parse_tour_filter.py parses them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    closed: Flag | None = Field(
        default=None, description=gettext_noop("true: only closed tours, false: only open ones")
    )
    board: Name | None = Field(
        default=None, examples=["8x8"], description=gettext_noop("label of the board, such as 8x8")
    )
    piece: str | None = Field(
        default=None,
        pattern=r"^[0-9]{1,4}(,[0-9]{1,4}){1,9}$",
        examples=["1,2"],
        description=gettext_noop("components of the piece's leap, such as 1,2"),
    )
    start: Square | None = Field(default=None, description=gettext_noop("first square, a1 or 1,1; needs a board"))
    end: Square | None = Field(default=None, description=gettext_noop("last square, a1 or 1,1; needs a board"))
    symmetry: Whole | None = Field(
        default=None, ge=1, le=10_000, description=gettext_noop("how many symmetries of its board fix the tour")
    )
    class_: str | None = Field(
        default=None, alias="class", pattern="^[0-9a-f]{16}$", description=gettext_noop("key of its symmetry class")
    )
    job: str | None = Field(
        default=None, min_length=1, max_length=32, description=gettext_noop("only what this job has found")
    )
    since: Moment | None = Field(
        default=None, description=gettext_noop("stored then or later, such as 2026-11-20T12:00:00Z")
    )
    until: Moment | None = Field(default=None, description=gettext_noop("stored before"))
    statistics: Squares | None = Field(
        default=None,
        examples=["crossings:..60,magic:1"],
        description=gettext_noop("ranges of their statistics, such as crossings:50..60 or turns:..57,straight_run:2"),
    )
    contains: Squares | None = Field(
        default=None,
        examples=["a1-b3,b3-c5", "1,1-2,3;2,3-3,5"],
        description=gettext_noop(
            "moves or longer fragments, in the direction of the walk, such as a1-b3,b3-c5; needs a board"
        ),
    )
    at: Squares | None = Field(
        default=None,
        examples=["5:c4", "1:1,1;5:2,3"],
        description=gettext_noop("numbers on squares, the first square being 1, such as 5:c4; needs a board"),
    )
    symmetry_type: str | None = Field(
        default=None,
        min_length=1,
        max_length=100,
        examples=["rotation180"],
        description=gettext_noop(
            "which symmetries fix the tour: none, rotation90, rotation180, mirror-rows, mirror-columns, "
            "mirror-diagonal, mirror-antidiagonal or several joined by +; off the plane order2 and so on"
        ),
    )
