"""Look at a job before it is submitted: is it valid, what does it cost, is the answer known? Nothing is stored."""

from __future__ import annotations

from typing import Any

from flask import Blueprint
from pydantic import BaseModel, Field

from api.http.base_document import RowDocument
from api.http.job_body import WEBHOOK_URL, any_body, parse_job
from api.http.problems import Fault
from api.http.services import reading_replica, services
from api.http.specification_field import SpecificationJson
from api.jobs.result_documents import ResultDocument
from api.openapi import examples
from api.openapi.body import Body
from api.openapi.endpoint import Answer, operation
from api.submission.cost_estimate import JobCheck, check_job
from engine.boards.existence.verdict import Verdict
from engine.errors import InvalidProblemError
from engine.kinds.admission import plan_or_defer
from engine.kinds.parse import InvalidSpecificationError
from engine.search.frontier.estimate import KEPT_AT_PEAK, KEPT_IN_ALL, SHARE_AT_PEAK, SHARE_IN_ALL
from phrasing.base import Cost
from phrasing.titles import job_title
from store.webhooks.allowed_urls import UrlRefusedError, allowed_target

blueprint = Blueprint("check", __name__, url_prefix="/api/v1/jobs")


class Range(BaseModel):
    """An estimate and its bounds, null where they are not known."""

    value: float
    low: float | None = None
    high: float | None = None

    @classmethod
    def within(cls, value: float, share: float, shares: tuple[float, float]) -> Range:
        """Return an estimate made with `share`, and the bounds that the least and the greatest of `shares` give."""
        return cls(value=value, low=value * shares[0] / share, high=value * shares[1] / share)


class CostDocument(BaseModel):
    """The cost of a job, as far as it is known beforehand."""

    sentences: list[str] = Field(description="what the method does and what it takes, for people")
    work: float | None = Field(description="units of work, as the job's rate counts them; null: not known")
    cpu_seconds: Range | None = Field(description="processor time; null: not known")
    seconds: float | None = Field(description="with the worker threads there are now; null: not known, or none lives")
    sweeps: int = Field(description="sweeps over the board; 0: it does not sweep")
    states: Range | None = Field(description="of the widest sweep, at its widest step")
    memory_bytes: Range | None = Field(description="tables of one worker")
    disk_bytes: Range | None = Field(description="files of the widest sweep")


class VerdictDocument(RowDocument):
    """Whether there can be such a tour."""

    verdict: Verdict
    explanation: str
    source: str | None


class JobCheckDocument(BaseModel):
    """What is known of a job before it is submitted."""

    valid: bool
    errors: list[Fault] = Field(default=[], description="every wrong field, with its place")
    specification: SpecificationJson | None = Field(default=None, description="in its normal form")
    title: str | None = Field(default=None, description="the job's question")
    existence: VerdictDocument | None = Field(default=None, description="null where no tour is asked for")
    shards: int | None = Field(default=None, description="pieces of work; null: a worker's plan will tell")
    cost: CostDocument | None = None
    known: ResultDocument | None = Field(default=None, description="the answer, where the record has it exactly")
    equal_job: str | None = Field(default=None, description="id of a job that computes the same")


@blueprint.post("/check")
@operation(
    "Check a job before it is submitted",
    tag="jobs",
    body=Body(any_body(), lambda raw: raw, examples.JOBS),
    answers={200: Answer("Whether it is valid, what it costs, and what is known already", JobCheckDocument)},
)
def check(body: object) -> JobCheckDocument:
    """Read, plan as far as a submission does, and weigh the cost as the form does; nothing is stored."""
    try:
        asked = parse_job(body)
        problem = asked.problem
        submission = plan_or_defer(problem, services().settings.confirm_shards, services().kept_files)
        if asked.webhook is not None:
            allowed_target(asked.webhook.url, services().settings.webhook_urls)
    except InvalidSpecificationError as error:
        faults = [Fault(pointer=fault.pointer, detail=fault.message) for fault in error.faults]
        return JobCheckDocument(valid=False, errors=faults)
    except InvalidProblemError as error:
        return JobCheckDocument(valid=False, errors=[Fault(pointer=error.pointer, detail=error.message)])
    except UrlRefusedError as error:
        return JobCheckDocument(valid=False, errors=[Fault(pointer=WEBHOOK_URL, detail=str(error))])
    with reading_replica() as session:
        found = check_job(session, problem)
    return JobCheckDocument(
        valid=True,
        specification=problem.document,
        title=job_title(problem.document, None if problem.board is None else problem.board.label),
        existence=None if found.verdict is None else VerdictDocument.of(found.verdict),
        shards=None if submission.plan is None else submission.shards,
        cost=_cost(found),
        known=None if found.known is None else ResultDocument.model_validate(found.known),
        equal_job=found.equal_job,
    )


def _cost(found: JobCheck) -> CostDocument | None:
    cost = found.cost
    if cost is None and not found.sentences:
        return None
    sweeping = cost is not None and cost.sweep is not None
    cpu = None
    if found.cpu_seconds is not None:
        shown = Range.within(found.cpu_seconds, KEPT_IN_ALL, SHARE_IN_ALL)
        cpu = shown if sweeping else Range(value=found.cpu_seconds)
    alive = found.cpu_seconds is not None and found.threads > 0
    return CostDocument(
        sentences=found.sentences,
        work=None if cost is None else cost.units,
        cpu_seconds=cpu,
        seconds=found.cpu_seconds / found.threads if alive and found.cpu_seconds is not None else None,
        **_room(cost),
    )


def _room(cost: Cost | None) -> dict[str, Any]:
    """Return what the widest sweep needs."""
    if cost is None or cost.sweep is None:
        return {"sweeps": 0, "states": None, "memory_bytes": None, "disk_bytes": None}
    sweep = cost.sweep
    needs = {"states": sweep.peak_states, "memory_bytes": sweep.memory_bytes, "disk_bytes": sweep.disk_bytes}
    return {"sweeps": cost.sweeps} | {
        name: Range.within(value, KEPT_AT_PEAK, SHARE_AT_PEAK) for name, value in needs.items()
    }
