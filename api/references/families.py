"""Families of boards: what the jobs here have found of each."""

from __future__ import annotations

from flask import Blueprint
from pydantic import Field

from api.http.problems import not_found
from api.http.services import reading_replica
from api.openapi.endpoint import Answer, operation
from engine.boards.existence.verdict import Tours
from engine.boards.piece import piece_of_key
from engine.errors import InvalidProblemError
from engine.kinds.strip.specification import StripFigures
from engine.search.strip.family import parse_family
from engine.specification.fields import Model
from findings.results.family_result import find_family_result

blueprint = Blueprint("families", __name__, url_prefix="/api/v1/families")


class FamilyQuery(Model):
    """Which tours, of which piece."""

    tours: Tours = Field(default="closed", description="which tours were counted")
    piece: str = Field(
        default="1,2", pattern=r"^[0-9]{1,6}(,[0-9]{1,6}){0,7}$", description="the components of the piece's leap"
    )


class FamilyDocument(StripFigures):
    """What is known of a family of boards."""

    job: str = Field(description="the job that found it")


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
    try:
        piece = piece_of_key(query.piece)
        named = parse_family(family, piece).name
    except InvalidProblemError as error:
        raise not_found(f"family {family!r}: {error.message}") from error
    with reading_replica() as session:
        found = find_family_result(session, named, piece, query.tours)
        if found is None:
            raise not_found(f"a finished job of kind strip about {named}")
        job, figures = found
        return FamilyDocument.model_validate({**figures, "job": job.public_id})
