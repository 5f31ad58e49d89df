"""Filters of lists by the tags and notes of their entries."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, select

from store.models.boards import BoardRow
from store.models.campaigns import Campaign
from store.models.jobs import Job
from store.models.notes import Note, Tag

SUBJECT_COLUMNS = {
    Job: ("job_id", Job.id),
    Campaign: ("campaign_id", Campaign.id),
    BoardRow: ("board", BoardRow.label),
}
"""The columns that identify a subject: of notes and tags, and of its own table."""


def note_conditions(
    table: type[Job | Campaign | BoardRow], tags: Collection[str] = (), text: str | None = None
) -> list[ColumnElement[bool]]:
    """Return the conditions that a row has any of these tags, and a note with this text, each only if given."""
    name, column = SUBJECT_COLUMNS[table]
    found: list[ColumnElement[bool]] = []
    if tags:
        on = getattr(Tag, name)
        found.append(column.in_(select(on).where(Tag.name.in_(tags), on.is_not(None))))
    if text is not None:
        on = getattr(Note, name)
        found.append(column.in_(select(on).where(Note.text.icontains(text, autoescape=True), on.is_not(None))))
    return found
