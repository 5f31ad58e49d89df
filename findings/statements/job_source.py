"""Sources of a job's figures: the job itself."""

from __future__ import annotations

from engine.kinds.figure_scope import Scope
from findings.statements.independence import way_of
from findings.statements.statement import Source, Statement, Subject
from store.models.jobs import Job


def job_source(
    job: Job,
    method: str | None,
    *,
    cpu_seconds: float | None = None,
    samples: int | None = None,
    seed: str | None = None,
) -> Source:
    """Return a job as the source of its figures by a method: with its samples, or as a count."""
    way, title = way_of(job.specification, method) if samples is None else None, job.label or job.public_id
    return Source("job", job.public_id, title, method, job.code_digest, cpu_seconds, samples, seed, way=way)


def exact_statement(subject: Subject, scope: Scope, convention: str, value: str, source: Source) -> Statement:
    """Return the statement of an exact count."""
    return Statement(
        subject=subject,
        quantity=scope.quantity,
        convention=convention,
        exact=True,
        value=value,
        restriction=scope.restriction,
        reliability="exact",
        sources=(source,),
    )
