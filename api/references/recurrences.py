"""Linear recurrences that the counts of a family of boards obey."""

from __future__ import annotations

from flask import Blueprint
from pydantic import Field

from api.http.base_document import RowDocument
from api.openapi.endpoint import Answer, operation
from api.tours.exports import SequenceQuery, leading_terms
from engine.number_theory.recurrence import find_recurrence
from phrasing.texts import Whole

blueprint = Blueprint("recurrences", __name__, url_prefix="/api/v1/recurrence")


class RecurrenceQuery(SequenceQuery):
    """The sequence. By default it has more terms than a file: they decide which orders can be found."""

    last: Whole = Field(default=100, ge=1, le=10_000, description="the last n to look for")


class RecurrenceDocument(RowDocument):
    """The shortest linear recurrence that all known terms obey: seen, not proved. Exact numbers are decimal texts."""

    family: str
    quantity: str
    first: int = Field(description="n of the first term")
    terms: int = Field(description="how many are known, from the first on without a gap")
    order: int | None = Field(description="terms before it that a term depends on; null: no recurrence was found")
    spare: int | None = Field(description="terms that obey it and did not determine it: all but twice its order")
    coefficients: list[str] = Field(description="a(n) = c[0] a(n - 1) + c[1] a(n - 2) + ...")
    numerator: list[str] = Field(description="of the generating function of a(first), a(first + 1), ...; ascending")
    denominator: list[str] = Field(description="of the same, ascending")
    growth: float | None = Field(description="about: the factor from one n to the next in the long run")
    following: str | None = Field(description="the first unknown term, if the recurrence goes on")


@blueprint.get("")
@operation(
    "Find the linear recurrence that the counts of a family of boards obey",
    tag="exports",
    query=RecurrenceQuery,
    answers={200: Answer("The recurrence, or that there is none among so few terms", RecurrenceDocument)},
    problems=(409,),
)
def show_recurrence(query: RecurrenceQuery) -> RecurrenceDocument:
    """Use the terms of `exports/sequence`; there must be a few more of them than twice the order."""
    terms = leading_terms(query)
    found = find_recurrence(terms)
    asked = {"family": query.family, "quantity": query.quantity, "first": query.first, "terms": len(terms)}
    if found is None:
        none = dict.fromkeys(("order", "spare", "growth", "following"))
        return RecurrenceDocument.model_validate(
            {**asked, **none, "coefficients": [], "numerator": [], "denominator": []}
        )
    return RecurrenceDocument.of(found, **asked, following=str(found.following(terms)))
