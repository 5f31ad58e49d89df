"""Questions in SQL, for readers: one statement, of the views alone, under limits of time, memory and length."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Any

from flask import Blueprint, Response, request
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from api.http.export_headers import origin_headers
from api.http.problems import Fault, ProblemError, invalid
from api.http.services import reading, services
from api.listing.tables import FILE, FORMS, MEDIA, Form, table_content
from api.openapi import examples
from api.openapi.body import Body, body_checker
from api.openapi.endpoint import Answer, operation
from api.openapi.query import Query
from api.sql.documents import (
    AnswerDocument,
    AskedDocument,
    ColumnDocument,
    ExampleDocument,
    ViewDocument,
    ViewsDocument,
)
from findings.exports.provenance import Origin, origin
from findings.exports.table import table_csv
from phrasing.texts import Whole
from store.sql import execute
from store.sql.answer import Answer as Found
from store.sql.answer import Limits
from store.sql.errors import NobodyWaitsError, QueriesOffError, RefusedError, TooMuchError
from store.sql.examples import AFTER, EXAMPLES
from store.sql.lexer import FUNCTIONS, MAX_LENGTH
from store.sql.postgres_role import checked_role
from store.sql.views import VIEWS

blueprint = Blueprint("queries", __name__, url_prefix="/api/v1/query")
MAX_ROWS = 100_000
RETRY_SECONDS = 5
ANSWERS = {200: Answer("The rows, at most `limit` of them", AnswerDocument, FILE, FORMS)}
Value = str | bool | int | float | None
Sql = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MAX_LENGTH,
        description="one SELECT, of the views; :name stands for a parameter",
        examples=["SELECT board, value FROM count_list WHERE quantity = 'closed'"],
    ),
]
Limit = Annotated[Whole, Field(ge=1, le=MAX_ROWS, description="rows of the answer")]


class QuestionBody(BaseModel):
    """A question."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sql: Sql
    parameters: dict[str, Value] = Field(default={}, description="a value for each :name", max_length=100)
    limit: Limit = 1000
    format: Form = "json"


class QuestionQuery(Query):
    """A question in an address."""

    sql: Sql
    parameters: str = Field(
        default="{}", max_length=MAX_LENGTH, description="a value for each :name, as a JSON object", examples=["{}"]
    )
    limit: Limit = 1000
    format: Form = "json"


ADAPTER: TypeAdapter[QuestionBody] = TypeAdapter(QuestionBody)
parse_question = body_checker(ADAPTER)
PARAMETERS: TypeAdapter[dict[str, Value]] = TypeAdapter(dict[str, Value])


@blueprint.get("")
@operation("Ask by SQL", tag="exports", query=QuestionQuery, answers=ANSWERS, problems=(501, 503))
def ask(query: QuestionQuery) -> Response:
    """Send the rows that one SELECT of the views chooses; 422 says what is wrong with it, or that it takes too much."""
    return _send(question_of(query), parameter=True)


@blueprint.post("")
@operation(
    "Ask by SQL, at any length",
    tag="exports",
    body=Body(ADAPTER, parse_question, examples.SQL),
    answers=ANSWERS,
    problems=(501, 503),
)
def ask_at_length(body: QuestionBody) -> Response:
    """Answer a question of any length. It changes nothing."""
    return _send(body, parameter=False)


@blueprint.get("/views")
@operation(
    "What may be asked by SQL", tag="exports", answers={200: Answer("Views, functions, examples", ViewsDocument)}
)
def show_views() -> ViewsDocument:
    """List the views with their columns, and questions to begin with."""
    off = off_because()
    return ViewsDocument(
        on=off is None,
        off_because=off,
        dialect="sqlite" if services().database.is_sqlite else "postgresql",
        views=[
            ViewDocument(
                name=name, about=view.about, columns=[ColumnDocument(name=c, about=a) for c, a in view.columns.items()]
            )
            for name, view in VIEWS.items()
        ],
        functions=sorted(FUNCTIONS),
        examples=[ExampleDocument(title=title, sql=sql, after=AFTER.get(title)) for title, sql in EXAMPLES.items()],
    )


