"""Families of boards: what the jobs here have found of each."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint
from pydantic import Field

from api.http.problems import Fault, invalid, not_found
from api.http.services import reading_replica
from api.openapi.endpoint import Answer, operation
from api.openapi.query import Query
from engine.boards.existence.verdict import Tours
from engine.boards.piece import KNIGHT, Piece, piece_of_key
from engine.errors import InvalidProblemError
from engine.kinds.strip.specification import StripFigures
from engine.kinds.strip.term import StripTerm, find_term
from engine.search.strip.family import parse_family
from findings.exports.sequences import FAMILIES
from findings.results.family_result import find_family_result
from phrasing.texts import Whole

blueprint = Blueprint("families", __name__, url_prefix="/api/v1/families")
DIGITS = re.compile(r"[0-9]{1,19}")


class FamilyQuery(Query):
    """Which tours, of which piece."""

    tours: Tours = Field(default="closed", description="which tours were counted")
    piece: str = Field(
        default="1,2", pattern=r"^[0-9]{1,6}(,[0-9]{1,6}){0,7}$", description="the components of the piece's leap"
    )


class TermQuery(FamilyQuery):
    """Which tours, of which piece, and whether the whole value is meant."""

    modulo: Whole | None = Field(
        default=None, description="the remainder of the value by this number, 2 to 10^18 - 1; without it the value"
    )


class FamilyDocument(StripFigures):
    """What is known of a family of boards."""

    job: str = Field(description="the job that found it")


class FamilyTermDocument(StripTerm):
    """A term of a family of boards."""

    job: str = Field(description="the job that found the terms and the recurrence")


@blueprint.get("/<family>")
@operation(
    "Show what is known of a family of boards",
    tag="boards",
    query=FamilyQuery,
    answers={200: Answer("Terms, recurrence and growth", FamilyDocument)},
    problems=(404,),
)
def show_family(family: str, query: FamilyQuery) -> FamilyDocument:
    """By the finished job of the kind `strip` that tells most: one with a recurrence, then one with more terms."""
    return FamilyDocument.model_validate(_find_figures(family, query))


@blueprint.get("/<family>/terms/<n>")
@operation(
    "Show one term of a family of boards, as far along it as you like",
    tag="boards",
    query=TermQuery,
    answers={200: Answer("The term, exact or modulo a number", FamilyTermDocument)},
    problems=(404,),
)
def show_family_term(family: str, n: str, query: TermQuery) -> FamilyTermDocument:
    """By the recurrence over the integers: exact up to n = 10,000, modulo a number up to n = 10^18."""
    if not DIGITS.fullmatch(n):
        raise invalid([Fault(parameter="n", detail="must be an integer")])
    figures = _find_figures(family, query)
    try:
        term = find_term(figures, int(n), query.modulo)
    except InvalidProblemError as error:
        raise invalid([Fault(parameter=error.pointer.removeprefix("/"), detail=error.message)]) from error
    return FamilyTermDocument.model_validate({**term.model_dump(exclude_unset=True), "job": figures["job"]})


def parse_name(family: str, query: FamilyQuery, *, single: bool = False) -> tuple[str, Piece]:
    """Return a family's name and the piece; 422: the piece is none or leaps too far, 404: there is no such family.

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
        raise not_found(f"family {family!r}: {error.message}") from error


def _find_figures(family: str, query: FamilyQuery) -> dict[str, Any]:
    """Return what the finished job that tells most of a family found, with the job's public id; 404: there is none."""
    named, piece = parse_name(family, query)
    with reading_replica() as session:
        found = find_family_result(session, named, piece, query.tours)
        if found is None:
            raise not_found(f"a finished job of kind strip about {named}")
        job, figures = found
        return {**figures, "job": job.public_id}
