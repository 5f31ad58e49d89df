"""Comparison of a certificate with every known exact count of the same quantity."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from engine.kinds.certificate.specification import CertificateFigures, Compared
from engine.specification.result import Result
from findings.statements.board_facts import exact_statements
from findings.statements.certified_residues import residues_of
from findings.statements.independence import CERTIFICATE
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.tours.boards import board_from


def compare_figures(session: Session, job: Job, figures: CertificateFigures) -> list[Compared]:
    """Return the known exact counts of what a certificate counted, and whether each agrees."""
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
    """Return the result of a certificate with its comparison; any other result unchanged."""
    figures: dict[str, Any] | None = result.extra.get(CERTIFICATE)
    if figures is None or job.kind != CERTIFICATE:
        return result
    rows = compare_figures(session, job, CertificateFigures.model_validate(figures))
    shown = figures | {"compared": [row.model_dump(mode="json") for row in rows]}
    return result.model_copy(update={"extra": result.extra | {CERTIFICATE: shown}})
