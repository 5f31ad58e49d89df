"""Counts claimed by imported files, computed by another database and marked so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.kinds.figure_scope import scope_of
from engine.kinds.imported.methods import IMPORT
from findings.statements.statement import Source, Statement, Subject
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.results import PartRow
from store.tours.boards import piece_from


def claimed_statements(session: Session, boards: Mapping[int, BoardRow]) -> Iterator[Statement]:
    """Yield the facts that imports claim of these boards (by id), oldest import first."""
    named = {(row.label, row.piece): row for row in boards.values()}
    parts = select(PartRow, Job.public_id).join(Job, Job.id == PartRow.job_id)
    for part, job in session.execute(
        parts.where(Job.board_id.is_(None), Job.kind == IMPORT, PartRow.part == "extra").order_by(Job.id)
    ):
        for claim in part.payload.get("claims", ()):
            row = named.get((claim["board"], claim["piece"]))
            asked = claim["specification"]
            scope = scope_of(asked, claim["job"], claim.get("outcome"), claim["quantity"], claim["method"])
            if row is None or scope.restriction is not None:
                continue
            yield Statement(
                subject=Subject(row.label, piece_from(row), scope.starts),
                quantity=scope.quantity,
                convention=claim["convention"],
                exact=True,
                value=claim["value"],
                restriction=None,
                reliability="claimed",
                sources=(Source("import", job, f"claimed by job {claim['job']} elsewhere", claim["method"]),),
            )
