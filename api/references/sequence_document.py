"""The sequences that counts of families of boards make, as the API shows them."""

from __future__ import annotations

from typing import Any

from flask import url_for
from pydantic import BaseModel, Field

from api.http.base_document import RowDocument
from findings.exports.sequences import KnownSequence


class InOeisDocument(RowDocument):
    """A sequence of the OEIS that equals this one, as far as our reference data have its terms."""

    number: str = Field(examples=["A070030"])
    link: str
    counts: str = Field(description="what its terms are: the quantity of the sequence that it stands beside")
    equal: int = Field(description="terms that were compared; all of them are equal")


class SequenceDocument(RowDocument):
    """The counts of the boards of a family, as far as they are known without a gap."""

    family: str = Field(examples=["3xn"])
    quantity: str
    convention: str = Field(description="directed: tours; undirected: paths and cycles, which have no direction")
    first: int = Field(description="n of the first term")
    last: int = Field(description="n of the last term")
    terms: list[str] = Field(description="exact decimals")
    oeis: list[InOeisDocument] = Field(description="none: our reference data tell of no sequence that is this one")
    disagreement: bool = Field(description="whether the sequence ends because counts of its next board differ")
    b_file: str = Field(description="its address")
    recurrence: str = Field(description="the address of the linear recurrence that it obeys")


class SequencesDocument(BaseModel):
    """All sequences."""

    items: list[SequenceDocument]


def sequence_document(one: KnownSequence) -> SequenceDocument:
    """Return the document of a sequence."""
    asked: dict[str, Any] = {"family": one.family, "quantity": one.quantity, "first": one.first, "last": one.last}
    return SequenceDocument.of(
        one,
        b_file=url_for("exports.export_sequence", **asked),
        recurrence=url_for("recurrences.show_recurrence", **asked),
    )
