"""Closed tours by their number, as the API shows them."""

from __future__ import annotations

from pydantic import BaseModel, Field

from api.http.base_document import RowDocument


class IndexDocument(RowDocument):
    """The index of a board's closed tours, undirected: how many there are, and what its files are."""

    board: str
    piece: list[int]
    cycles: str
    states: int
    bytes: int
    digest: str = Field(description="SHA-256 of the list of its files, which are named by theirs")


class CycleDocument(BaseModel):
    """A closed tour of the board and its number."""

    board: str
    piece: list[int]
    number: str = Field(description="from 1 on")
    of: str = Field(description="how many closed tours the board has, undirected")
    squares: list[list[int]] = Field(description="from the first square to the lesser of its neighbours on the tour")
    closed: bool = True
    index: str = Field(description="digest of the index: another one may number the tours in another order")
    statistics: dict[str, int] = Field(description="what the tour is like, but for its numbers; {} of other pieces")
