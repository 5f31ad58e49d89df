"""The pages. Each live part is a template of its own, sent inside its page and, for polls, alone."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from api import doorbells, etags
from api.context import reading, services, writing
from api.dashboard import formats
from api.dashboard.board import draw, quantities
from api.documents.jobs import JobDocument, event_document, job_document
from api.jobs import JobsQuery, load_document
from api.openapi.query import parse_query
from api.problems import ProblemError
from api.security.keys import COOKIE, authorise
from store import lifecycle
from store.errors import JobNotFoundError
from store.progress import current_result
from store.queries import jobs as queries
from store.states import JobState

blueprint = Blueprint(
    "dashboard", __name__, template_folder="templates", static_folder="static", static_url_path="/static"
)
MONTH_SECONDS = 30 * 86400
RECENT_EVENTS = 20
VERBS = {"pause": lifecycle.pause, "resume": lifecycle.resume, "cancel": lifecycle.cancel}
OPEN_PAGES = {"dashboard.show_sign_in", "dashboard.sign_in", "dashboard.sign_out", "dashboard.static"}

for _format in (formats.grouped, formats.significant, formats.duration, formats.percent):
    blueprint.add_app_template_filter(_format)


@blueprint.before_request
def require_key() -> AnyResponse | None:
    """Send a browser that needs a key, and has none that is valid, to the page where it can give one."""
    if request.endpoint in OPEN_PAGES:
        return None
    try:
        authorise("submit" if request.method == "POST" else "read")
    except ProblemError as error:
        if error.problem.status != 401:
            raise
        return redirect(url_for("dashboard.show_sign_in", next=request.path))
    return None


@blueprint.get("/")
def home() -> str:
    """All jobs, newest first; the same filters as the API's list."""
    query = parse_query(JobsQuery, request.args)
    return render_template("home.html", states=list(JobState), **_jobs(query))


@blueprint.get("/live/jobs")
def live_jobs() -> Response:
    """Send the live part of the home page."""
    query = parse_query(JobsQuery, request.args)
    return _fragment(render_template("parts/jobs.html", **_jobs(query)))


@blueprint.get("/jobs/<job_id>")
def job(job_id: str) -> str:
    """One job: state, progress, counts, its board, what happened."""
    return render_template("job.html", **_job(job_id))


@blueprint.get("/live/jobs/<job_id>")
def live_job(job_id: str) -> Response:
    """Send the live part of a job's page; a poll that would say nothing new costs one query."""
    with reading() as session:
        version = queries.version(session, job_id)
    if version is None:
        raise JobNotFoundError(job_id)
    tag = etags.entity_tag(("page", job_id, request.args.get("quantity"), *version))
    if (same := etags.unchanged(tag)) is not None:
        return same
    return Response(render_template("parts/job.html", **_job(job_id)), headers=etags.headers(tag))


@blueprint.post("/jobs/<job_id>/<verb>")
def act(job_id: str, verb: str) -> AnyResponse:
    """Do what a button of the job's page says."""
    if verb not in VERBS:
        raise ProblemError(404, "not-found", "Not found", f"a job cannot be asked to {verb!r}")
    with writing() as session:
        VERBS[verb](session, job_id)
    if verb == "resume":
        doorbells.ring(doorbells.MOST)
    return redirect(url_for("dashboard.job", job_id=job_id), 303)


@blueprint.get("/sign-in")
def show_sign_in() -> str:
    """Where a browser gives its key."""
    return render_template("sign_in.html", wrong=False, next=request.args.get("next", "/"))


@blueprint.post("/sign-in")
def sign_in() -> AnyResponse | tuple[str, int]:
    """Keep the key in a cookie that scripts cannot read and other sites cannot use."""
    token, after = request.form.get("key", "").strip(), request.form.get("next", "/")
    if services().keys.caller(token) is None:
        return render_template("sign_in.html", wrong=True, next=after), 401
    response = redirect(_own_path(after), 303)
    response.set_cookie(
        COOKIE, token, max_age=MONTH_SECONDS, httponly=True, samesite="Strict", secure=request.is_secure
    )
    return response


@blueprint.post("/sign-out")
def sign_out() -> AnyResponse:
    """Forget the key."""
    response = redirect(url_for("dashboard.show_sign_in"), 303)
    response.delete_cookie(COOKIE)
    return response


def _jobs(query: JobsQuery) -> dict[str, Any]:
    with reading() as session:
        rows = queries.find_jobs(session, query.wanted(), before=query.position(), limit=query.limit)
        progress = queries.progress_of(session, rows)
        items = [job_document(row, row.board.label if row.board else None, progress[row.id]) for row in rows]
    return {"jobs": items, "query": query, "next": query.next_page(rows, rows[-1].id if rows else None)}


def _job(job_id: str) -> dict[str, Any]:
    with reading() as session:
        document: JobDocument = load_document(session, job_id)
        row = lifecycle.get_job(session, job_id)
        result = current_result(session, row)
        events = [event_document(event) for event in queries.latest_events(session, row, RECENT_EVENTS)]
    shown = quantities(result.squares)
    wanted = request.args.get("quantity")
    quantity = next((name for name in shown if name == wanted), shown[0] if shown else "tours")
    drawing = draw(result.squares, quantity)
    return {
        "job": document,
        "result": result,
        "events": events,
        "quantities": shown,
        "quantity": quantity,
        "drawing": drawing,
    }


def _fragment(text: str) -> Response:
    tag = etags.entity_tag((text,))
    return etags.unchanged(tag) or Response(text, headers=etags.headers(tag))


def _own_path(path: str) -> str:
    """Return `path` where it is one of ours, else the home page: a sign-in must not lead to another site."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"
