"""Exact counts and their certificates: jobs that counted again, modulo a prime and in another order of squares.

Certificates are not stored with the counts but looked up, so that later ones count and deleted ones do not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Select, false, select, true
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.kinds.certificate.specification import CertificateFigures, Residue
from engine.kinds.figure_scope import WHOLE_OUTCOMES, scope_of
from engine.specification.result import Result
from findings.statements.by_start import with_class
from findings.statements.independence import CERTIFICATE
from findings.statements.job_source import exact_statement, job_source
from findings.statements.job_statements import result_statements
from findings.statements.recounts import Recount
from findings.statements.statement import Certificate, Statement, Subject
from store.models.boards import BoardRow
from store.models.jobs import IS_RECOUNT, KEPT, Event, Job
from store.models.results import PartRow
from store.tours.boards import board_from, piece_from

Key = tuple[object, ...]
CERTIFIES = Job.kind == CERTIFICATE, Job.outcome == "complete", KEPT
"""Whether a job is a complete certificate."""


@dataclass(frozen=True)
class CertifiedResidue:
    """A count modulo a number, by a certificate."""

    job: str
    modulus: int
    residue: int
    program: str | None = None

    def against(self, value: int) -> Certificate:
        """Return the certificate's verdict on an exact value."""
        return Certificate(self.job, str(self.modulus), value % self.modulus == self.residue, self.program)


def add_certificates(
    session: Session, rows: Mapping[int, BoardRow], statements: Iterable[Statement]
) -> list[Statement]:
    """Return statements about these boards (by id), exact facts with their certificates."""
    known = _residues_by_fact(session, rows)
    return [_add_certificate(one, known[one.key]) if one.exact and one.key in known else one for one in statements]


def residues_of(job: Job, row: BoardRow, figures: CertificateFigures) -> dict[Key, Residue]:
    """Return a certificate's residues by the key of their statement; none of single ends."""
    board = board_from(row)
    return {_key(job, row, board, one): one for one in reversed(figures.residues) if one.end is None}


def _key(job: Job, row: BoardRow, board: Board, one: Residue) -> Key:
    scope = scope_of(job.specification, job.public_id, job.outcome, one.quantity, None, one.square)
    subject = Subject(row.label, piece_from(row), scope.starts)
    fact = replace(scope, restriction=None)
    return with_class(board, exact_statement(subject, fact, one.convention, one.residue, job_source(job, None))).key


def _residues_by_fact(session: Session, rows: Mapping[int, BoardRow]) -> dict[Key, list[CertifiedResidue]]:
    found: dict[Key, list[CertifiedResidue]] = {}
    for job, data, repeated in session.execute(_second_counts(rows)):
        assert job.board_id is not None
        row = rows[job.board_id]
        if repeated:
            recount = Recount.model_validate(data)
            modulus, program = recount.modulus, recount.program
            residues = {_key(job, row, board_from(row), recount.figure): recount.figure}
        else:
            figures = CertificateFigures.model_validate(data[CERTIFICATE])
            modulus, program, residues = figures.modulus, None, residues_of(job, row, figures)
        for key, one in residues.items():
            residue = CertifiedResidue(job.public_id, int(modulus), int(one.residue), program)
            found.setdefault(key, []).append(residue)
    return found


def _second_counts(rows: Collection[int]) -> Select[tuple[Job, Any, bool]]:
    """Return the certificates of these boards (ids), then the recounts: job, figures, whether it is a recount."""
    parts = select(Job.id, PartRow.payload.label("figures"), false().label("repeated"))
    parts = parts.join(PartRow, PartRow.job_id == Job.id).where(PartRow.part == "extra", *CERTIFIES)
    events = select(Job.id, Event.data, true()).join(Event, Event.job_id == Job.id).where(IS_RECOUNT, KEPT)
    found = parts.where(Job.board_id.in_(rows)).union_all(events.where(Job.board_id.in_(rows))).subquery()
    chosen = select(Job, found.c.figures, found.c.repeated).join(found, found.c.id == Job.id)
    return chosen.order_by(found.c.repeated, Job.id)


def _add_certificate(one: Statement, held: Sequence[CertifiedResidue]) -> Statement:
    certificates = tuple(each.against(int(one.value)) for each in held)
    agree = one.confirmed_by and all(certificate.agrees for certificate in certificates)
    ways = {*one.confirmed_by, *(each.program or CERTIFICATE for each in held)} if agree else one.confirmed_by
    return replace(one, certificates=certificates, confirmed_by=tuple(sorted(ways)))


def certificates_of(session: Session, job: Job, result: Result) -> list[Certificate]:
    """Return the certificates of a job's counts, each once; any contradicted figure makes it a contradiction."""
    row = job.board
    if row is None or job.outcome not in WHOLE_OUTCOMES or not result.counts:
        return []
    statements = result_statements(job, board_from(row), piece_from(row), result)
    found: dict[str, Certificate] = {}
    for one in add_certificates(session, {row.id: row}, statements):
        for each in one.certificates:
            name = each.program or each.job
            if each.agrees:
                found.setdefault(name, each)
            else:
                found[name] = each
    return list(found.values())
