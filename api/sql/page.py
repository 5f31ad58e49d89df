"""Questions in SQL: an editor, the views beside it, questions to begin with, and the answer as a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from api.http.problems import ProblemError
from api.http.services import services
from api.listing.pagination import MAX_ADDRESS, address
from api.openapi.query import parse_query
from api.pages.blueprint import blueprint
from api.sql.citation import query_citation
from api.sql.routes import QuestionBody, QuestionQuery, answer_query, off_because, question_document, question_of
from store.sql.examples import AFTER, EXAMPLES
from store.sql.lexer import FUNCTIONS
from store.sql.views import VIEWS

MAX_ROWS = 200
FIELDS = ("sql", "parameters")
FORMATS = ("csv", "json", "parquet")
LINKS: Mapping[str, Callable[[str], str]] = {
    "job": lambda value: url_for("dashboard.job", job_id=value),
    "tour": lambda value: url_for("dashboard.tour", tour_id=value),
    "board": lambda value: url_for("dashboard.board", label=value),
    "class": lambda value: address(url_for("dashboard.tours"), {"class": value}),
    "campaign": lambda value: url_for("dashboard.campaign", campaign_id=value),
    "digest": lambda value: url_for("dashboard.engine", digest=value),
    "engine": lambda value: url_for("dashboard.engine", digest=value),
    "source": lambda value: url_for("dashboard.source", name=value),
}
"""Targets of the links on a column's values, by the last word of its name: `job` also for later_job."""


@blueprint.route("/query", methods=["GET", "POST"])
def query() -> str | AnyResponse | tuple[str, int]:
    """Show the editor and the answer to its question; redirect a question that fits into an address."""
    form = request.form if request.method == "POST" else request.args
    given = {name: text for name in FIELDS if (text := form.get(name, "").strip())}
    here = address(url_for("dashboard.query"), given)
    if request.method == "POST" and len(here) < MAX_ADDRESS:
        return redirect(here, 303)
    page: dict[str, object] = {
        "given": given,
        "off": off_because(),
        "views": VIEWS,
        "examples": EXAMPLES,
        "after": AFTER,
        "functions": sorted(FUNCTIONS),
        "seconds": services().settings.query_seconds,
        "dialect": "SQLite" if services().database.is_sqlite else "PostgreSQL",
    }
    if "sql" not in given or page["off"] is not None:
        return render_template("query.html", **page, answer=None, faults=[])
    try:
        body = question_of(parse_query(QuestionQuery, MultiDict(given))).model_copy(update={"limit": MAX_ROWS})
        return render_template("query.html", **page, **_answer(body, given, here), faults=[])
    except ProblemError as error:
        if error.problem.status != 422:
            raise
        faults = [fault.detail for fault in error.problem.errors]
        return render_template("query.html", **page, answer=None, faults=faults), 422


def _answer(body: QuestionBody, given: Mapping[str, str], here: str) -> dict[str, object]:
    """Return what the page says of an answer."""
    found, made, text = answer_query(body, parameter=True)
    how = question_document(made, text)
    path = url_for("queries.ask")
    files = {form: address(path, {**given, "format": form, "limit": 100_000}) for form in FORMATS}
    rows = [[(value, _link(name, value)) for name, value in zip(found.columns, row, strict=True)] for row in found.rows]
    return {
        "answer": found,
        "rows": rows,
        "how": how,
        "permanent": here if len(here) < MAX_ADDRESS else None,
        "files": files if len(files["parquet"]) < MAX_ADDRESS else {},
        "citation": query_citation(how, here),
    }


def _link(column: str, value: object) -> str | None:
    """Return where a value leads, None for values that lead nowhere."""
    target = LINKS.get(column.rpartition("_")[2])
    if target is None or value is None or isinstance(value, bool | float) or value == "":
        return None
    if target is LINKS["tour"] and not str(value).isdecimal():
        return None
    return target(str(value))
