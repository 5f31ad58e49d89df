"""The sequences that counts of families of boards make."""

from __future__ import annotations

from flask import Blueprint
from pydantic import Field

from api.http.services import reading_replica
from api.listing.tables import FILE, FORMS, TableQuery, whole_list
from api.openapi.endpoint import Answer, Reply, operation
from api.references.sequence_document import SequenceDocument, SequencesDocument, sequence_document
from engine.specification.result import Convention
from findings.exports.sequences import known_sequences

blueprint = Blueprint("sequences", __name__, url_prefix="/api/v1/sequences")


class SequencesQuery(TableQuery):
    """Which sequences, and in which form."""

    convention: Convention | None = Field(default=None, description="only tours with, or without a direction")


def all_sequences(convention: Convention | None = None) -> list[SequenceDocument]:
    """Return the documents of all sequences, or of those of one convention."""
    with reading_replica() as session:
        return [sequence_document(one) for one in known_sequences(session, convention)]


@blueprint.get("")
@operation(
    "List the sequences that counts of families of boards make",
    tag="exports",
    query=SequencesQuery,
    answers={200: Answer("All sequences with known terms", SequencesDocument, FILE, FORMS)},
)
def list_sequences(query: SequencesQuery) -> Reply:
    """From the atlas and finished jobs; each with its OEIS number where our reference data have one."""
    return whole_list(SequencesDocument, all_sequences(query.convention), query)
