"""Deletion of jobs, and the ledger of deleted jobs."""

from __future__ import annotations

from flask import Blueprint, Response, url_for

from api.http import notify
from api.http.deletion_document import DeletionDocument
from api.http.problems import ProblemError
from api.http.security.keys import caller
from api.http.services import reading, services
from api.listing.pagination import LINKED, Page, PageQuery
from api.listing.tables import FORMS
from api.openapi.endpoint import Answer, operation
from api.openapi.responses import NOT_MODIFIED
from store.database.db import number_of
from store.jobs.deletion import delete_job, find_deletions, owner_of
from store.models.deletions import Deletion

blueprint = Blueprint("deletions", __name__, url_prefix="/api/v1")


@blueprint.delete("/jobs/<job_id>")
@operation(
    "Delete a job that has ended, with its tours",
    tag="jobs",
    scope="submit",
    answers={202: Answer("It is shown no more, and what is stored of it goes", DeletionDocument)},
    problems=(409,),
)
def delete(job_id: str) -> tuple[DeletionDocument, int, dict[str, str]]:
    """Hide the job at once; a worker then removes what it stored."""
    return (
        DeletionDocument.model_validate(request_deletion(job_id)),
        202,
        {"Location": url_for("deletions.list_deletions")},
    )


@blueprint.get("/deletions")
@operation(
    "The ledger of deleted jobs, newest first",
    tag="jobs",
    query=PageQuery,
    answers={200: Answer("A page of entries", Page[DeletionDocument], LINKED, FORMS), 304: NOT_MODIFIED},
)
def list_deletions(query: PageQuery) -> Response:
    """One page of the ledger."""
    with reading() as session:
        rows = find_deletions(session, before=query.cursor, limit=query.limit)
        total = query.total(lambda: number_of(session, Deletion))
    following = query.next_page(rows)
    return query.answer(Page[DeletionDocument], map(DeletionDocument.model_validate, rows), following, total)


def request_deletion(job_id: str) -> Deletion:
    """Have a job deleted in the caller's name: 403 unless that key submitted it or is an admin's."""
    who = caller()
    with reading() as session:
        owner = owner_of(session, job_id)
    if not who.may("admin") and owner != who.name:
        detail = "a job is deleted by the key that submitted it, or by one of the scope 'admin'"
        raise ProblemError(403, "scope", "The key does not allow this", detail)
    found = delete_job(services().database, job_id, who.name)
    notify.notify_workers(1)
    return found
