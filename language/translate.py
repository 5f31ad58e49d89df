"""Translation into the current language. The source is in English, which needs no translation."""

from __future__ import annotations

from language.catalogue import catalogue
from language.current import DEFAULT, current
from language.formats import elide, figures_within

MAX_DEPTH = 4
"""Most levels of sentences within sentences."""


def gettext_noop(text: str) -> str:
    """Return the text as it is; it goes into the catalogues, and `translate` translates it."""
    return text


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """Return both forms as they are; they go into the catalogues, and `ngettext` says them."""
    return one, many


def gettext(text: str, /, **values: object) -> str:
    """Say a text in the current language, with values in its places (`%(name)s`)."""
    language = current()
    found = text if language == DEFAULT else catalogue(language).texts.gettext(text)
    return found % values if values else found


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """Say a text in the form that goes with a count, with values in its places."""
    language = current()
    if language == DEFAULT:
        found = one if count == 1 else many
    else:
        found = catalogue(language).texts.ngettext(one, many, count)
    return found % values if values else found


def translate(text: str, depth: int = 0) -> str:
    """Say in the current language what was made in English: a marked text, or a sentence known by its template.

    A text that is in no catalogue, such as a user's own words, stays as it is.
    """
    language = current()
    if language == DEFAULT or not text:
        return text
    known = catalogue(language)
    exact = known.texts.gettext(text)
    if exact != text or " " not in text or depth > MAX_DEPTH:
        return exact
    for pattern in known.patterns:
        values = pattern.values(text)
        if values is not None:
            within = {name: figures_within(translate(value, depth + 1)) for name, value in values.items()}
            return elide(pattern.translation % within)
    return text
