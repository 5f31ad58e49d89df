"""Counts made again by an independent program: events of the job whose count they repeat."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.kinds.certificate.specification import Residue
from store.models.jobs import KEPT, Event, Job

RECOUNTED: Literal["recounted"] = "recounted"
RECOUNTED_JOBS = select(Event.job_id).where(Event.name == RECOUNTED)
"""The jobs of which there is one (ids)."""


@dataclass(frozen=True)
class Recount:
    """A count of a program modulo a prime.

    source: SHA-256 (hex) of the program's source. square: where directed tours start; None for all squares.
    """

    program: str
    source: str
    quantity: str
    convention: str
    square: list[int] | None
    residue: str
    modulus: str
    seconds: float

    @property
    def figure(self) -> Residue:
        """What was counted, as a certificate says it."""
        return Residue.model_validate(
            {name: getattr(self, name) for name in ("quantity", "convention", "square", "residue")}
        )


def recounts(session: Session, boards: Collection[int]) -> Iterator[tuple[Job, Recount]]:
    """Yield the recounts of jobs on these boards (ids), oldest first."""
    found = select(Job, Event.data).join(Event, Event.job_id == Job.id).where(Event.name == RECOUNTED, KEPT)
    for job, data in session.execute(found.where(Job.board_id.in_(boards)).order_by(Event.id)):
        fields: dict[str, Any] = dict(data)
        yield job, Recount(**fields)
