"""A certificate beside every exact count of the same thing that is known."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from engine.kinds.certificate.specification import CertificateFigures, Compared
from engine.specification.result import Result
from findings.statements.board_facts import exact_statements
from findings.statements.certificates import residues_of
from findings.statements.independence import CERTIFICATE
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.tours.boards import board_from


def compared(session: Session, job: Job, figures: CertificateFigures) -> list[Compared]:
    """Return what is known exactly of what a certificate has counted, and whether each figure agrees."""
    row = session.get_one(BoardRow, job.board_id)
    found, residues = [], residues_of(job, row, figures)
    for one in exact_statements(session, board_from(row), row.piece, squares=True):
        residue = residues.get(one.key)
        if residue is None:
            continue
        sources = [source.id for source in one.sources]
        agrees = int(one.value) % int(figures.modulus) == int(residue.residue)
        found.append(
            Compared(quantity=one.quantity, value=str(one.value), sources=sources, agrees=agrees, square=residue.square)
        )
    return found


def with_comparison(session: Session, job: Job, result: Result) -> Result:
    """Return the result of a certificate with what it is held against; any other as it is."""
    figures: dict[str, Any] | None = result.extra.get(CERTIFICATE)
    if figures is None or job.kind != CERTIFICATE:
        return result
    rows = compared(session, job, CertificateFigures.model_validate(figures))
    shown = figures | {"compared": [row.model_dump(mode="json") for row in rows]}
    return result.model_copy(update={"extra": result.extra | {CERTIFICATE: shown}})
