"""Families of boards: the results for each, from jobs here or from the atlas."""

from __future__ import annotations

import re

from flask import Blueprint
from pydantic import Field

from api.http.problems import Fault, invalid, invalid_parameter, not_found
from api.http.services import reading_replica
from api.openapi.endpoint import Answer, operation
from api.openapi.query import Query
from engine.boards.existence.verdict import Tours
from engine.boards.piece import KNIGHT, Piece, piece_of_key
from engine.errors import InvalidProblemError
from engine.kinds.strip.denominator import StripDivision, find_division
from engine.kinds.strip.specification import StripFigures
from engine.kinds.strip.term import StripTerm, find_term
from engine.search.strip.family import parse_family
from findings.exports.sequences import FAMILIES
from findings.results.family_result import FoundFamily, find_family_result
from findings.statements.statement import Source
from phrasing.texts import Whole

blueprint = Blueprint("families", __name__, url_prefix="/api/v1/families")
DIGITS = re.compile(r"[0-9]{1,19}")


class FamilyQuery(Query):
    """The tours and the piece."""

    tours: Tours = Field(default="closed", description="which tours were counted")
    piece: str = Field(
        default="1,2", pattern=r"^[0-9]{1,6}(,[0-9]{1,6}){0,7}$", description="the components of the piece's leap"
    )


class TermQuery(FamilyQuery):
    """The tours, the piece, and whether to send the whole value."""

    modulo: Whole | None = Field(
        default=None, description="the remainder of the value by this number, 2 to 10^18 - 1; without it the value"
    )


class DivisionQuery(FamilyQuery):
    """Which denominator to divide by which, and the piece."""

    tours: Tours = Field(default="open", description="which tours' denominator is divided")
    divisor: Tours = Field(default="closed", description="which tours' denominator divides")


class FamilyDocument(StripFigures):
    """What is known of a family of boards."""

    job: str | None = Field(description="the job here that found it; null: it is in the atlas")
    source: Source = Field(description="that job, or the entry of the atlas")


class FamilyDivisionDocument(StripDivision):
    """Which powers of one denominator of a family divide another, modulo primes."""

    family: str = Field(description="its name: n is the side that grows")
    job: str | None = Field(
        description="the job that found the recurrence whose denominator is divided; null: the atlas"
    )
    divisor_job: str | None = Field(description="the job that found the other; null: the atlas")
    source: Source = Field(description="who says the former: that job, or the entry of the atlas")
    divisor_source: Source = Field(description="who says the latter")


class FamilyTermDocument(StripTerm):
    """A term of a family of boards."""

    job: str | None = Field(description="the job that found the terms and the recurrence; null: the atlas")
    source: Source = Field(description="that job, or the entry of the atlas")


@blueprint.get("/<family>")
@operation(
    "Show what is known of a family of boards",
    tag="boards",
    query=FamilyQuery,
    answers={200: Answer("Terms, recurrence and growth", FamilyDocument)},
    problems=(404,),
)
def show_family(family: str, query: FamilyQuery) -> FamilyDocument:
    """Send the fullest result, of a finished job here or the atlas: with a recurrence, then with more terms."""
    found = _find(family, query)
    return FamilyDocument.model_validate({**found.figures, "job": found.job, "source": found.source})


@blueprint.get("/<family>/terms/<n>")
@operation(
    "Show one term of a family of boards, as far along it as you like",
    tag="boards",
    query=TermQuery,
    answers={200: Answer("The term, exact or modulo a number", FamilyTermDocument)},
    problems=(404,),
)
def show_family_term(family: str, n: str, query: TermQuery) -> FamilyTermDocument:
    """Compute it by the recurrence over the integers: exact up to n = 10,000, modulo a number up to n = 10^18."""
    if not DIGITS.fullmatch(n):
        raise invalid([Fault(parameter="n", detail="must be an integer")])
    found = _find(family, query)
    try:
        term = find_term(found.figures, int(n), query.modulo)
    except InvalidProblemError as error:
        raise invalid_parameter(error) from error
    origin = {"job": found.job, "source": found.source}
    return FamilyTermDocument.model_validate({**term.model_dump(exclude_unset=True), **origin})


@blueprint.get("/<family>/division")
@operation(
    "Show which powers of one denominator of a family divide another",
    tag="boards",
    query=DivisionQuery,
    answers={200: Answer("For each power, whether it divides, and what is left", FamilyDivisionDocument)},
    problems=(404,),
)
def show_family_division(family: str, query: DivisionQuery) -> FamilyDivisionDocument:
    """Divide denominators of two generating functions, modulo the primes by which jobs found them."""
    whole, part = (_find(family, query.model_copy(update={"tours": tours})) for tours in (query.tours, query.divisor))
    try:
        division = find_division(whole.figures, part.figures)
    except InvalidProblemError as error:
        raise invalid_parameter(error) from error
    jobs = {"job": whole.job, "divisor_job": part.job}
    sources = {"source": whole.source, "divisor_source": part.source}
    about = {"family": whole.figures["family"], **jobs, **sources}
    return FamilyDivisionDocument.model_validate({**division.model_dump(), **about})


def parse_name(family: str, query: FamilyQuery, *, single: bool = False) -> tuple[str, Piece]:
    """Return a family's name and the piece; 422: the piece is invalid or leaps too far, 404: there is no such family.

    single: also families that are counted board by board alone, such as nxn.
    """
    try:
        piece = piece_of_key(query.piece)
        if single and family in FAMILIES and piece == KNIGHT:
            return family, piece
        return parse_family(family, piece).name, piece
    except InvalidProblemError as error:
        if error.pointer.startswith("/piece"):
            raise invalid([Fault(parameter="piece", detail=error.message)]) from error
        raise not_found(f"family {family!r}", error.message) from error


def _find(family: str, query: FamilyQuery) -> FoundFamily:
    """Return the fullest result for a family, of a finished job or the atlas; 404: there is none."""
    named, piece = parse_name(family, query)
    with reading_replica() as session:
        found = find_family_result(session, named, piece, query.tours)
    if found is None:
        raise not_found(f"a finished job of kind strip about {named}")
    return found
