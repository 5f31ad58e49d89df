"""The published documents: what each says, figure by figure, beside what was recomputed."""

from __future__ import annotations

from flask import Blueprint

from api.http.problems import not_found
from api.http.services import reading_replica
from api.listing.tables import FILE, FORMS, TableQuery, sent_table, whole_list
from api.openapi.endpoint import Answer, Reply, operation
from api.reproduction.documents import (
    SourceDocument,
    SourceFigureDocument,
    SourcePageDocument,
    SourcesDocument,
    source_document,
    source_page_document,
)
from reproduction.sources import Source, all_sources, source_tables, tables_of_all

blueprint = Blueprint("sources", __name__, url_prefix="/api/v1/sources")


def source_named(name: str) -> Source:
    """Return a source; a problem of status 404 where there is none of this name."""
    if name not in all_sources():
        raise not_found(f"source {name!r}")
    return all_sources()[name]


def source_heads() -> list[SourceDocument]:
    """Return the heads of all sources."""
    with reading_replica() as session:
        tables = tables_of_all(session)
    return [source_document(source, tables[name]) for name, source in all_sources().items()]


@blueprint.get("")
@operation(
    "List the published documents",
    tag="references",
    query=TableQuery,
    answers={200: Answer("All", SourcesDocument, FILE, FORMS)},
)
def list_sources(query: TableQuery) -> Reply:
    """With the number of their figures by verdict."""
    return whole_list(SourcesDocument, source_heads(), query)


@blueprint.get("/<name>")
@operation(
    "Show a published document, figure by figure",
    tag="references",
    query=TableQuery,
    answers={200: Answer("The document; as a table, its figures", SourcePageDocument, FILE, FORMS)},
)
def show_source(name: str, query: TableQuery) -> Reply:
    """Each printed figure with ours, the verdict, and the jobs that give it."""
    source = source_named(name)
    with reading_replica() as session:
        page = source_page_document(source, source_tables(session, name))
    if query.format == "json":
        return page
    return sent_table(SourceFigureDocument, [one for table in page.contents for one in table.figures], query.format)
