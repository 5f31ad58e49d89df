"""The OpenAPI document: valid, complete, and true of the running service."""

from __future__ import annotations

import re
from dataclasses import replace
from threading import BoundedSemaphore

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis.config import SchemathesisConfig
from schemathesis.generation.modes import GenerationMode
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.schemas import OpenApiSchema

from api.generators import experiments
from api.http.services import EXTENSION, install
from store.database.db import Database
from store.jobs.maintenance import claim_period, report_worker
from store.queries import worker_activity as activity

EXAMPLES = 8
REFUSED_WITH_REASON = {
    # A schema cannot say which boards exist, which squares lie on them, or which cursors were given.
    "checks": {
        "positive_data_acceptance": {"expected-statuses": ["2xx", "304", "404", "409", "422"]},
        "negative_data_rejection": {"expected-statuses": ["400", "404", "405", "409", "413", "415", "422"]},
    }
}


ANSWERS_WHAT_IS_WRONG = {"/api/v1/jobs/check"}
"""Operations that answer a wrong body with a list of its faults, not with an error."""


@pytest.fixture
def service(app: Flask, sqlite_database: Database, stored_tours: str, monkeypatch: pytest.MonkeyPatch) -> OpenApiSchema:
    """The service's own schema, with a job and tours in the database and a worker that seems alive."""
    assert stored_tours
    with sqlite_database.writing() as session:
        report_worker(session, "w", 1, "engine", 0.0)
        claim_period(session, "sweep", 1e9)
    monkeypatch.setattr(activity, "DEAD_AFTER_SECONDS", 1e9)
    # Each experiment takes seconds in its own process; one of each sort is enough for the schema.
    made, short = experiments.experiment, {"starts": "maple", "multipliers": "101", "synchronise": "maple"}
    monkeypatch.setattr(experiments, "experiment", lambda name, *_, **__: made(name, short[name]))
    # Calls in this process do not close answers, so exports would keep their places for ever.
    install(app, replace(app.extensions[EXTENSION], exports=BoundedSemaphore(1000)))
    config = SchemathesisConfig.from_dict(REFUSED_WITH_REASON)
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app, config=config)


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_the_service_does_what_the_document_says(service: OpenApiSchema, mode: GenerationMode) -> None:
    """Requests drawn from the schema, right and wrong ones, get the answers that the schema promises."""
    operations = [found.ok() for found in service.get_all_operations()]
    if mode is GenerationMode.NEGATIVE:  # only an operation with a query or a body can get a wrong request
        operations = [
            operation
            for operation in operations
            if len(operation.query) + len(operation.body) and operation.path not in ANSWERS_WHAT_IS_WRONG
        ]
    assert len(operations) > 5
    for operation in operations:
        _call_often(operation, mode)


def _call_often(operation: APIOperation, mode: GenerationMode) -> None:
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def call(case: schemathesis.Case) -> None:
        if mode is GenerationMode.POSITIVE and case.query:
            case.query.pop("fields", None)  # the document describes complete entries
        case.call_and_validate(headers={"Accept-Encoding": "identity"})  # answers are not unpacked here

    call()


def test_the_document_is_valid(client: FlaskClient) -> None:
    """The document is valid OpenAPI 3.1."""
    document = client.get("/api/v1/openapi.json").get_json()

    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []


def test_parameters_tell_their_bounds(client: FlaskClient) -> None:
    """Bounds are written with the keywords of JSON Schema, which ignores all others."""
    paths = client.get("/api/v1/openapi.json").get_json()["paths"]
    parameters = [one for path in paths.values() for operation in path.values() for one in operation["parameters"]]
    cursors = [one["schema"] for one in parameters if one["name"] == "cursor"]
    assert cursors
    assert all(schema["minimum"] == 0 for schema in cursors)
    assert all(not {"ge", "gt", "le", "lt"} & set(one["schema"]) for one in parameters)


def test_the_kinds_of_job_are_told_apart(client: FlaskClient) -> None:
    """The body is a union whose discriminator maps every kind to its schema."""
    document = client.get("/api/v1/openapi.json").get_json()
    body = document["paths"]["/api/v1/jobs"]["post"]["requestBody"]["content"]["application/json"]["schema"]

    assert body["discriminator"]["propertyName"] == "kind"
    assert set(body["discriminator"]["mapping"]) == {
        "census",
        "certificate",
        "complete",
        "enumerate",
        "sample",
        "construct",
        "distance",
        "index",
        "puzzle",
        "symmetry",
        "test-generator",
        "strip",
        "uncrossed",
    }


def test_every_route_is_documented(app: Flask, client: FlaskClient) -> None:
    """The document has every route of the API except the document itself and its page."""
    paths = client.get("/api/v1/openapi.json").get_json()["paths"]
    rules = [rule.rule for rule in app.url_map.iter_rules() if rule.rule.startswith(("/api/", "/health", "/metrics"))]

    assert len([rule for rule in rules if "/docs" not in rule and "openapi" not in rule]) == sum(
        map(len, paths.values())
    )


def test_errors_are_problem_documents(client: FlaskClient) -> None:
    """Every operation documents its errors as problems."""
    for path in client.get("/api/v1/openapi.json").get_json()["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                assert int(status) < 400 or list(answer["content"]) == ["application/problem+json"]


def test_options_tell_what_the_document_tells(client: FlaskClient) -> None:
    """`Allow` lists exactly the documented methods of each address, even if it matches another route too."""
    paths = client.get("/api/v1/openapi.json").get_json()["paths"]
    for path, operations in paths.items():
        asked = re.sub(r"\{[^}]*\}", "1", path)
        allowed = set(client.options(asked).headers["Allow"].split(", "))
        documented = {method.upper() for method in operations}
        assert allowed == documented | {"OPTIONS"} | ({"HEAD"} if "GET" in documented else set()), path
