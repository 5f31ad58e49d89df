"""Update the catalogues from the source: `python -m language.update`.

New texts are added without a translation, texts no longer in use are removed; exit code 1 if a translation is missing.
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from language.catalogue import FOLDER, LATER
from language.current import DEFAULT, LANGUAGES
from language.extraction import PACKAGES, extract_texts

WIDTH = 120


def templates() -> dict[str, Catalog]:
    """Return the texts that are to be translated, by package."""
    seen: set[str | tuple[str, str]] = set()
    found = {}
    texts = {package: list(extract_texts(package)) for package in PACKAGES}
    later = {text for found_here in texts.values() for _, text, is_later in found_here if is_later}
    for package in PACKAGES:
        own = Catalog(project="Cavalier")
        here: set[str | tuple[str, str]] = set()
        for file, text, _ in texts[package]:
            key = text if isinstance(text, str) else text[0]
            if key not in seen:
                own.add(text, locations=[(file, 0)], auto_comments=[LATER] if text in later else [])
                here.add(key)
        seen |= here
        found[package] = own
    return found


def catalogue_file(language: str, package: str) -> Path:
    """Return the file with a language's texts of a package."""
    return FOLDER / language / f"{package}.po"


def read(language: str, package: str) -> Catalog:
    """Return the translations of a package; an empty catalogue where there is no file yet."""
    path = catalogue_file(language, package)
    if not path.is_file():
        return Catalog(locale=language, project="Cavalier")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update_catalogue(language: str, package: str, template: Catalog) -> Catalog:
    """Return the catalogue of a package with just the texts of the template, and the translations that it had."""
    old = read(language, package)
    new = Catalog(locale=language, project="Cavalier", header_comment=f"# {package}", fuzzy=False)
    new.creation_date = new.revision_date = old.creation_date
    for message in template:
        if message.id:
            known = old.get(message.id if isinstance(message.id, str) else message.id[0])
            translation = "" if known is None or type(known.id) is not type(message.id) else known.string
            new.add(
                message.id, translation, locations=message.locations, auto_comments=sorted(set(message.auto_comments))
            )
    return new


def is_translated(string: object) -> bool:
    """Whether a translation, or each of its forms, says something."""
    return all(string) if isinstance(string, tuple | list) else bool(string)


def main() -> int:
    """Write every catalogue; return the exit code."""
    missing = 0
    for package, template in templates().items():
        for language in LANGUAGES:
            if language == DEFAULT:
                continue
            new = update_catalogue(language, package, template)
            path = catalogue_file(language, package)
            path.parent.mkdir(exist_ok=True)
            with path.open("wb") as file:
                write_po(file, new, width=WIDTH, omit_header=True, include_lineno=False)
            absent = [message.id for message in new if message.id and not is_translated(message.string)]
            missing += len(absent)
            sys.stdout.write(f"{language} {package}: {len(new)} texts, {len(absent)} not translated\n")
            sys.stdout.writelines(f"  {path.relative_to(FOLDER.parent)} lacks {text!r}\n" for text in absent)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
