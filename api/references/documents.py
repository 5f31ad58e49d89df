"""A published figure as the API shows it."""

from __future__ import annotations

from pydantic import Field

from api.http.base_document import RowDocument
from engine.boards.piece import piece_of_key
from store.models.references import ReferenceRow


class ReferenceDocument(RowDocument):
    """One published figure, or one grid or string that is printed as a whole."""

    key: str = Field(description="permanent name")
    source: str
    title: str = Field(description="of the source")
    table: str
    what: str = Field(description="what the table holds, by which conventions")
    board: str | None
    piece: list[int] | None
    quantity: str
    convention: str | None
    at: dict[str, object] = Field(description="what the figure belongs to, such as a square or a depth")
    value: object = Field(description="as printed; exact whole numbers are decimal strings")
    error: float | None = Field(description="one standard error, where one is printed")
    exact: bool = Field(description="whether the source claims to be exact")
    right: object = Field(description="what it should read, where the print is wrong")
    finding: str | None = Field(description="why it is wrong")
    note: str | None
    status: str = Field(
        description="verified, refuted, sampled (agrees with an estimate), quoted, unchecked, claimed or implied"
    )
    version: str = Field(description="of the reference data")


def reference_document(row: ReferenceRow) -> ReferenceDocument:
    """Return the document of a row."""
    piece = None if row.piece is None else list(piece_of_key(row.piece))
    return ReferenceDocument.of(row, piece=piece, at=row.place)
