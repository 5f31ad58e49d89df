"""Actions on jobs from their pages: on one, or on several that were chosen in a list."""

from __future__ import annotations

from collections.abc import Callable

from flask import redirect, render_template, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as AnyResponse

from api.http import notify
from api.http.problems import Fault, ProblemError, invalid
from api.http.services import reading, writing
from api.jobs.deletions import request_deletion
from api.jobs.documents import JobDocument
from api.jobs.load import load_document
from api.pages.blueprint import blueprint
from api.submission.page import submit_problem
from findings.statements.certification import certificate_asked
from store.errors import JobNotFoundError
from store.jobs import lifecycle
from store.models.states import IllegalTransitionError
from store.trust.adoption import adopt

VERBS: dict[str, Callable[[Session, str], object]] = {
    "pause": lifecycle.pause,
    "resume": lifecycle.resume,
    "cancel": lifecycle.cancel,
    "retry": lifecycle.retry,
    "adopt": adopt,
}
ASKED_ABOUT = ("cancel", "delete")
TOGETHER = ("pause", "resume", *ASKED_ABOUT)
MAX_JOBS = 200
"""Jobs that are acted on at once: a page of a list."""


@blueprint.post("/jobs/<job_id>/certify")
def certify(job_id: str) -> AnyResponse:
    """Submit a certificate of a job's counts, or find the existing one, and redirect to it."""
    with reading() as session:
        asked = certificate_asked(session, job_id)
    return redirect(url_for("dashboard.job", job_id=submit_problem(asked, reuse=True)), 303)


@blueprint.post("/jobs/<job_id>/<verb>")
def act(job_id: str, verb: str) -> str | AnyResponse:
    """Perform the action of a button on the job's page, after confirmation if it cannot be undone."""
    if verb not in (*VERBS, "delete"):
        raise ProblemError(404, "not-found", "Not found", f"a job cannot be asked to {verb!r}")
    if verb in ASKED_ABOUT and "confirmed" not in request.form:
        return _ask(verb, [job_id], url_for("dashboard.job", job_id=job_id))
    _do(verb, job_id)
    _notify(verb)
    if verb == "delete":
        return redirect(url_for("dashboard.jobs", done=1, verb=verb), 303)
    return redirect(url_for("dashboard.job", job_id=job_id), 303)


@blueprint.post("/selected-jobs")
def act_on_selected() -> str | AnyResponse:
    """Pause, resume, cancel or delete the jobs that were chosen in a list; those that cannot be stay as they are."""
    verb, chosen = request.form.get("verb", ""), list(dict.fromkeys(request.form.getlist("job")))
    if verb not in TOGETHER:
        raise invalid([Fault(pointer="/verb", detail=f"one of {', '.join(TOGETHER)}")])
    if not 0 < len(chosen) <= MAX_JOBS:
        raise invalid([Fault(pointer="/job", detail=f"choose 1 to {MAX_JOBS} jobs")])
    if verb in ASKED_ABOUT and "confirmed" not in request.form:
        return _ask(verb, chosen, url_for("dashboard.jobs"))
    done = sum(_act(verb, job_id) for job_id in chosen)
    _notify(verb)
    return redirect(url_for("dashboard.jobs", done=done, left=len(chosen) - done, verb=verb), 303)


def _act(verb: str, job_id: str) -> bool:
    """Act on one job; return whether that was possible in its state."""
    try:
        _do(verb, job_id)
    except (IllegalTransitionError, JobNotFoundError):
        return False
    return True


def _do(verb: str, job_id: str) -> None:
    if verb == "delete":
        request_deletion(job_id)
        return
    with writing() as session:
        VERBS[verb](session, job_id)


def _ask(verb: str, ids: list[str], back: str) -> str:
    """Return the page that asks whether to cancel or delete, and says what is kept."""
    with reading() as session:
        found: list[JobDocument] = [load_document(session, job_id) for job_id in ids]
    jobs = [job for job in found if verb in job.actions]
    return render_template("ask.html", verb=verb, jobs=jobs, others=len(found) - len(jobs), back=back)


def _notify(verb: str) -> None:
    if verb in ("resume", "retry", "adopt"):
        notify.notify_workers(notify.MAX_NOTIFIED)
