"""The published documents: what each says, figure by figure, beside what was recomputed."""

from __future__ import annotations

from flask import Blueprint

from api.context import reading_replica
from api.documents.sources import (
    SourceDocument,
    SourcePageDocument,
    SourcesDocument,
    source_document,
    source_page_document,
)
from api.openapi.operation import Answer, operation
from api.problems import not_found
from store.reproduction.sources import Source, all_sources, source_tables, tables_of_all

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
@operation("List the published documents", tag="references", answers={200: Answer("All", SourcesDocument)})
def list_sources() -> SourcesDocument:
    """With the number of their figures by verdict."""
    return SourcesDocument(items=source_heads())


@blueprint.get("/<name>")
@operation(
    "Show a published document, figure by figure",
    tag="references",
    answers={200: Answer("The document", SourcePageDocument)},
)
def show_source(name: str) -> SourcePageDocument:
    """Each printed figure with ours, the verdict, and the jobs that give it."""
    source = source_named(name)
    with reading_replica() as session:
        return source_page_document(source, source_tables(session, name))
