"""The available languages, and the language of the current request or command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from re import split

LANGUAGES = {"en": "English", "fr": "Français"}
"""Names of the languages in themselves, by code (ISO 639-1). The first is that of the source."""

DEFAULT = "en"
VARIABLES = ("CAVALIER_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables: the first that is set decides. Ours precedes the system's, which keep their order."""

_CURRENT: ContextVar[str] = ContextVar("language", default=DEFAULT)


def current() -> str:
    """Return the code of the current language."""
    return _CURRENT.get()


def speak(language: str) -> None:
    """Make a language current from now on, in this context; KeyError for an unknown code."""
    if language not in LANGUAGES:
        raise KeyError(language)
    _CURRENT.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Make a language current within the block."""
    before = current()
    speak(language)
    try:
        yield
    finally:
        speak(before)


def find_language(code: str) -> str | None:
    """Return the language that a code of any form means (fr, fr_CA.UTF-8, FR-be), None where it is not available."""
    primary = split(r"[-_.@]", code.strip().lower(), maxsplit=1)[0]
    return primary if primary in LANGUAGES else None


def of_environment(environment: Mapping[str, str]) -> str:
    """Return the language that an environment asks for, English where it asks for none that is available."""
    given = next((environment[name] for name in VARIABLES if environment.get(name)), DEFAULT)
    return find_language(given) or DEFAULT
