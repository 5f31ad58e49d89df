"""A job as the body of a request: its specification, and fields that do not affect what is computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Union

from pydantic import BaseModel, Field, TypeAdapter, ValidationError, create_model

from engine.kinds.parse import Fault, InvalidSpecificationError, parse_problem, pointer_faults
from engine.kinds.table import MODELS
from engine.specification.fields import Model, Specification
from engine.specification.problem import ParsedSpecification
from store.models.states import ReportedState
from store.webhooks.allowed_urls import MAX_LENGTH

WEBHOOK_URL = "/webhook/url"
"""JSON pointer to the URL in a job's body."""


class WebhookRequest(Model):
    """A URL to call when a job changes its state."""

    url: Annotated[str, Field(max_length=MAX_LENGTH, description="one that the operator of the service allows")]
    states: list[ReportedState] = Field(
        default=["succeeded", "failed", "cancelled"],
        min_length=1,
        max_length=5,
        description="states of the job to report",
    )


class BesideSpecification(BaseModel):
    """The fields of a job's body that are no part of its specification."""

    webhook: WebhookRequest | None = Field(
        default=None, description="a URL to call when it ends; in a request only, the job does not keep it here"
    )


@dataclass(frozen=True)
class JobRequest:
    """A job to be submitted, and what its body states beside the specification."""

    problem: ParsedSpecification[Specification]
    webhook: WebhookRequest | None = None


@cache
def job_body() -> Any:  # noqa: ANN401  a type of many
    """Return the type of a job's body, of any kind; its models have the names of the specifications."""
    bodies = [
        create_model(model.__name__, __base__=(BesideSpecification, model), __doc__=model.__doc__)
        for model in MODELS.values()
    ]
    return Annotated[Union[tuple(bodies)], Field(discriminator="kind")]  # noqa: UP007  made of a list


@cache
def any_body() -> TypeAdapter[Any]:
    """Return the adapter of the body of a job of any kind."""
    return TypeAdapter(job_body())


def parse_job(raw: object) -> JobRequest:
    """Return what a decoded body states; InvalidSpecificationError names each wrong field."""
    if not isinstance(raw, Mapping):
        return JobRequest(parse_problem(raw))
    faults: list[Fault] = []
    beside, problem = BesideSpecification(), None
    try:
        beside = BesideSpecification.model_validate(raw)
    except ValidationError as error:
        faults += pointer_faults(raw, error)
    try:
        problem = parse_problem({key: raw[key] for key in raw if key not in BesideSpecification.model_fields})
    except InvalidSpecificationError as error:
        faults += error.faults
    if problem is None or faults:
        raise InvalidSpecificationError(faults)
    return JobRequest(problem, beside.webhook)
