"""The languages there are, and the one that the current request or command is answered in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from re import split

LANGUAGES = {"en": "English", "fr": "Français"}
"""By their code (ISO 639-1): what each calls itself. The first is the one that everything is written in."""

DEFAULT = "en"
VARIABLES = ("CAVALIER_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Of the environment, the first that is set decides: ours, then the system's in its own order."""

_CURRENT: ContextVar[str] = ContextVar("language", default=DEFAULT)


def current() -> str:
    """Return the code of the language that is spoken now."""
    return _CURRENT.get()


def speak(language: str) -> None:
    """Speak a language from now on, in this context; KeyError where there is none of this code."""
    if language not in LANGUAGES:
        raise KeyError(language)
    _CURRENT.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language within the block."""
    before = current()
    speak(language)
    try:
        yield
    finally:
        speak(before)


def find_language(code: str) -> str | None:
    """Return the language that a code of any form means (fr, fr_CA.UTF-8, FR-be), None where it is not spoken here."""
    primary = split(r"[-_.@]", code.strip().lower(), maxsplit=1)[0]
    return primary if primary in LANGUAGES else None


def of_environment(environment: Mapping[str, str]) -> str:
    """Return the language that an environment asks for, English where it asks for none that is spoken here."""
    given = next((environment[name] for name in VARIABLES if environment.get(name)), DEFAULT)
    return find_language(given) or DEFAULT
