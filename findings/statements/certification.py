"""Certification: the specification of a count's certificate, and its effect on the certified jobs."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.kinds.certificate.specification import CertificateFigures
from engine.kinds.figure_scope import WHOLE_OUTCOMES
from engine.kinds.parse import parse_problem
from engine.specification.fields import BoardSpecification, Specification
from engine.specification.problem import ParsedSpecification
from engine.specification.result import Result
from findings.statements.certificate_comparison import compare_figures
from findings.statements.certificates import add_certificates
from findings.statements.independence import CERTIFICATE
from findings.statements.recounts import Recount
from findings.statements.statement import Certificate, Statement
from store.errors import NothingToCertifyError
from store.jobs.current_result import current_result, problem_of
from store.jobs.events import record, record_all
from store.jobs.figure_scopes import count_scope
from store.jobs.lifecycle import get_job
from store.models.jobs import RECOUNTED, Job

BY_PROOF = "proof"


def is_certifiable(job: Job, result: Result) -> bool:
    """Whether a job has a certifiable count: a fact of its board, not by proof alone."""
    counted = (count for count in result.counts if count.method != BY_PROOF)
    return any(count_scope(job, count).restriction is None for count in counted)


def certificate_asked(session: Session, job_id: str) -> ParsedSpecification[Specification]:
    """Return the job that certifies a job's counts; NothingToCertifyError if it has none.

    Raises JobNotFoundError for an unknown id.
    """
    job = get_job(session, job_id)
    if not is_certifiable(job, current_result(session, job)):
        raise NothingToCertifyError("only a job that has counted all tours of its board to the end has a certificate")
    spec = problem_of(job).spec
    assert isinstance(spec, BoardSpecification)
    asked: dict[str, object] = {
        name: job.specification[name] for name in ("board", "piece") if name in job.specification
    }
    asked |= {
        "tours": getattr(spec, "tours", "closed"),
        "starts": job.specification.get("starts", "all"),
        "by_end": getattr(spec, "by_end", False),
    }
    return parse_problem({"kind": CERTIFICATE, **asked})


def certificates_of(session: Session, job: Job, result: Result, statements: Sequence[Statement]) -> list[Certificate]:
    """Return the certificates of a job's counts, each once; any contradicted figure makes it a contradiction.

    statements: of the result.
    """
    row = job.board
    if row is None or job.outcome not in WHOLE_OUTCOMES or not result.counts:
        return []
    found: dict[str, Certificate] = {}
    for one in add_certificates(session, {row.id: row}, statements):
        for each in one.certificates:
            name = each.program or each.job
            if each.agrees:
                found.setdefault(name, each)
            else:
                found[name] = each
    return list(found.values())


def record_certificate(session: Session, job: Job, result: Result) -> None:
    """Record, in the history of each certified job, whether its counts agree."""
    if job.kind != CERTIFICATE or CERTIFICATE not in result.extra:
        return
    rows = compare_figures(session, job, CertificateFigures.model_validate(result.extra[CERTIFICATE]))
    wrong = {source for row in rows if not row.agrees for source in row.sources}
    named = {source for row in rows for source in row.sources}
    ids = {row[1]: row[0] for row in session.execute(select(Job.id, Job.public_id).where(Job.public_id.in_(named)))}
    certificate = job.public_id
    record_all(session, [ids[name] for name in sorted(ids.keys() - wrong)], "certified", certificate=certificate)
    record_all(session, [ids[name] for name in sorted(ids.keys() & wrong)], "contradicted", certificate=certificate)


def record_recount(session: Session, job_id: str, recount: Recount) -> None:
    """Record a recount in the history of its job; NothingToCertifyError if the job has no such count."""
    job = get_job(session, job_id, lock=True)
    result = current_result(session, job)
    if not is_certifiable(job, result) or not _has_counted(result, recount):
        raise NothingToCertifyError("only what a job has counted to the end can be counted again")
    record(session, job, RECOUNTED, **recount.model_dump())


def _has_counted(result: Result, recount: Recount) -> bool:
    if recount.square is not None:
        return any(row.square == recount.square for row in result.squares)
    return any((one.quantity, one.convention) == (recount.quantity, recount.convention) for one in result.counts)
