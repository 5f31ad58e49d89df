"""BibTeX entries: they name a thing by what it is, when it was found, and by which code."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from flask import request

from api.http.services import services
from store.trust.code_versions import find_code_version, own_commit, own_version

YEAR = re.compile(r"\b([0-9]{3,4})\W*$")
"""The year at the end of the line of a source."""

NOT_A_KEY = re.compile(r"[^a-z0-9]+")
SPECIAL = re.compile(r"[\\{}%#&$_^~]")
ESCAPED = {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"}


@dataclass(frozen=True)
class Printed:
    """Who published something, and when; empty where the source does not say."""

    author: str
    year: str

    @classmethod
    def of(cls, source: str) -> Printed:
        """Read the line of a source: author, title, year."""
        year = YEAR.search(source)
        return cls(source.partition(",")[0].strip(), year[1] if year else "")


def bibtex_entry(
    key: str,
    title: str,
    when: datetime | None,
    path: str,
    notes: Mapping[str, str],
    tags: Sequence[str] = (),
    printed: Printed | None = None,
) -> str:
    """Return the entry of what is found at `path`.

    when: the time it was found; None for what is known today. notes: parts of its note, by name. tags: its keywords.
    printed: its earlier publication.
    """
    commit = own_commit()
    fields = {
        "title": f"{{{_plain(title)}}}",
        "author": f"{{{_plain(printed.author) if printed else 'The Cavalier project'}}}",
        **(_dates(when) if printed is None else {"year": printed.year}),
        "howpublished": f"Cavalier {own_version()}" + (f", commit {commit}" if commit else ""),
        "url": (services().settings.public_url or request.host_url).rstrip("/") + path,
        "note": _plain(", ".join(f"{name} {text}" for name, text in notes.items())),
        "keywords": _plain(", ".join(tags)),
    }
    lines = [f"  {name} = {{{text}}}," for name, text in fields.items() if text]
    return "\n".join([f"@misc{{cavalier-{_written_key(key)},", *lines, "}", ""])


def _written_key(key: str) -> str:
    """Return a key in letters, digits and hyphens; a digest tells a board of free shape from others."""
    shape = f" {sha256(key.encode()).hexdigest()[:8]}" if "mask:" in key else ""
    return NOT_A_KEY.sub("-", f"{key}{shape}".lower()).strip("-")


def _dates(when: datetime | None) -> dict[str, str]:
    """Return the date fields of a find; for what is known today (None), today's year and date."""
    if when is not None:
        return {"year": f"{when.year}", "month": f"{when.month}", "date": f"{when.date()}"}
    today = datetime.now(UTC)
    return {"year": f"{today.year}", "urldate": f"{today.date()}"}


def code_words(digest: str) -> str:
    """Return a code digest, with the version and the commit that it stands for if they are known."""
    with services().database.reading() as session:
        code = find_code_version(session, digest)
    if code is None:
        return digest
    return f"{digest} (version {code.version}" + (f", commit {code.commit})" if code.commit else ")")


def _plain(text: str) -> str:
    """Return a text with the signs escaped that BibTeX and TeX interpret."""
    return SPECIAL.sub(lambda found: ESCAPED.get(found[0], f"\\{found[0]}"), text)
