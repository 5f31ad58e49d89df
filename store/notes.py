"""Notes and tags of jobs, campaigns and boards: read, written, removed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.orm import Session

from store.database.db import now, number_of
from store.database.expressions import SoleLock
from store.database.insertion import insert_all_or_keep
from store.jobs.events import record
from store.models.campaigns import Campaign
from store.models.jobs import Job
from store.models.notes import Note, Tag

Subject = Job | Campaign | str
"""What a note is about; a text is the label of a board."""

MAX_NOTES = 500
MAX_TAGS = 20
MAX_TEXT = 5000
MAX_NAME = 40
BOARD_LOCKS = 3
"""Seed of the advisory locks of boards' labels."""

NAME = rf"[a-z0-9][a-z0-9._-]{{0,{MAX_NAME - 1}}}"
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
SURROGATE = re.compile("[\ud800-\udfff]")


class TooManyNotesError(ValueError):
    """The subject has as many notes or tags as it may have; the message states the limit."""


def check_text(text: str) -> str:
    """Return a note's text without surrounding white space; ValueError states the violated rule."""
    kept = text.replace("\r\n", "\n").strip()
    if not kept:
        raise ValueError("a note has a text")
    if len(kept) > MAX_TEXT:
        raise ValueError(f"a note has at most {MAX_TEXT} characters, not {len(kept)}")
    if UNPRINTABLE.search(kept):
        raise ValueError("a note has no control characters but line ends and tabs")
    if SURROGATE.search(kept):
        raise ValueError("a note has no halves of surrogate pairs: they are no characters")
    return kept


def check_tag(name: str) -> str:
    """Return the name of a tag; ValueError states its form."""
    if not re.fullmatch(NAME, name):
        raise ValueError(
            f"a tag has 1 to {MAX_NAME} small letters a to z, digits, dots, hyphens and underscores, "
            "and begins with a letter or digit"
        )
    return name


def add_note(session: Session, subject: Subject, text: str, author: str | None = None) -> Note:
    """Put a checked text on a subject; TooManyNotesError beyond `MAX_NOTES`."""
    if count_notes(session, subject) >= MAX_NOTES:
        raise TooManyNotesError(f"a job, campaign or board has at most {MAX_NOTES} notes")
    note = Note(**_key(subject), text=text, author=author, created_at=now(session))
    session.add(note)
    session.flush()
    return note


def find_notes(session: Session, subject: Subject, *, before: int | None = None, limit: int = 50) -> list[Note]:
    """Return up to `limit` notes of a subject with ids below `before`, newest first."""
    ahead = () if before is None else (Note.id < before,)
    return list(session.scalars(select(Note).where(_on(Note, subject), *ahead).order_by(Note.id.desc()).limit(limit)))


def count_notes(session: Session, subject: Subject) -> int:
    """Return the number of notes of a subject."""
    return number_of(session, Note, _on(Note, subject))


def note_of(session: Session, subject: Subject, number: int) -> Note | None:
    """Return the note with this id if it belongs to the subject."""
    return session.scalar(select(Note).where(_on(Note, subject), Note.id == number))


def tags_of(session: Session, subject: Subject) -> list[Tag]:
    """Return the tags of a subject by name: `MAX_TAGS` at most."""
    return list(session.scalars(select(Tag).where(_on(Tag, subject)).order_by(Tag.name)))


def names_of_tags(session: Session, subject: Subject) -> list[str]:
    """Return the names of the tags of a subject, sorted."""
    return [tag.name for tag in tags_of(session, subject)]


def tags_by_subject(session: Session, subjects: Collection[Subject]) -> dict[int | str, list[str]]:
    """Return the tag names of those subjects of one kind that have tags, by id or label, in one query."""
    found: dict[int | str, list[str]] = defaultdict(list)
    keys = [_key(subject) for subject in subjects]
    for column in {name for key in keys for name in key}:
        on = getattr(Tag, column)
        statement = select(on, Tag.name).where(on.in_([key[column] for key in keys])).order_by(Tag.name)
        for subject, name in session.execute(statement):
            found[subject].append(name)
    return found


def set_tags(session: Session, subject: Subject, names: Iterable[str], author: str | None = None) -> list[Tag]:
    """Give a locked subject these checked tags and no others; tags that it already has keep their author and time.

    Raises TooManyNotesError beyond `MAX_TAGS`. A change of a job's tags is an event of the job.
    """
    chosen = set(names)
    return _change_tags(session, subject, lambda _known: chosen, author)


def add_tags(session: Session, subject: Subject, names: Sequence[str], author: str | None = None) -> list[Tag]:
    """Add these checked tags to those of a locked subject; errors as in `set_tags`."""
    return _change_tags(session, subject, lambda known: known | set(names), author)


def _change_tags(
    session: Session, subject: Subject, choose: Callable[[AbstractSet[str]], AbstractSet[str]], author: str | None
) -> list[Tag]:
    """Remove and add tags so that the chosen names remain; a board's tags are locked meanwhile."""
    if isinstance(subject, str):  # it may have no row to lock
        session.execute(select(SoleLock(subject, BOARD_LOCKS)))
    known = {tag.name: tag for tag in tags_of(session, subject)}
    chosen = choose(known.keys())
    if len(chosen) > MAX_TAGS:
        raise TooManyNotesError(f"a job, campaign or board has at most {MAX_TAGS} tags")
    if chosen == known.keys():
        return list(known.values())
    moment = now(session)
    if removed := [tag.id for name, tag in known.items() if name not in chosen]:
        session.execute(delete(Tag).where(Tag.id.in_(removed)))
    common = {**_key(subject), "author": author, "created_at": moment}
    if new := [{**common, "name": name} for name in chosen - known.keys()]:
        insert_all_or_keep(session, Tag, new)
    if isinstance(subject, Job):
        record(session, subject, "tagged", moment, tags=", ".join(sorted(chosen)))
    found = known | {str(row["name"]): Tag(**row) for row in new}
    return [found[name] for name in sorted(chosen)]


def _key(subject: Subject) -> dict[str, int | str]:
    """Return the columns that name a subject."""
    if isinstance(subject, str):
        return {"board": subject}
    return {"job_id" if isinstance(subject, Job) else "campaign_id": subject.id}


def _on(kind: type[Note | Tag], subject: Subject) -> ColumnElement[bool]:
    [(name, value)] = _key(subject).items()
    found: ColumnElement[bool] = getattr(kind, name) == value
    return found
