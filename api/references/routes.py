"""The published figures that results are compared with."""

from __future__ import annotations

from typing import Literal

from flask import Blueprint, Response
from pydantic import Field

from api.http.services import reading_replica
from api.listing.pagination import LINKED, Page, PageQuery
from api.listing.tables import FORMS
from api.openapi.endpoint import Answer, operation
from api.openapi.responses import NOT_MODIFIED
from api.references.documents import ReferenceDocument, reference_document
from store.models.references import ReferenceRow
from store.queries.figure_lists import count_figures, find_figures

blueprint = Blueprint("references", __name__, url_prefix="/api/v1/references")


class ReferencesQuery(PageQuery):
    """Which figures to list."""

    source: str | None = Field(default=None, min_length=1, max_length=64, examples=["marche-du-cavalier"])
    table: str | None = Field(default=None, min_length=1, max_length=64, examples=["warnsdorff_tree_8x8"])
    board: str | None = Field(default=None, min_length=1, max_length=1100, examples=["8x8"])
    quantity: str | None = Field(default=None, min_length=1, max_length=64, examples=["tours"])
    status: Literal["verified", "refuted", "sampled", "quoted", "unchecked", "claimed", "implied"] | None = None


@blueprint.get("")
@operation(
    "Published figures",
    tag="references",
    query=ReferencesQuery,
    answers={200: Answer("A page of figures", Page[ReferenceDocument], LINKED, FORMS), 304: NOT_MODIFIED},
)
def list_references(query: ReferencesQuery) -> Response:
    """Source by source, in the order of print; wrong ones say what is right and why."""
    filters = query.model_dump(exclude=set(PageQuery.model_fields))
    with reading_replica() as session:
        rows = find_figures(session, ReferenceRow, filters, after=query.cursor or 0, limit=query.limit)
        total = query.total(lambda: count_figures(session, ReferenceRow, filters))
    following = query.next_page(rows)
    return query.answer(Page[ReferenceDocument], map(reference_document, rows), following, total)
