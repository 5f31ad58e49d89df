"""The catalogues have no missing, superfluous or damaged translation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from language import update
from language.catalogue import FOLDER, catalogue
from language.current import DEFAULT, LANGUAGES
from language.extraction import PACKAGES
from language.template_match import PLACE
from language.update import is_translated, read, templates, update_catalogue

OTHERS = [code for code in LANGUAGES if code != DEFAULT]

EACH = pytest.mark.parametrize(
    ("language", "package"), [(language, package) for language in OTHERS for package in PACKAGES]
)
LOOSE = re.compile(r"[^\u00a0\u202f\s] ?[;!?»](?![&\w])|« ?[^\u00a0]| :|\w: |\w'\w| %(?![(\w])")
"""Faults in a French text: punctuation without its no-break space, or a straight apostrophe."""

CODE = re.compile(r"`[^`]*`|<[^>]*>|&\w+;|\"[^\"]*\"|/\w+: |\{[^}]*\}")
"""Quoted text that is typed, or read by machines."""


@pytest.fixture(scope="module")
def wanted() -> dict[str, Catalog]:
    """Return the texts of the source, by package."""
    return templates()


def texts(message: Message) -> list[str]:
    """Return the translation, or each of its forms."""
    return [message.string] if isinstance(message.string, str) else list(message.string)


def places(text: object) -> set[str]:
    """Return the values that a text, or its forms together, have places for."""
    return set(PLACE.findall(text if isinstance(text, str) else " ".join(map(str, text or ()))))  # type: ignore[call-overload]


def key(message: Message) -> str:
    """Return the text, or its singular form."""
    return message.id if isinstance(message.id, str) else str(message.id[0])


@EACH
def test_nothing_is_missing(language: str, package: str, wanted: dict[str, Catalog]) -> None:
    """Every text of the source has its translation."""
    found = {message.id: message for message in read(language, package) if message.id}
    missing = [
        one.id for one in wanted[package] if one.id and (one.id not in found or not is_translated(found[one.id].string))
    ]
    assert missing == []


@EACH
def test_nothing_is_left_over(language: str, package: str, wanted: dict[str, Catalog]) -> None:
    """Every text of a catalogue is still in the source; `make messages` removes others."""
    ours = {message.id for message in wanted[package] if message.id}
    assert [message.id for message in read(language, package) if message.id and message.id not in ours] == []


@EACH
def test_nothing_is_guessed_and_no_value_lost(language: str, package: str) -> None:
    """No translation is fuzzy, and each has all places of its text and all plural forms."""
    for message in read(language, package):
        if message.id and is_translated(message.string):
            assert not message.fuzzy, message.id
            assert places(message.string) == places(message.id), message.id
            if not isinstance(message.id, str):
                assert len(texts(message)) == Catalog(locale=language).num_plurals
            ends = {(text[:1] == " ", text[-1:] == " ") for text in (key(message), *texts(message))}
            assert len(ends) == 1, message.id


@pytest.mark.parametrize("package", PACKAGES)
def test_french_is_set_as_french(package: str) -> None:
    """High punctuation has its no-break space, and no apostrophe is straight."""
    wrong = [
        text
        for message in read("fr", package)
        if message.id
        for text in texts(message)
        if LOOSE.search(CODE.sub("x", text))
    ]
    assert wrong == []


def test_a_text_is_in_one_catalogue() -> None:
    """A text is only in the catalogue of the lowest package that has it."""
    for language in OTHERS:
        ids = [message.id for package in PACKAGES for message in read(language, package) if message.id]
        assert len(ids) == len(set(ids))
        assert sorted(path.stem for path in (FOLDER / language).glob("*.po")) == sorted(PACKAGES)


def test_scripts_find_their_texts(wanted: dict[str, Catalog]) -> None:
    """Every text of a page's scripts is among those sent to scripts."""
    said = {str(one.id) for one in wanted["api"] if any(name.endswith(".js") for name, _ in one.locations)}
    assert "Live" in said
    assert said <= catalogue("fr").scripts.keys()


def test_updating_keeps_translations_and_adds_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Existing texts keep their translation, new ones have none, and obsolete ones are removed."""
    monkeypatch.setattr(update, "FOLDER", tmp_path)
    (tmp_path / "fr").mkdir()
    (tmp_path / "fr" / "api.po").write_text('msgid "Jobs"\nmsgstr "Tâches"\n\nmsgid "gone"\nmsgstr "parti"\n')
    template = Catalog()
    for text in ("Jobs", "new", ("a tour", "%(number)s tours")):
        template.add(text)
    new = update_catalogue("fr", "api", template)
    assert {one.id: one.string for one in new if one.id} == {
        "Jobs": "Tâches", "new": "", ("a tour", "%(number)s tours"): ("", ""),
    }  # fmt: skip
    assert [is_translated(one.string) for one in new if one.id] == [True, False, False]
