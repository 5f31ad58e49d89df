"""The residues of certificates and recounts, by the fact that they certify."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.boards.board import Board
from engine.kinds.certificate.specification import CertificateFigures, Residue
from engine.kinds.figure_scope import scope_of
from findings.statements.by_start import with_class
from findings.statements.independence import CERTIFICATE
from findings.statements.job_source import exact_statement, job_source
from findings.statements.recounts import Recount
from findings.statements.statement import Certificate, Subject
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.tours.boards import board_from, piece_from

Key = tuple[object, ...]


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


def residues_of(job: Job, row: BoardRow, figures: CertificateFigures) -> dict[Key, Residue]:
    """Return a certificate's residues by the key of their statement, without those of single ends."""
    board = board_from(row)
    return {_key(job, row, board, one): one for one in reversed(figures.residues) if one.end is None}


def residues_by_fact(
    rows: Mapping[int, BoardRow], counts: Iterable[tuple[Job, Any, bool]]
) -> dict[Key, list[CertifiedResidue]]:
    """Return the residues by the key of the statement that they certify.

    rows: the boards by id. counts: job, stored figures, and whether they are a recount's.
    """
    found: dict[Key, list[CertifiedResidue]] = {}
    for job, data, repeated in counts:
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


def _key(job: Job, row: BoardRow, board: Board, one: Residue) -> Key:
    scope = scope_of(job.specification, job.public_id, job.outcome, one.quantity, None, one.square)
    subject = Subject(row.label, piece_from(row), scope.starts)
    fact = replace(scope, restriction=None)
    return with_class(board, exact_statement(subject, fact, one.convention, one.residue, job_source(job, None))).key
