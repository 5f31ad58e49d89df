"""The reviewed licences of all packages installed with the service: `python -m tests.licences` prints them.

Ends with 1 where a package declares a licence that is not listed here, so that none is added unnoticed.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata
from pathlib import Path

LOCK = Path(__file__).resolve().parents[1] / "requirements.lock"
KNOWN = re.compile(
    r"(Apache|(New |3-Clause )?BSD|0BSD|MIT|CC0-1\.0|Zlib|PSF|Python Software Foundation|ZPL|Zope|Dual License)\b.*",
    re.DOTALL,
)
"""Permissive licences: the notice goes along with a copy, which each package's own files do."""

SHARED_ALIKE = {
    "psycopg": "LGPL-3.0-only",
    "psycopg-binary": "LGPL-3.0-only",
    "certifi": "Mozilla Public License 2.0 (MPL 2.0)",
    "docutils": "Public Domain, BSD License, GNU General Public License (GPL)",  # the last: an Emacs mode, not shipped
    "pathspec": "Mozilla Public License 2.0 (MPL 2.0)",
}
"""Used unchanged, as libraries: changes to the packages themselves would have to be published."""


def main() -> int:
    """Print each package with its licence; return the exit code."""
    unknown = 0
    for name in re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==", LOCK.read_text(), re.MULTILINE):
        licence = licence_of(name)
        if licence is None:
            continue
        mark = "" if is_known(name, licence) else "  <- not looked at"
        unknown += bool(mark)
        sys.stdout.write(f"{name:24} {licence}{mark}\n")
    return 1 if unknown else 0


def licence_of(name: str) -> str | None:
    """Return what a package declares; None where it is of another platform and not installed here."""
    try:
        found: PackageMetadata = metadata(name)
    except PackageNotFoundError:
        return None
    classified = [text.rsplit(" :: ", 1)[1] for text in found.get_all("Classifier") or () if text.startswith("License")]
    stated = str(found["License"]).splitlines()[0] if "License" in found else "none"
    return str(found["License-Expression"]) if "License-Expression" in found else ", ".join(classified) or stated


def is_known(name: str, licence: str) -> bool:
    """Whether this package's licence, or one like it, has been reviewed."""
    parts = re.split(r" AND | OR |, ", licence)
    return SHARED_ALIKE.get(name) == licence or all(KNOWN.fullmatch(part) for part in parts)


if __name__ == "__main__":
    sys.exit(main())
