"""Notes and tags on jobs, campaigns and boards, on both databases."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from store.campaigns.actions import delete_campaign
from store.campaigns.submission import get_campaign
from store.database.db import Database, number_of
from store.jobs.deletion import delete_job, end_deletion, remove_page
from store.jobs.lifecycle import get_job
from store.jobs.steps import claim_step
from store.models.notes import Note, Tag
from store.models.states import Step
from store.notes import (
    MAX_NAME,
    MAX_NOTES,
    MAX_TAGS,
    MAX_TEXT,
    Subject,
    TooManyNotesError,
    add_note,
    add_tags,
    check_tag,
    check_text,
    count_notes,
    find_notes,
    note_of,
    set_tags,
    tags_by_subject,
    tags_of,
)
from store.queries.jobs import JobFilter, count_jobs, events, find_jobs, versions
from tests.store.campaigns.samples import stored_campaign
from tests.store.job_samples import drain, put_results_together, stored_job


@pytest.fixture
def job(database: Database) -> str:
    """A stored job."""
    with database.writing() as session:
        return stored_job(session).public_id


def test_notes_of_three_kinds_stay_apart(database: Database, job: str) -> None:
    """Each subject lists only its own notes, newest first, page by page."""
    campaign = stored_campaign(database)
    with database.writing() as session:
        subjects: list[Subject] = [get_job(session, job), get_campaign(session, campaign), "5x5"]
        for subject in subjects:
            for number in range(3):
                add_note(session, subject, f"{number}", "ada")
        for subject in subjects:
            first, second, last = find_notes(session, subject)
            assert [note.text for note in (first, second, last)] == ["2", "1", "0"]
            assert [note.id for note in find_notes(session, subject, before=second.id, limit=1)] == [last.id]
            assert count_notes(session, subject) == 3
            assert note_of(session, subject, first.id) is first
        assert note_of(session, "6x6", first.id) is None
        assert (first.author, first.created_at > 1e9) == ("ada", True)


def test_tags_keep_who_gave_them(database: Database, job: str) -> None:
    """A kept tag keeps its author, an omitted one goes; each change makes an event and a new version of the job."""
    with database.writing() as session:
        set_tags(session, get_job(session, job), ["b", "a", "b"], "ada")
    seen = []
    for names in (["b", "c"], ["b", "c"], []):
        with database.connect() as connection:
            seen.append(versions(connection, [job])[job])
        with database.writing() as session:
            set_tags(session, get_job(session, job), names, "bob")
            found = [(tag.name, tag.author) for tag in tags_of(session, get_job(session, job))]
        assert found == ([("b", "ada"), ("c", "bob")] if names else [])
    assert (seen[0] == seen[1], seen[1] == seen[2]) == (False, True)
    with database.reading() as session:
        told = [event.data["tags"] for event in events(session, get_job(session, job)) if event.name == "tagged"]
    assert told == ["a, b", "b, c", ""]


def test_tags_that_others_add_meanwhile_stay(database: Database, job: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Adding tags removes none that was added meanwhile; the tags are read once."""
    read: list[list[str]] = []

    def stale(session: Session, subject: Subject) -> list[Tag]:
        found = tags_of(session, subject)
        read.append([tag.name for tag in found])
        return [tag for tag in found if tag.name != "others"]

    with database.writing() as session:
        set_tags(session, "5x5", ["own", "others"], "bob")
    monkeypatch.setattr("store.notes.tags_of", stale)
    with database.writing() as session:
        assert [(tag.name, tag.author) for tag in add_tags(session, "5x5", ["new"], "ada")] == [
            ("new", "ada"),
            ("own", "bob"),
        ]
    assert read == [["others", "own"]]
    with database.reading() as session:
        assert [tag.name for tag in tags_of(session, "5x5")] == ["new", "others", "own"]
        assert tags_of(session, get_job(session, job)) == []


def test_a_board_never_has_more_tags_than_it_may(database: Database) -> None:
    """Simultaneous additions never exceed the limit; the late ones are refused."""
    with database.writing() as session:
        add_tags(session, "5x5", [f"t{number}" for number in range(MAX_TAGS - 2)])
    start = threading.Barrier(6)

    def add(number: int) -> bool:
        start.wait()
        try:
            with database.writing() as session:
                add_tags(session, "5x5", [f"late{number}"])
        except TooManyNotesError:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(add, range(6))) == 2
    with database.reading() as session:
        assert len(tags_of(session, "5x5")) == MAX_TAGS


