"""Catalogues: the translations of texts, read from `<language>/*.po` when they are first needed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from language.template_match import Pattern

FOLDER = Path(__file__).resolve().parent
SCRIPT = ".js"
LATER = "translated when shown"
"""The comment on texts that may be met with their values in them."""


@dataclass(frozen=True)
class Catalogue:
    """The texts of one language.

    texts: by gettext. patterns: sentences with values in them, the one with most words of its own first. scripts: the
    texts of the pages' scripts.
    """

    texts: GNUTranslations
    patterns: tuple[Pattern, ...]
    scripts: dict[str, str]


@lru_cache(maxsize=8)
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language other than English: the files of all packages together."""
    from babel.messages.catalog import Catalog  # noqa: PLC0415  not loaded for English
    from babel.messages.mofile import write_mo  # noqa: PLC0415  likewise
    from babel.messages.pofile import read_po  # noqa: PLC0415  likewise

    whole = Catalog(locale=language)
    for path in sorted((FOLDER / language).glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=language):
                if message.id and message.string:
                    whole.add(
                        message.id, message.string, locations=message.locations, auto_comments=message.auto_comments
                    )
    compiled = BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    single = {message.id: message for message in whole if isinstance(message.id, str) and message.id}
    later = [message for message in single.values() if message.python_format and LATER in message.auto_comments]
    patterns = [Pattern.of(str(message.id), str(message.string)) for message in later]
    return Catalogue(
        texts=GNUTranslations(compiled),
        patterns=tuple(
            sorted((one for one in patterns if one.is_telling), key=lambda one: (-one.letters, -len(one.names)))
        ),
        scripts={
            text: str(message.string)
            for text, message in single.items()
            if any(name.endswith(SCRIPT) for name, _ in message.locations)
        },
    )
