"""The workers, on a page."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from api.http.security.keys import authorise, caller
from api.openapi.query import parse_query
from api.pages.blueprint import blueprint
from api.system.workers import WorkersQuery, request_drain, worker_documents


@blueprint.get("/workers")
def workers() -> str:
    """Show what each did within some hours."""
    hours = parse_query(WorkersQuery, request.args).hours
    return render_template(
        "workers.html",
        workers=worker_documents(hours),
        hours=hours,
        may_drain=caller().may("admin"),
    )


@blueprint.post("/workers/<name>/drain")
def drain_worker(name: str) -> AnyResponse:
    """Tell it to finish and stop, and lead back."""
    authorise("admin")
    request_drain(name)
    return redirect(url_for("dashboard.workers"), 303)
