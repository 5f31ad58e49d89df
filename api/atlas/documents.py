"""A figure of the atlas as the API shows it."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from api.http.base_document import OLD_NAME, RowDocument
from api.http.specification_field import SpecificationJson
from engine.boards.piece import piece_of_key
from store.models.atlas import AtlasRow


class AtlasDocument(RowDocument):
    """A figure of a board, computed by Cavalier before this database began, with the job that found it."""

    entry: str = Field(
        description="its name: board, piece, kind of job, sort of tours, then the start square, by-end or statistic",
        examples=["5x5/1,2/enumerate/any"],
    )
    board: str
    piece: list[int]
    quantity: str
    convention: str
    value: str = Field(description="exact decimal digits, or an estimate as a number")
    exact: bool
    standard_error: float | None = Field(description="of an estimate")
    samples: int | None = Field(description="of an estimate")
    method: str
    starts: str = Field(description="all, or the one square that the tours begin at", examples=["all", "1,1"])
    by_start: dict[str, str] | None = Field(
        description="directed tours from the first square of each class of squares; null where they were not counted"
    )
    by_end: dict[str, dict[str, str]] | None = Field(
        description="of these those to each end; null where they were not counted by both ends"
    )
    by_value: dict[str, str] | None = Field(
        description="of a census of one statistic: undirected tours by its value; null elsewhere"
    )
    by_move: dict[str, str] | None = Field(
        description="of a census of moves: undirected tours that use each, by its squares (`1,1;2,3`); null elsewhere"
    )
    specification: SpecificationJson = Field(description="POST it to /jobs to compute the figure again")
    code_digest: str = Field(description="digest of the code that found it")
    engine: str = Field(description=OLD_NAME)
    cpu_seconds: float = Field(description="processor time of the job")
    certificate: dict[str, Any] | None = Field(
        description="how the counts were found a second time; null: they were not"
    )
    version: str = Field(description="of the atlas")


def atlas_document(row: AtlasRow) -> AtlasDocument:
    """Return the document of a row."""
    return AtlasDocument.of(row, piece=list(piece_of_key(row.piece)), engine=row.code_digest)
