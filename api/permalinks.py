"""Permanent addresses, made of what they name and the same in every database; and citations of what they show."""

from __future__ import annotations

import re

import numpy as np
from flask import Blueprint, Response, redirect, url_for
from pydantic import BaseModel, Field
from werkzeug.wrappers import Response as AnyResponse

from api.boards.board_record import PIECE
from api.boards.citation import board_citation, count_citation
from api.http import etags
from api.http.board_lookup import board_named
from api.http.problems import not_found
from api.http.services import reading
from api.http.timestamps import moment
from api.jobs.citation import job_citation
from api.jobs.load import load_document
from api.listing.pagination import address
from api.openapi.endpoint import Answer, operation
from api.openapi.query import Query
from api.tours.lookup import MAX_SQUARES
from engine.boards.board import Board
from engine.boards.piece import KNIGHT, directions_of, piece_key, piece_of_key
from engine.errors import InvalidProblemError
from engine.tours.facts import facts_of
from engine.tours.verify import first_fault
from findings.statements.board_facts import gather_board_facts
from findings.statements.statement import Statement
from store.jobs.lifecycle import get_jobs
from store.notes import names_of_tags
from store.queries.tour_lookup import look_up
from store.tours.encoding import packer

blueprint = Blueprint("citable", __name__, url_prefix="/api/v1")
BIBTEX = "application/x-bibtex"


class CountsDocument(BaseModel):
    """What is known of one number of a board."""

    address: str = Field(description="made of subject, quantity and method: the same in every database")
    statements: list[Statement]


class MethodQuery(Query):
    """By which method."""

    method: str | None = Field(default=None, min_length=1, max_length=64, description="figures of jobs by this alone")


@blueprint.get("/tours/by-path/<path:label>/<piece>/<packed>")
@operation(
    "A tour by its path, in whichever database it is",
    tag="tours",
    answers={303: Answer("The tour as this database holds it", headers={"Location": "its address here"})},
)
def show_by_path(label: str, piece: str, packed: str) -> AnyResponse:
    """Redirect to the first stored find of this path; 404 if it is not a tour, or not stored."""
    board, moves = _subject(label, piece)
    try:
        tour = packer(board, moves).unpack_one(bytes.fromhex(packed))
    except ValueError as error:
        raise not_found(f"tour of {board.label} with this path", str(error)) from error
    if board.size > MAX_SQUARES or first_fault(board, moves, tour) is not None:
        raise not_found(f"tour of {board.label} with this path")
    with reading() as session:
        same = look_up(session, board, moves, facts_of(board, moves, np.asarray(tour))).same
    if not same:
        raise not_found(f"tour of {board.label} with this path", "it is a tour, but none that is stored here")
    first = min(same, key=lambda found: (found.run.found_at, found.tour.id))
    return redirect(url_for("one_tour.show_tour", tour_id=first.tour.id), 303)


@blueprint.get("/counts/<path:label>/<piece>/<quantity>")
@operation(
    "One number of a board, by what it is of",
    tag="boards",
    query=MethodQuery,
    answers={200: Answer("What is known of it, exact figures first", CountsDocument)},
)
def show_count(label: str, piece: str, quantity: str, query: MethodQuery) -> CountsDocument:
    """Send the statements about all tours of the board; 404 where nothing is known of them."""
    board, _ = _subject(label, piece)
    with reading() as session:
        known = [
            one
            for one in gather_board_facts(session, board, piece)
            if (one.quantity, one.subject.starts, one.restriction) == (quantity, "all", None)
            and query.method in (None, *(source.method for source in one.sources))
        ]
    if not known:
        raise not_found(f"figure of {quantity} of {label} here" + ("" if query.method is None else " by this method"))
    given = {} if query.method is None else {"method": query.method}
    path = url_for("citable.show_count", label=board.label, piece=piece, quantity=quantity)
    return CountsDocument(address=address(path, given), statements=known)


@blueprint.get("/jobs/<job_id>.bib")
@operation("Cite a job", tag="results", answers={200: Answer("A BibTeX entry", str, media=(BIBTEX,))})
def cite_job(job_id: str) -> Response:
    """Send a permanent citation of a job: its question, when it was answered, and by which code."""
    with reading() as session:
        return _bibtex(job_citation(load_document(session, job_id)))


@blueprint.get("/boards/<path:label>.bib")
@operation("Cite what is known of a board", tag="boards", answers={200: Answer("A BibTeX entry", str, media=(BIBTEX,))})
def cite_board(label: str) -> Response:
    """Send a citation of a board's record, with the numbers of tours known today."""
    board, _ = _subject(label, "1,2")
    with reading() as session:
        tags = names_of_tags(session, board.label)
        known = gather_board_facts(session, board, piece_key(KNIGHT))
    return _bibtex(board_citation(board.label, tags, known))


@blueprint.get("/counts/<path:label>/<piece>/<quantity>.bib")
@operation(
    "Cite one number of a board",
    tag="boards",
    query=MethodQuery,
    answers={200: Answer("A BibTeX entry", str, media=(BIBTEX,))},
)
def cite_count(label: str, piece: str, quantity: str, query: MethodQuery) -> Response:
    """Send a citation of the best known figure, exact ones first: by whom, when and by which code it was found."""
    found = show_count.view(label=label, piece=piece, quantity=quantity, query=query)
    best: Statement = found.statements[0]
    with reading() as session:
        jobs = get_jobs(session, [source.id for source in best.sources if source.kind == "job"])
    moments = [job.finished_at for job in jobs if job.finished_at is not None]
    first = moment(min(moments)) if moments else None
    return _bibtex(count_citation(best, first, found.address))


def _bibtex(text: str) -> Response:
    tag = etags.entity_tag((text,))
    return etags.not_modified(tag) or Response(text, headers=etags.headers(tag), mimetype=BIBTEX)


def _subject(label: str, piece: str) -> tuple[Board, tuple[int, ...]]:
    if re.fullmatch(PIECE, piece) is None:
        raise not_found(f"piece {piece!r}", "its components are written 1,2")
    try:
        board, moves = board_named(label), piece_of_key(piece)
        directions_of(moves, board.dimensions)
    except InvalidProblemError as error:
        raise not_found(f"board {label!r} with the piece {piece}", error.message) from error
    return board, moves
