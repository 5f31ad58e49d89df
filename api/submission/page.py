"""Submission of jobs: a form for each kind, with a preview before it is sent."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from typing import Any

from flask import Response, redirect, render_template, request, url_for
from pydantic import TypeAdapter, ValidationError
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from api.http import notify
from api.http.problems import not_found
from api.http.security.keys import caller
from api.http.services import reading, services, writing
from api.listing.pagination import address
from api.pages.blueprint import blueprint, fragment, inline
from api.submission.cost_estimate import check_job, run_time
from api.submission.form import chosen_methods, field_of, fields_of, fill_form, read_form
from drawing.moves import moves_svg
from drawing.numbers import time_left
from engine.boards.board import Board
from engine.boards.existence.verdict import Existence
from engine.boards.piece import Piece, directions_of, parse_piece
from engine.boards.squares import by_name
from engine.errors import InvalidProblemError
from engine.kinds.admission import plan_or_defer
from engine.kinds.parse import InvalidSpecificationError, parse_problem
from engine.kinds.table import MODELS
from engine.specification.fields import MaskBoard, Specification
from engine.specification.problem import BoardProblem, ParsedSpecification, resolve_board
from language.translate import translate
from phrasing.base import GROUPS, Group, KindPhrasing
from phrasing.phrases import with_squares_named
from phrasing.registry import WORDS
from store.jobs.idempotency import submit_once
from store.jobs.lifecycle import get_job

OPENED = {"board": "8x8", "from": "a1", "generator": "pcg64dxsm"}
"""Initial values of an empty form, so that there is something to see."""

FIRST_TOUR = {"kind": "construct", "board": "10x10", "tours": "closed", "label": "Closed tour of 10x10"}
MAX_DRAWN = 2500
CONTROL = {"kind", "job", "quick", "check", "anyway", "auto"}
MAX_UNASKED_SECONDS = 365 * 86400
"""Jobs that take longer than a year with the present workers are submitted only after a question."""
BOARD: TypeAdapter[str | MaskBoard] = TypeAdapter(str | MaskBoard)


@blueprint.get("/submit")
def show_form() -> str:
    """Show the form of a kind: empty, filled from the address, or with the specification of a job (`job`).

    The cost may take seconds to work out: the page requests it later or, where no script runs, `check` does.
    """
    kind, form = _read_form()
    if set(form) <= CONTROL:
        form = MultiDict({one.name: OPENED[one.name] for one in fields_of(kind) if one.name in OPENED})
    return render_template("submit.html", **_form(kind, form, costed="check" in request.args))


@blueprint.get("/live/preview")
def live_preview() -> Response:
    """Send the preview of the form as filled in so far; `quick`: at once, without the cost."""
    kind, form = _read_form()
    return fragment("parts/preview.html", _preview(kind, form, costed="quick" not in request.args))


@blueprint.post("/submit")
def submit_form() -> AnyResponse | str | tuple[str, int]:
    """Submit the job; where fields are wrong, show the form again with what is wrong beside each.

    A job of more than a year needs confirmation; the form then offers the automatic method if that is shorter.
    """
    kind = _kind(request.form.get("kind", ""))
    try:
        raw = read_form(kind, request.form)
        if "auto" in request.form:
            raw["method"] = "auto"
        problem = parse_problem(raw)
        if "anyway" not in request.form and (question := _long_run(problem)) is not None:
            return render_template("submit.html", **_form(kind, request.form), long_run=question)
        job_id = submit_problem(problem, reuse=False)
    except (InvalidSpecificationError, InvalidProblemError) as error:
        return render_template("submit.html", **_form(kind, request.form, faults_of(error))), 422
    return redirect(url_for("dashboard.job", job_id=job_id), 303)


@blueprint.post("/first-tour")
def first_tour() -> AnyResponse:
    """Construct a tour of the board in the home page's form, at one click."""
    raw = FIRST_TOUR | {"board": request.form.get("board", "").strip() or "10x10"}
    raw |= {"tours": request.form.get("tours", "closed")}
    raw |= {"label": f"{raw['tours'].capitalize()} tour of {raw['board']}"[:200]}
    try:
        return redirect(url_for("dashboard.job", job_id=submit_specification(raw)), 303)
    except (InvalidSpecificationError, InvalidProblemError):
        return redirect(address(url_for("dashboard.show_form"), raw), 303)


def faults_of(error: InvalidSpecificationError | InvalidProblemError) -> dict[str, str]:
    """Return what is wrong by name of field."""
    if isinstance(error, InvalidProblemError):
        return {field_of(error.pointer): error.message}
    return {field_of(fault.pointer): fault.message for fault in error.faults}


def submit_specification(raw: dict[str, Any], *, reuse: bool = False) -> str:
    """Submit a job and return its public id. reuse: where an equal job by the present code exists, its id."""
    return submit_problem(parse_problem(raw), reuse=reuse)