def off_because() -> str | None:
    """Return why questions are not answered here; None where they are."""
    if not services().settings.queries:
        return "CAVALIER_QUERIES is 0"
    if services().database.is_sqlite:
        return None
    try:
        with reading() as session:
            checked_role(session)
    except QueriesOffError as error:
        return str(error)
    return None


def question_of(query: QuestionQuery) -> QuestionBody:
    """Return the question of an address; a 422 problem where its parameters are no JSON object of plain values."""
    try:
        parameters = PARAMETERS.validate_json(query.parameters, strict=True)
    except ValueError as error:
        detail = 'write a JSON object of texts, numbers, true, false and null, such as {"board": "6x6"}'
        raise invalid([Fault(parameter="parameters", detail=detail)]) from error
    return QuestionBody(sql=query.sql, parameters=parameters, limit=query.limit, format=query.format)


def answer_query(body: QuestionBody, *, parameter: bool) -> tuple[Found, Origin, str]:
    """Return the answer to a question, where it comes from, and its rows as CSV; else raise a problem.

    parameter: whether the question stands in the address, for the place that the problem names.
    """
    settings = services().settings
    if not settings.queries:
        raise _off("CAVALIER_QUERIES is 0")
    made = origin("query", {"sql": body.sql} | ({"parameters": json.dumps(body.parameters)} if body.parameters else {}))
    if not services().queries.acquire(blocking=False):
        detail = (
            f"as many questions as this service answers at a time are being answered: ask again in {RETRY_SECONDS} s"
        )
        busy = {"Retry-After": str(RETRY_SECONDS)}
        raise ProblemError(503, "queries-busy", "Too many questions at a time", detail, headers=busy)
    question = execute.Question(body.sql, body.parameters)
    limits = Limits(seconds=settings.query_seconds, rows=body.limit)
    gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", _stays)
    try:
        found = execute.ask(services().database, question, limits, gone)
    except (RefusedError, TooMuchError) as error:
        place = {"parameter": "sql"} if parameter else {"pointer": "/sql"}
        raise invalid([Fault(**place, detail=str(error))]) from error
    except QueriesOffError as error:
        raise _off(str(error)) from error
    except NobodyWaitsError as error:
        raise ProblemError(
            503, "nobody-waits", "The client has gone", "the client no longer waits for the answer"
        ) from error
    finally:
        services().queries.release()
    return found, replace(made, rows=len(found.rows)), table_csv(found.columns, found.rows)


def question_document(made: Origin, text: str) -> AskedDocument:
    """Return how something was asked; text: its rows as CSV."""
    return AskedDocument(
        date=made.date,
        query=made.query,
        version=made.version,
        commit=made.commit,
        rows=made.rows or 0,
        csv_sha256=hashlib.sha256(text.encode()).hexdigest(),
    )


def _send(body: QuestionBody, *, parameter: bool) -> Response:
    if request.method == "HEAD":
        return Response((), mimetype=MEDIA[body.format])
    found, made, text = answer_query(body, parameter=parameter)
    how = question_document(made, text)
    if body.format == "json":
        document = AnswerDocument(columns=found.columns, rows=found.rows, more=found.more, asked=how)
        content = document.model_dump_json().encode()
    elif body.format == "csv":
        content = text.encode()
    else:
        content = table_content(found.columns, found.rows, body.format, how.model_dump() | {"more": found.more})
    digest = hashlib.sha256(content).hexdigest()
    head: Mapping[str, Any] = origin_headers(replace(made, sha256=digest)) | {"Export-More": str(found.more).lower()}
    name = {} if body.format == "json" else {"Content-Disposition": f'attachment; filename="query.{body.format}"'}
    return Response(content, headers={**head, **name}, mimetype=MEDIA[body.format])


def _off(reason: str) -> ProblemError:
    return ProblemError(501, "queries-off", "No questions in SQL are answered here", reason)


def _stays() -> bool:
    return False