def test_jobs_are_found_by_tag_and_by_note(database: Database, job: str) -> None:
    """Jobs are found only by their own notes and tags; percent signs are ordinary characters."""
    with database.writing() as session:
        stored_job(session)
        one = get_job(session, job)
        set_tags(session, one, ["lecture", "old"])
        set_tags(session, "5x5", ["board"])
        add_note(session, one, "Agrees to 100% with the Table")
        add_note(session, "5x5", "elsewhere")
        for chosen, number in (
            (JobFilter(tags=["lecture"]), 1),
            (JobFilter(tags=["lecture", "none"]), 1),
            (JobFilter(tags=["lect"]), 0),
            (JobFilter(tags=["board"]), 0),
            (JobFilter(note="100% WITH"), 1),
            (JobFilter(note="1%w"), 0),
            (JobFilter(note="elsewhere"), 0),
            (JobFilter(note="table", tags=["old"]), 1),
            (JobFilter(), 2),
        ):
            assert count_jobs(session, chosen) == len(find_jobs(session, chosen, before=None, limit=9)) == number
        assert tags_by_subject(session, [one]) == {one.id: ["lecture", "old"]}


def test_they_go_with_what_they_are_about(database: Database, job: str) -> None:
    """Notes and tags go with their campaign at once, and with a job's rows; those of a board stay."""
    drain(database)
    put_results_together(database)
    campaign = stored_campaign(database)
    with database.writing() as session:
        for subject in (get_job(session, job), get_campaign(session, campaign), "5x5"):
            add_note(session, subject, "text")
            set_tags(session, subject, ["tag"])
    with database.writing() as session:
        delete_campaign(session, campaign)
    delete_job(database, job)
    with database.writing() as session:
        lease = claim_step(session, Step.DELETE, [], 60.0)
        assert lease is not None
        while remove_page(session, lease):
            pass
        end_deletion(session, lease)
    with database.reading() as session:
        assert (number_of(session, Note), number_of(session, Tag)) == (1, 1)
        assert [tag.name for tag in tags_of(session, "5x5")] == ["tag"]


def test_limits(database: Database, job: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond a limit nothing is stored, and the error states the limit."""
    names = [f"t{number}" for number in range(MAX_TAGS)]
    with database.writing() as session:
        one = get_job(session, job)
        add_tags(session, one, names)
        with pytest.raises(TooManyNotesError, match=f"at most {MAX_TAGS} tags"):
            add_tags(session, one, ["more"])
        assert len(add_tags(session, one, names[:2])) == MAX_TAGS
        monkeypatch.setattr("store.notes.MAX_NOTES", 1)
        add_note(session, one, "text")
        with pytest.raises(TooManyNotesError, match="at most 1 notes"):
            add_note(session, one, "text")
    assert MAX_NOTES > 1


def test_a_note_is_about_one_thing(database: Database, job: str) -> None:
    """The database itself refuses a note with two subjects or none."""
    with database.reading() as session:
        known = get_job(session, job).id
    for fields in ({}, {"job_id": known, "board": "5x5"}):
        with pytest.raises(IntegrityError), database.writing() as session:
            session.add(Note(text="text", created_at=0.0, **fields))


@pytest.mark.parametrize("name", ["A", "", "a b", "-a", "é", "a,b", "a" * (MAX_NAME + 1), "a\n"])
def test_names_of_tags(name: str) -> None:
    """An invalid tag is refused with the form of valid ones."""
    with pytest.raises(ValueError, match=f"a tag has 1 to {MAX_NAME}"):
        check_tag(name)


@pytest.mark.parametrize(
    ("text", "reason"), [(" \n", "has a text"), ("x" * (MAX_TEXT + 1), f"{MAX_TEXT}"), ("a\x00", "control characters")]
)
def test_texts(text: str, reason: str) -> None:
    """An invalid text is refused with the reason."""
    with pytest.raises(ValueError, match=reason):
        check_text(text)
    assert check_text(" a\r\n\tb ") == "a\n\tb"


def test_views(database: Database, job: str) -> None:
    """The views show the subject, author and time of notes and tags."""
    with database.writing() as session:
        add_note(session, get_job(session, job), "of the job", "ada")
        set_tags(session, "5x5", ["of-the-board"])
    with database.reading() as session:
        [note] = session.execute(text("SELECT * FROM note_list")).mappings()
        [tag] = session.execute(text("SELECT * FROM tag_list")).mappings()
    assert (note["job"], note["board"], note["author"], note["text"]) == (job, None, "ada", "of the job")
    assert (tag["job"], tag["campaign"], tag["board"], tag["name"]) == (None, None, "5x5", "of-the-board")
    assert note["created_at"].endswith("Z")