def submit_problem(problem: ParsedSpecification[Specification], *, reuse: bool) -> str:
    """Submit a job that was read already, as `submit_specification`."""
    submission = plan_or_defer(problem, services().settings.confirm_shards, services().kept_files)
    with writing() as session:
        job, _ = submit_once(session, submission, owner=caller().name, reuse=reuse, limits=services().job_limits)
        job_id = job.public_id
    notify.notify_workers(max(1, submission.shards))
    return job_id


def _long_run(problem: ParsedSpecification[Specification]) -> dict[str, str | None] | None:
    """Return the time of a job that needs confirmation, and that of a shorter method; None for other jobs."""
    with reading() as session:
        time = run_time(session, problem)
        if time.least < MAX_UNASKED_SECONDS:
            return None
        shorter = None
        if problem.spec.asked_method not in (None, "auto"):
            auto = run_time(session, parse_problem(problem.document | {"method": "auto"}))
            if auto.least < MAX_UNASKED_SECONDS:
                shorter = time_left(auto.seconds)
    return {"time": None if time.seconds is None else time_left(time.seconds), "shorter": shorter}


def _read_form() -> tuple[str, MultiDict[str, str]]:
    job_id = request.args.get("job")
    if job_id is None:
        return _kind(request.args.get("kind", "construct")), request.args
    with reading() as session:
        specification = get_job(session, job_id).specification
    return _kind(specification["kind"]), fill_form(specification)


def _kind(kind: str) -> str:
    if kind not in MODELS:
        raise not_found(f"kind of job {kind!r}")
    return kind


def _form(
    kind: str, form: MultiDict[str, str], faults: dict[str, str] | None = None, *, costed: bool = True
) -> dict[str, object]:
    known = {one.name for one in fields_of(kind)}
    touched = any(name not in CONTROL for name in form)
    preview = _preview(kind, form, costed=costed) if touched else {"preview": None}
    wrong = faults if faults is not None else (preview.get("faults") or {})
    by_field = {
        name: next((name_ for name_ in known if name == name_ or name.startswith(f"{name_}.")), "") for name in wrong
    }
    return {
        "kind": kind,
        "groups": {title: _kinds_of(group) for group, title in GROUPS.items()},
        "fields": fields_of(kind),
        "chosen": chosen_methods(kind, form),
        "form": form,
        "errors": {field: wrong[name] for name, field in by_field.items() if field},
        "others": [f"{name}: {wrong[name]}".lstrip(": ") for name, field in by_field.items() if not field],
        **preview,
    }


def _kinds_of(group: Group) -> dict[str, KindPhrasing]:
    """Return the kinds of a group that a form can submit, by name."""
    return {name: words for name, words in WORDS.items() if name in MODELS and words.group == group}


def _preview(kind: str, form: MultiDict[str, str], *, costed: bool) -> dict[str, Any]:
    """Return the preview of the form; costed: with the cost, which takes seconds where methods are weighed."""
    raw = read_form(kind, form)
    context: dict[str, object] = {
        "preview": True,
        "faults": {},
        "verdict": None,
        "cost": [],
        **_board(raw),
        **_lines(raw),
    }
    try:
        problem = parse_problem(raw)
        with reading() as session:
            checked = check_job(session, problem, costed=costed)
        context |= {
            "verdict": _in_own_squares(checked.verdict, problem, raw),
            "known": checked.known,
            "cost": checked.sentences,
        }
        context["pending"] = not costed
    except (InvalidSpecificationError, InvalidProblemError) as error:
        context["faults"] = faults_of(error)
    return context


def _board(raw: dict[str, object]) -> dict[str, object]:
    """Return the drawing of the board typed so far, with the piece's moves from one square."""
    try:
        board = resolve_board(BOARD.validate_python(raw.get("board")))
    except (InvalidProblemError, ValidationError):
        return {"board": None}
    if board.size > MAX_DRAWN:
        return {"board": board, "board_drawing": None}
    piece = _piece(raw, board)
    return {"board": board, "piece": piece, "board_drawing": inline(moves_svg(board, piece))}


def _in_own_squares(
    verdict: Existence | None, problem: ParsedSpecification[Specification], raw: dict[str, Any]
) -> Existence | None:
    """Return a verdict that writes squares as the form does."""
    if verdict is None or not isinstance(problem, BoardProblem):
        return verdict
    typed = [raw.get("start"), raw.get("end"), *(raw.get("starts") or [])]
    named = by_name(one for one in typed if isinstance(one, str))
    words = with_squares_named(translate(verdict.explanation), problem.board, named=named)
    return replace(verdict, explanation=words)


def _piece(raw: dict[str, Any], board: Board) -> Piece | None:
    """Return the piece typed so far; None where it cannot move on such a board."""
    try:
        piece = parse_piece(raw.get("piece", "knight"))
        directions_of(piece, board.dimensions)
    except (InvalidProblemError, TypeError):
        return None
    return piece


def _lines(raw: dict[str, object]) -> dict[str, str]:
    """Return the same request as a command of curl and of the command line."""
    body = shlex.quote(json.dumps(raw))
    url = request.host_url.rstrip("/")
    return {
        "curl": f"curl -X POST {url}/api/v1/jobs -H 'Content-Type: application/json' -d {body}",
        "command": f"echo {body} | cavalier submit - --url {url}",
    }
