"""The results of a job, as the API shows them. Empty parts are left out."""

from __future__ import annotations

from typing import Annotated, Generic, TypeVar

from pydantic import BaseModel, Field

from api.http.base_document import OLD_NAME
from api.http.schema_override import ShownAs
from api.http.specification_field import SpecificationJson
from engine.kinds.result_extras import Extra
from engine.specification.result import Convention, Estimate, Part, Parts, Tour, absent
from findings.statements.statement import Statement
from store.models.states import JobState

Row = TypeVar("Row", bound=Part)


class ResultHead(BaseModel):
    """The job that found it. `outcome` null: not finished, everything below is the result so far."""

    id: str | None = Field(description="null: no job of this database; `known` has the sources")
    kind: str
    state: JobState
    outcome: str | None
    explanation: str | None
    title: str = Field(description="the job's question: what its figures are of")
    answer: str | None = Field(description="what was found, in one sentence; null while there is nothing to say")
    spec: SpecificationJson
    code_digest: str | None = Field(description="digest of the code that computed it; null where `id` is")
    engine: str | None = Field(description=OLD_NAME)
    cpu_seconds: float
    tours_stored: int = Field(
        description="tours kept in the database; the document lists the first 10,000, of at most 100,000 squares each"
    )


class ResultDocument(Parts):
    """The result document; only the parts that the job has are present."""

    job: ResultHead
    tours: list[Tour] = Field(default=[])
    extra: Annotated[dict[str, object], ShownAs(lambda: Extra)] = Field(default={})
    known: list[Statement] | None = absent("where the question was answered from the record: its figures, sourced")


class RoundEstimate(BaseModel):
    """An estimate as it stood after one round."""

    round: int
    quantity: str
    convention: Convention
    value: float
    standard_error: float
    estimator: str
    samples: int
    unbiased: bool
    square: list[int] | None = Field(default=None, description="the start square it is about; null: all of them")


class PartDocument(BaseModel, Generic[Row]):
    """A part of a result. `final`: the job has ended; else this is the part so far."""

    final: bool
    items: list[Row]


class EstimatesDocument(PartDocument[Estimate]):
    """The current estimates, and those after each round."""

    history: list[RoundEstimate] = Field(description="oldest first")
