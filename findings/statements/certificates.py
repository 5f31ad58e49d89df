"""Exact counts and their certificates: jobs that counted again, modulo a prime and in another order of squares.

Certificates are not stored with the counts but looked up, so that later ones count and deleted ones do not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, false, select, true
from sqlalchemy.orm import Session

from findings.statements.independence import CERTIFICATE
from findings.statements.statement import Statement
from store.models.boards import BoardRow
from store.models.jobs import IS_RECOUNT, KEPT, Event, Job
from store.models.results import PartRow

if TYPE_CHECKING:
    from findings.statements.certified_residues import CertifiedResidue, Key

CERTIFIES = Job.kind == CERTIFICATE, Job.outcome == "complete", KEPT
"""Whether a job is a complete certificate."""


def add_certificates(
    session: Session, rows: Mapping[int, BoardRow], statements: Iterable[Statement]
) -> list[Statement]:
    """Return statements about these boards (by id), exact facts with their certificates."""
    known = _residues_by_fact(session, rows)
    return [_add_certificate(one, known[one.key]) if one.exact and one.key in known else one for one in statements]


def _residues_by_fact(session: Session, rows: Mapping[int, BoardRow]) -> dict[Key, list[CertifiedResidue]]:
    counts = session.execute(_second_counts(rows)).all() if rows else ()
    if not counts:
        return {}
    from findings.statements.certified_residues import residues_by_fact  # noqa: PLC0415  most boards have none: pydantic stays unloaded

    return residues_by_fact(rows, counts)


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
