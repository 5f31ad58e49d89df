"""The atlas: figures that Cavalier computed beforehand, part of every database."""

from __future__ import annotations

from flask import Blueprint, Response
from pydantic import Field

from api.atlas.documents import AtlasDocument, atlas_document
from api.boards.board_record import PIECE
from api.http.services import reading_replica
from api.listing.pagination import LINKED, Page, PageQuery
from api.listing.tables import FORMS
from api.openapi.endpoint import Answer, operation
from api.openapi.responses import NOT_MODIFIED
from store.models.atlas import AtlasRow
from store.queries.figure_lists import count_figures, find_figures

blueprint = Blueprint("atlas", __name__, url_prefix="/api/v1/atlas")


class AtlasQuery(PageQuery):
    """Which figures to list."""

    entry: str | None = Field(default=None, min_length=1, max_length=1200, examples=["5x5/1,2/enumerate/any"])
    board: str | None = Field(default=None, min_length=1, max_length=1100, examples=["5x5"])
    piece: str | None = Field(default=None, pattern=PIECE, examples=["1,2"])
    quantity: str | None = Field(default=None, min_length=1, max_length=64, examples=["cycles"])


@blueprint.get("")
@operation(
    "Figures of the atlas",
    tag="references",
    query=AtlasQuery,
    answers={200: Answer("A page of figures", Page[AtlasDocument], LINKED, FORMS), 304: NOT_MODIFIED},
)
def list_atlas(query: AtlasQuery) -> Response:
    """Entry by entry, each with the job that found it: specification, code, processor time and certificate."""
    filters = query.model_dump(exclude=set(PageQuery.model_fields))
    with reading_replica() as session:
        rows = find_figures(session, AtlasRow, filters, after=query.cursor or 0, limit=query.limit)
        total = query.total(lambda: count_figures(session, AtlasRow, filters))
    following = query.next_page(rows)
    return query.answer(Page[AtlasDocument], map(atlas_document, rows), following, total)
