"""The OpenAPI 3.1 document, written from the routes and what their endpoints declare."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

from api.http.problems import MEDIA_TYPE
from api.openapi.endpoint import Answer, Endpoint, Operation
from api.openapi.json_schema import BOUNDS, Schema
from api.openapi.schemas import PROBLEM, Schemas, answer_key, body_key, query_key

PATH_PARAMETER = re.compile(r"<(?:(\w+)(?:\([^)]*\))?:)?(\w+)>")

DESCRIPTION = (
    "Send a knight's-tour computation as a job, follow it while it runs, read what it found. "
    "Errors are problem documents (RFC 9457) that point at each wrong field. "
    "Exact counts are decimal strings, estimates are numbers with a standard error."
)


def openapi_document(app: Flask) -> dict[str, Any]:
    """Return the document of every route whose view is an Endpoint."""
    rules = _rules(app)
    endpoints = {rule.endpoint: endpoint for rule, endpoint in rules}
    schemas = Schemas(endpoints)
    security: list[dict[str, list[str]]] = [{"key": []}] if app.config["CAVALIER_KEYS_REQUIRED"] else [{}, {"key": []}]
    paths: dict[str, Any] = {}
    for rule, endpoint in rules:
        entry = _operation(rule, endpoint.operation, schemas)
        if endpoint.operation.scope is not None:
            entry["security"] = security
        for path, method in _addresses(rule):
            paths.setdefault(path, {})[method.lower()] = entry
    return {
        "openapi": "3.1.0",
        "info": {"title": "Cavalier", "version": app.config["CAVALIER_VERSION"], "description": DESCRIPTION},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": schemas.components,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": "an API key"}},
        },
    }


def templates(app: Flask) -> Iterator[tuple[str, str, Endpoint]]:
    """Yield the path, method and endpoint of every operation in the order of their paths."""
    for rule, endpoint in _rules(app):
        for path, method in _addresses(rule):
            yield path, method, endpoint


def _rules(app: Flask) -> list[tuple[Rule, Endpoint]]:
    views = app.view_functions
    rules = sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule)
    return [(rule, view) for rule in rules if isinstance(view := views[rule.endpoint], Endpoint)]


def _addresses(rule: Rule) -> list[tuple[str, str]]:
    path = PATH_PARAMETER.sub(r"{\2}", rule.rule)
    return [(path, method) for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})]


def _operation(rule: Rule, declared: Operation, schemas: Schemas) -> dict[str, object]:
    name = rule.endpoint
    entry: dict[str, object] = {
        "operationId": name.replace(".", "_"),
        "summary": declared.summary,
        "tags": [declared.tag],
        "parameters": _parameters(rule, declared, schemas),
        "responses": {
            **{str(status): _answer(name, status, answer, schemas) for status, answer in declared.answers.items()},
            **{str(status): _problem(status, schemas) for status in _problem_statuses(rule, declared)},
        },
    }
    if declared.body is not None:
        examples = {words: {"summary": words, "value": body} for words, body in declared.body.examples.items()}
        content = {"application/json": {"schema": schemas.of(body_key(name)), "examples": examples}}
        entry["requestBody"] = {"required": True, "content": content}
    return entry


def _parameters(rule: Rule, declared: Operation, schemas: Schemas) -> list[dict[str, object]]:
    path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for _, name in PATH_PARAMETER.findall(rule.rule)
    ]
    schema = schemas.resolve(query_key(rule.endpoint))
    required = schema.get("required", [])
    query = [
        {
            "name": name,
            "in": "query",
            "required": name in required,
            "description": part.get("description", ""),
            "schema": _present(part),
        }
        for name, part in schema.get("properties", {}).items()
    ]
    header = [
        {
            "name": header.name,
            "in": "header",
            "description": header.description,
            "schema": {"type": "string", "pattern": header.pattern},
        }
        for header in declared.headers
    ]
    return [*path, *query, *header]


def _present(part: Schema) -> dict[str, object]:
    """Return the schema of a query parameter that is given: a parameter left out is not a null."""
    choices = [choice for choice in part.get("anyOf", []) if choice.get("type") != "null"]
    kept: dict[str, object] = {key: value for key, value in part.items() if key not in {"anyOf", "default", "title"}}
    if part.get("default") is not None:
        kept["default"] = part["default"]
    shown = {**kept, **choices[0]} if len(choices) == 1 else {**kept, **({"anyOf": choices} if choices else {})}
    return {BOUNDS.get(key, key): value for key, value in shown.items()}


def _answer(name: str, status: int, answer: Answer, schemas: Schemas) -> dict[str, object]:
    entry: dict[str, object] = {"description": answer.description}
    if answer.content is not None:
        entry["content"] = {media: {"schema": schemas.of(answer_key(name, status))} for media in answer.media}
    if answer.headers:
        entry["headers"] = {
            header: {"description": text, "schema": {"type": "string"}} for header, text in answer.headers.items()
        }
    return entry


def _problem_statuses(rule: Rule, declared: Operation) -> list[int]:
    """Return the statuses of the problems that the declaration implies or names."""
    statuses = {400, 422, 503, *declared.problems}
    if rule.arguments:
        statuses.add(404)
    if "job_id" in rule.arguments:
        statuses.add(410)
    if declared.scope is not None:
        statuses |= {401, 403, 429}
    if declared.body is not None:
        statuses |= {413, 415}
    return sorted(statuses)


def _problem(status: int, schemas: Schemas) -> dict[str, object]:
    return {
        "description": HTTPStatus(status).phrase,
        "content": {MEDIA_TYPE: {"schema": schemas.of(PROBLEM)}},
    }
