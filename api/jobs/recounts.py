"""Counts of a job made again by an independent program, modulo a prime."""

from __future__ import annotations

from flask import Blueprint
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from api.http.services import writing
from api.jobs.documents import JobDocument
from api.jobs.load import load_document
from api.openapi import examples
from api.openapi.body import Body, body_checker
from api.openapi.endpoint import Answer, operation
from findings.statements.certification import record_recount
from findings.statements.recounts import Recount

blueprint = Blueprint("recounts", __name__, url_prefix="/api/v1/jobs/<job_id>")


class RecountBody(BaseModel):
    """What a program has counted."""

    model_config = ConfigDict(extra="forbid", strict=True)

    program: str = Field(pattern=r"^[a-z][a-z0-9-]{0,39}$", description="its name")
    source: str = Field(pattern=r"^[0-9a-f]{64}$", description="the SHA-256 of its source")
    quantity: str = Field(min_length=1, max_length=40)
    convention: str = Field(pattern="^(directed|undirected)$")
    square: list[int] | None = Field(
        default=None, min_length=2, max_length=2, description="the start square; null for all"
    )
    residue: str = Field(pattern=r"^(0|[1-9][0-9]{0,18})$", description="of this very quantity, modulo the prime")
    modulus: str = Field(pattern=r"^[1-9][0-9]{0,18}$", description="the prime")
    seconds: float = Field(ge=0, allow_inf_nan=False, description="that it took by the clock")


ADAPTER = TypeAdapter(RecountBody)


@blueprint.post("/recounts")
@operation(
    "Record that an independent program has counted again what a job has counted",
    tag="jobs",
    scope="submit",
    body=Body(ADAPTER, body_checker(ADAPTER), examples.RECOUNTS),
    answers={200: Answer("The job", JobDocument)},
    problems=(409,),
)
def record_program_count(job_id: str, body: RecountBody) -> JobDocument:
    """Keep it in the job's history, and show it beside every count of the same: as agreement or contradiction."""
    with writing() as session:
        record_recount(session, job_id, Recount(**body.model_dump()))
        return load_document(session, job_id)
