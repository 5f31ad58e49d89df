"""A pasted tour as the API describes it."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from api.http.base_document import RowDocument
from engine.boards.board import Board
from engine.specification.result import absent
from engine.tours.facts import TourFacts
from engine.tours.verify import Fault
from store.queries.tour_lookup import StoredClass
from store.queries.tours import FoundTour


class FinderDocument(RowDocument):
    """A stored tour and who found it."""

    tour: int = Field(description="id of the stored tour")
    job: str
    found_at: datetime


class HeldTourDocument(RowDocument):
    """What the database holds of the tour's class."""

    same: list[FinderDocument] = Field(description="stored tours that are this very tour, in the order of their ids")
    members: int = Field(description="stored tours of its class: this one, its images under symmetry and reversal")
    capped: bool = Field(description="there are more members than were counted")
    first: FinderDocument | None = Field(description="the first of the class to be found; null: none is held")


class SearchDocument(BaseModel):
    """A pasted tour: whether it is sound, what it is, and whether it is known."""

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    board: str
    piece: list[int]
    sound: bool
    fault: str | None = Field(default=None, description="what is wrong with it; everything below is then null")
    closed: bool | None = None
    canonical: list[list[int]] | None = Field(default=None, description="the representative of its class")
    class_: str | None = Field(default=None, alias="class", description="key of its class: 16 hexadecimal digits")
    symmetry: str | None = Field(default=None, description="the symmetries that map it to itself, or none")
    symmetries: int | None = Field(default=None, description="how many they are, the identity included")
    directed: str | None = Field(default=None, description="directed tours in its class")
    undirected: str | None = Field(default=None, description="undirected tours in its class")
    statistics: dict[str, int] | None = absent(
        "what it is like, as of a stored tour; where its board and piece have any"
    )
    held: HeldTourDocument | None = None


def faulty(board: Board, piece: tuple[int, ...], fault: Fault) -> SearchDocument:
    """Return the document of what is not a tour."""
    reason = f"after {fault.position} sound squares, {fault.reason}"
    return SearchDocument(board=board.label, piece=list(piece), sound=False, fault=reason)


def search_document(board: Board, piece: tuple[int, ...], facts: TourFacts, found: StoredClass) -> SearchDocument:
    """Return the document of a sound tour."""
    return SearchDocument(
        board=board.label,
        piece=list(piece),
        sound=True,
        closed=facts.closed,
        canonical=board.squares(facts.canonical),
        class_=facts.key.hex()[:16],
        symmetry=facts.symmetry,
        symmetries=facts.stabiliser,
        directed=str(facts.directed),
        undirected=str(facts.undirected),
        statistics=facts.statistics or None,
        held=HeldTourDocument.of(
            found,
            same=[_finder(one) for one in found.same],
            first=None if found.first is None else _finder(found.first),
        ),
    )


def _finder(found: FoundTour) -> FinderDocument:
    return FinderDocument.of(found, tour=found.tour.id, found_at=found.run.found_at)
