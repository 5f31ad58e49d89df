"""Whether the process lives, and whether the service can do its work; if not, what is wrong."""

from __future__ import annotations

from flask import Blueprint
from pydantic import BaseModel, Field

from api.http.problems import Fault, ProblemError
from api.http.services import services
from api.openapi.endpoint import Answer, operation
from api.system.readiness import run_checks

blueprint = Blueprint("health", __name__, url_prefix="/health")


class CheckDocument(BaseModel):
    """One thing that must hold."""

    name: str
    ok: bool
    detail: str


class HealthDocument(BaseModel):
    """The state of the service."""

    status: str = Field(description="ok")
    checks: list[CheckDocument] = []


@blueprint.get("/live")
@operation("Whether the process answers", tag="health", scope=None, answers={200: Answer("It does", HealthDocument)})
def live() -> HealthDocument:
    """Touches nothing: a database that is away is no reason to restart this process."""
    return HealthDocument(status="ok")


@blueprint.get("/ready")
@operation(
    "Whether jobs are accepted and computed",
    tag="health",
    scope=None,
    answers={200: Answer("They are", HealthDocument)},
)
def ready() -> HealthDocument:
    """503 with one entry for each thing that is wrong."""
    checks = run_checks(services())
    wrong = [check for check in checks if not check.ok]
    if wrong:
        detail = "; ".join(f"{check.name}: {check.detail}" for check in wrong)
        faults = [Fault(detail=f"{check.name}: {check.detail}") for check in wrong]
        raise ProblemError(503, "not-ready", "Not ready", detail, faults=faults, headers={"Retry-After": "5"})
    items = [CheckDocument(name=check.name, ok=check.ok, detail=check.detail) for check in checks]
    return HealthDocument(status="ok", checks=items)
