"""Notes and tags of jobs, campaigns and boards: the same operations on each."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response

from api.http.services import reading
from api.listing.pagination import LINKED, Page, PageQuery
from api.listing.tables import FORMS
from api.notes.documents import (
    MORE_TAGS,
    NOTE,
    TAGS,
    AddedTagsRequest,
    NoteDocument,
    NoteRequest,
    TagDocument,
    TagsDocument,
    TagsRequest,
)
from api.notes.requests import SUBJECTS, SubjectKind, remove_note, write_more_tags, write_note, write_tags
from api.openapi.endpoint import Answer, View, operation
from api.openapi.responses import NOT_MODIFIED
from store.notes import count_notes, find_notes, tags_of

blueprint = Blueprint("notes", __name__, url_prefix="/api/v1")
NOTES_PAGE = {200: Answer("A page of notes", Page[NoteDocument], LINKED, FORMS), 304: NOT_MODIFIED}


def add_routes(kind: SubjectKind) -> None:
    """Add the operations on the notes and tags of one kind of subject; `place` has the variable part of its address."""
    tag, path = f"{kind.name}s", f"/{kind.address}"

    def list_notes(query: PageQuery, **place: str) -> Response:
        with reading() as session:
            subject = kind.find(session, _name(place), False)
            rows = find_notes(session, subject, before=query.cursor, limit=query.limit)
            total = query.total(lambda: count_notes(session, subject))
        return query.answer(Page[NoteDocument], map(NoteDocument.of, rows), query.next_page(rows), total)

    def create_note(body: NoteRequest, **place: str) -> tuple[NoteDocument, int, dict[str, str]]:
        return NoteDocument.of(write_note(kind, _name(place), body.text, body.tags)), 201, {}

    def delete_note(note_id: str, **place: str) -> Response:
        remove_note(kind, _name(place), note_id)
        return Response(status=204)

    def list_tags(**place: str) -> TagsDocument:
        with reading() as session:
            rows = tags_of(session, kind.find(session, _name(place), False))
        return TagsDocument(tags=list(map(TagDocument.of, rows)))

    def replace_tags(body: TagsRequest, **place: str) -> TagsDocument:
        rows = write_tags(kind, _name(place), body.tags)
        return TagsDocument(tags=list(map(TagDocument.of, rows)))

    def add_tags(body: AddedTagsRequest, **place: str) -> TagsDocument:
        rows = write_more_tags(kind, _name(place), body.tags)
        return TagsDocument(tags=list(map(TagDocument.of, rows)))

    def add(method: str, below: str, view: View, summary: str, answers: dict[int, Answer], **more: object) -> None:
        name = view.__name__.replace("note", f"{kind.name}_note").replace("tags", f"{kind.name}_tags")
        endpoint = operation(summary.format(kind.name), tag=tag, answers=answers, **more)(view)
        blueprint.add_url_rule(path + below, name, endpoint, methods=[method])

    add("GET", "/notes", list_notes, "List the notes on a {}, newest first", NOTES_PAGE, query=PageQuery)
    made = {201: Answer("The note", NoteDocument)}
    add("POST", "/notes", create_note, "Put a note on a {}", made, scope="submit", body=NOTE)
    gone = {204: Answer("It is gone")}
    add("DELETE", "/notes/<note_id>", delete_note, "Remove a note from a {}", gone, scope="submit")
    all_tags = {200: Answer("All of them, by name", TagsDocument)}
    add("GET", "/tags", list_tags, "List the tags of a {}", all_tags)
    add("PUT", "/tags", replace_tags, "Replace the tags of a {}", all_tags, scope="submit", body=TAGS)
    add("POST", "/tags", add_tags, "Add tags to a {}", all_tags, scope="submit", body=MORE_TAGS)


def _name(place: Mapping[str, str]) -> str:
    return next(iter(place.values()))


for _kind in SUBJECTS:
    add_routes(_kind)
