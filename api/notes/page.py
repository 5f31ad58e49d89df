"""Notes and tags on the pages of jobs, campaigns and boards: shown, and changed by forms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import redirect, request, url_for
from markupsafe import Markup
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as AnyResponse

from api.http.security.keys import caller
from api.notes.documents import NOTE, TAGS, NoteDocument
from api.notes.markdown import render_note
from api.notes.requests import SUBJECTS, SubjectKind, may_remove, remove_note, write_note, write_tags
from api.pages.blueprint import blueprint
from store.notes import Subject, find_notes

MAX_NOTES = 20
"""Newest notes on a page; the API pages through all."""

LISTS = {"job": "dashboard.jobs", "campaign": "dashboard.campaigns", "board": "dashboard.boards"}
"""Lists that are filtered by tag."""


class Remarks(NamedTuple):
    """What a page shows of one subject: notes, each with its HTML and whether the reader may remove it, and tags."""

    notes: list[tuple[NoteDocument, Markup, bool]]
    more: bool
    tags: Sequence[str]
    tagged: str
    address: str
    json: str
    writable: bool


def remarks_on(kind: SubjectKind, name: str, session: Session, subject: Subject, tags: Sequence[str]) -> Remarks:
    """Return the notes on something, in one query, and its tags, as a template shows them."""
    notes = [NoteDocument.of(row) for row in find_notes(session, subject, limit=MAX_NOTES + 1)]
    place: dict[str, Any] = {kind.variable: name}
    return Remarks(
        [(note, render_note(note.text), may_remove(note.author)) for note in notes[:MAX_NOTES]],
        len(notes) > MAX_NOTES,
        tags,
        LISTS[kind.name],
        _address(kind, name),
        url_for(f"notes.list_{kind.name}_notes", **place),
        caller().may("submit"),
    )


def add_forms(kind: SubjectKind) -> None:
    """Add the routes of the forms on the page of one kind of subject."""

    def send_note(**place: str) -> AnyResponse:
        body = NOTE.parse({"text": request.form.get("text", "")})
        write_note(kind, place[kind.variable], body.text)
        return _back(kind, place[kind.variable])

    def send_tags(**place: str) -> AnyResponse:
        names = request.form.get("tags", "").replace(",", " ").split()
        write_tags(kind, place[kind.variable], TAGS.parse({"tags": names}).tags)
        return _back(kind, place[kind.variable])

    def drop_note(note_id: str, **place: str) -> AnyResponse:
        remove_note(kind, place[kind.variable], note_id)
        return _back(kind, place[kind.variable])

    for below, view in (("notes", send_note), ("tags", send_tags), ("notes/<note_id>/delete", drop_note)):
        blueprint.add_url_rule(f"/{kind.address}/{below}", f"{view.__name__}_{kind.name}", view, methods=["POST"])


def _address(kind: SubjectKind, name: str) -> str:
    place: dict[str, Any] = {kind.variable: name}
    return url_for(f"dashboard.{kind.name}", **place)


def _back(kind: SubjectKind, name: str) -> AnyResponse:
    return redirect(f"{_address(kind, name)}#notes", 303)


for _kind in SUBJECTS:
    add_forms(_kind)
