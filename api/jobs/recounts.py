"""Recounts of what a job has counted by an independent program, modulo a prime."""

from __future__ import annotations

from flask import Blueprint
from pydantic import TypeAdapter

from api.http.services import writing
from api.jobs.documents import JobDocument
from api.jobs.load import load_document
from api.openapi import examples
from api.openapi.body import Body, body_checker
from api.openapi.endpoint import Answer, operation
from findings.statements.certification import record_recount
from findings.statements.recounts import Recount

blueprint = Blueprint("recounts", __name__, url_prefix="/api/v1/jobs/<job_id>")


ADAPTER = TypeAdapter(Recount)


@blueprint.post("/recounts")
@operation(
    "Record that an independent program has counted again what a job has counted",
    tag="jobs",
    scope="submit",
    body=Body(ADAPTER, body_checker(ADAPTER), examples.RECOUNTS),
    answers={200: Answer("The job", JobDocument)},
    problems=(409,),
)
def record_program_count(job_id: str, body: Recount) -> JobDocument:
    """Keep the recount in the job's history, and show it beside the same counts: as agreement or contradiction."""
    with writing() as session:
        record_recount(session, job_id, body)
        return load_document(session, job_id)
