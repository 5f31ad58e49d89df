"""Changes of notes and tags by requests and forms: who makes them, and who may."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.http.board_lookup import board_named
from api.http.problems import Fault, ProblemError, invalid, not_found
from api.http.row_ids import read_row_id
from api.http.security.keys import caller
from api.http.services import writing
from engine.boards.piece import KNIGHT
from engine.errors import InvalidProblemError
from store.campaigns.submission import get_campaign
from store.jobs.lifecycle import get_job
from store.models.notes import Note, Tag
from store.notes import Subject, TooManyNotesError, add_note, add_tags, note_of, set_tags
from store.tours.boards import board_id


@dataclass(frozen=True)
class SubjectKind:
    """A kind of subject of notes: its name, its address, and the function that finds one by its name."""

    name: str
    address: str
    find: Callable[[Session, str, bool], Subject]

    @property
    def variable(self) -> str:
        """The name of the variable part of its address."""
        return self.address.partition("<")[2].rstrip(">").rpartition(":")[2]


def _board(session: Session, label: str, lock: bool) -> str:
    """Return the label of a board. lock: for writing, so the board is stored first, and lists then include it."""
    try:
        board = board_named(label)
    except InvalidProblemError as error:
        raise not_found(f"board {label!r}", error.message) from error
    if lock:
        board_id(session, board, KNIGHT)
    return board.label


JOB = SubjectKind("job", "jobs/<job_id>", lambda session, name, lock: get_job(session, name, lock=lock))
CAMPAIGN = SubjectKind(
    "campaign", "campaigns/<campaign_id>", lambda session, name, lock: get_campaign(session, name, lock=lock)
)
BOARD = SubjectKind("board", "boards/<path:label>", _board)
SUBJECTS = (JOB, CAMPAIGN, BOARD)


def write_note(kind: SubjectKind, name: str, text: str, tags: Sequence[str] = ()) -> Note:
    """Put a checked note and tags on a subject in the caller's name; a 422 problem beyond a limit."""
    with writing() as session:
        subject = kind.find(session, name, True)
        with _check_limit("/text"):
            note = add_note(session, subject, text, caller().name)
        with _check_limit("/tags"):
            add_tags(session, subject, tags, caller().name)
        return note


def write_tags(kind: SubjectKind, name: str, tags: Sequence[str]) -> list[Tag]:
    """Replace the tags of a subject by these checked ones; a 422 problem beyond a limit."""
    with writing() as session, _check_limit("/tags"):
        return set_tags(session, kind.find(session, name, True), tags, caller().name)


def write_more_tags(kind: SubjectKind, name: str, tags: Sequence[str]) -> list[Tag]:
    """Add these checked tags to those of a subject; a 422 problem beyond a limit."""
    with writing() as session, _check_limit("/tags"):
        return add_tags(session, kind.find(session, name, True), tags, caller().name)


def remove_note(kind: SubjectKind, name: str, number: str) -> None:
    """Remove a note: 403 unless the caller's key wrote it or is an admin's, 404 where there is no such note."""
    with writing() as session:
        subject = kind.find(session, name, True)
        note_id = read_row_id(number)
        note = None if note_id is None else note_of(session, subject, note_id)
        if note is None:
            raise not_found(f"note {number} of {name}")
        if not may_remove(note.author):
            detail = "a note is deleted by the key that wrote it, or by one of the scope 'admin'"
            raise ProblemError(403, "scope", "The key does not allow this", detail)
        session.delete(note)


def may_remove(author: str | None) -> bool:
    """Whether the caller may remove a note of this author."""
    who = caller()
    return who.may("admin") or (who.may("submit") and who.name == author)


@contextmanager
def _check_limit(pointer: str) -> Iterator[None]:
    try:
        yield
    except TooManyNotesError as error:
        raise invalid([Fault(pointer=pointer, detail=str(error))]) from error
