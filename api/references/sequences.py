"""The sequences that counts of families of boards make."""

from __future__ import annotations

from flask import Blueprint

from api.http.services import reading_replica
from api.listing.tables import FILE, FORMS, TableQuery, whole_list
from api.openapi.endpoint import Answer, Reply, operation
from api.references.sequence_document import SequenceDocument, SequencesDocument, sequence_document
from findings.exports.sequences import known_sequences

blueprint = Blueprint("sequences", __name__, url_prefix="/api/v1/sequences")


def all_sequences() -> list[SequenceDocument]:
    """Return the documents of all sequences."""
    with reading_replica() as session:
        return [sequence_document(one) for one in known_sequences(session)]


@blueprint.get("")
@operation(
    "List the sequences that counts of families of boards make",
    tag="exports",
    query=TableQuery,
    answers={200: Answer("All of which some terms are known", SequencesDocument, FILE, FORMS)},
)
def list_sequences(query: TableQuery) -> Reply:
    """Of the atlas and of finished jobs; each with its number in the OEIS where our reference data tell of one."""
    return whole_list(SequencesDocument, all_sequences(), query)
