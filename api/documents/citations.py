"""How results are cited: BibTeX entries that name a thing by what it is, when it was found, and by which code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from flask import request, url_for

from api.documents.cycles import CycleDocument
from api.documents.jobs import JobDocument
from api.documents.queries import AskedDocument
from api.documents.stored_tour import TourDocument
from engine.boards.piece import KNIGHT, piece_key
from language.current import DEFAULT, speaking
from store.statements.statement import Statement
from store.statements.words import quantity_words
from store.trust.engines import own_version

NOT_A_KEY = re.compile(r"[^a-z0-9]+")
SPECIAL = re.compile(r"[\\{}%#&$_^~]")
ESCAPED = {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"}


def tour_citation(tour: TourDocument) -> str:
    """Return the entry of a stored tour."""
    kind = "A closed" if tour.closed else "An open"
    return _entry(
        f"tour {tour.board} {tour.class_}",
        f"{kind} tour of the board {tour.board}",
        tour.found_at,
        tour.address,
        {"job": tour.finder, "engine": tour.engine},
    )


def job_citation(job: JobDocument) -> str:
    """Return the entry of a job."""
    return _entry(
        f"job {job.id}",
        job.title,
        job.finished_at or job.created_at,
        url_for("jobs.show_job", job_id=job.id),
        {"state": job.outcome or job.state, "engine": job.engine},
    )


def board_citation(label: str) -> str:
    """Return the entry of what is known of a board."""
    return _entry(
        f"board {label}", f"What is known of the board {label}", None, url_for("boards.show_board", label=label), {}
    )


def cycle_citation(cycle: CycleDocument) -> str:
    """Return the entry of a closed tour by its number, which is that of one index."""
    piece = piece_key(cycle.piece)
    asked: dict[str, Any] = {} if tuple(cycle.piece) == KNIGHT else {"piece": piece}
    return _entry(
        f"cycle {cycle.board} {cycle.number}",
        f"Closed tour no. {int(cycle.number):,} of the {int(cycle.of):,} of the board {cycle.board}",
        None,
        url_for("cycles.numbered_cycle", label=cycle.board, number=cycle.number, **asked),
        {"index": cycle.index},
    )


def query_citation(asked: AskedDocument, path: str) -> str:
    """Return the entry of an answer to a question in SQL."""
    return _entry(
        f"query {asked.csv_sha256[:12]}",
        f"Answer of {asked.rows} rows to a question in SQL",
        datetime.fromisoformat(asked.date),
        path,
        {"SHA-256 of the rows as CSV": asked.csv_sha256},
    )


def count_citation(one: Statement, when: datetime | None, path: str) -> str:
    """Return the entry of a number of a board: what it is, when it was found first, by which jobs, methods and code."""
    shown = str(one.value) if one.exact else f"{one.value:g}, an estimate with standard error {one.error:g}"
    sources = [f"{said.kind} {said.id}" + (f" by {said.method}" if said.method else "") for said in one.sources]
    codes = sorted({said.code for said in one.sources if said.code})
    piece = "" if one.subject.piece == KNIGHT else f", piece {piece_key(one.subject.piece)}"
    subject = one.subject.board + piece
    with speaking(DEFAULT):  # like all citations
        quantity = quantity_words(one)
    return _entry(
        f"count {subject} {one.quantity}",
        f"Number of {quantity} of the board {subject}: {shown}",
        when,
        path,
        {one.reliability: "; ".join(sources)} | ({"engine": " ".join(codes)} if codes else {}),
    )


def _entry(key: str, title: str, when: datetime | None, path: str, notes: Mapping[str, str]) -> str:
    fields = {
        "title": f"{{{_plain(title)}}}",
        "author": "{The Cavalier project}",
        **({} if when is None else {"year": f"{when.year}", "month": f"{when.month}", "date": f"{when.date()}"}),
        "howpublished": f"Cavalier {own_version()}",
        "url": request.host_url.rstrip("/") + path,
        "note": _plain(", ".join(f"{name} {text}" for name, text in notes.items())),
    }
    lines = [f"  {name} = {{{text}}}," for name, text in fields.items() if text]
    return "\n".join([f"@misc{{cavalier-{NOT_A_KEY.sub('-', key.lower()).strip('-')},", *lines, "}", ""])


def _plain(text: str) -> str:
    """Return a text without what BibTeX and TeX would obey."""
    return SPECIAL.sub(lambda found: ESCAPED.get(found[0], f"\\{found[0]}"), text)
