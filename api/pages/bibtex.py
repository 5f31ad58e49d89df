"""BibTeX entries: they name a thing by what it is, when it was found, and by which code."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from flask import request

from api.http.services import services
from store.trust.code_versions import find_engine, own_version

NOT_A_KEY = re.compile(r"[^a-z0-9]+")
SPECIAL = re.compile(r"[\\{}%#&$_^~]")
ESCAPED = {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"}


def bibtex_entry(
    key: str, title: str, when: datetime | None, path: str, notes: Mapping[str, str], tags: Sequence[str] = ()
) -> str:
    """Return the entry of what is found at `path`; notes: further fields, by name; tags: its keywords."""
    fields = {
        "title": f"{{{_plain(title)}}}",
        "author": "{The Cavalier project}",
        **({} if when is None else {"year": f"{when.year}", "month": f"{when.month}", "date": f"{when.date()}"}),
        "howpublished": f"Cavalier {own_version()}",
        "url": (services().settings.public_url or request.host_url).rstrip("/") + path,
        "note": _plain(", ".join(f"{name} {text}" for name, text in notes.items())),
        "keywords": _plain(", ".join(tags)),
    }
    lines = [f"  {name} = {{{text}}}," for name, text in fields.items() if text]
    return "\n".join([f"@misc{{cavalier-{NOT_A_KEY.sub('-', key.lower()).strip('-')},", *lines, "}", ""])


def code_words(digest: str) -> str:
    """Return a code digest, with the version and the commit that it stands for if they are known."""
    with services().database.reading() as session:
        code = find_engine(session, digest)
    if code is None:
        return digest
    return f"{digest} (version {code.version}" + (f", commit {code.commit})" if code.commit else ")")


def _plain(text: str) -> str:
    """Return a text without the signs that BibTeX and TeX interpret."""
    return SPECIAL.sub(lambda found: ESCAPED.get(found[0], f"\\{found[0]}"), text)
