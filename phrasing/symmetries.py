"""What symmetries of a board are called."""

from __future__ import annotations

from collections.abc import Mapping

from language.translate import gettext_noop, translate

NAMES: Mapping[str, str] = {
    "none": gettext_noop("none but the identity"),
    "identity": gettext_noop("the identity"),
    "rotation90": gettext_noop("a quarter-turn"),
    "rotation180": gettext_noop("a half-turn"),
    "rotation270": gettext_noop("three quarter-turns"),
    "mirror-rows": gettext_noop("a reflection from top to bottom"),
    "mirror-columns": gettext_noop("a reflection from left to right"),
    "mirror-diagonal": gettext_noop("a reflection in the main diagonal"),
    "mirror-antidiagonal": gettext_noop("a reflection in the other diagonal"),
}


def symmetry_words(names: str) -> str:
    """Return the names of symmetries, joined by "+", in words; unknown ones stay as they are."""
    return ", ".join(translate(NAMES.get(name, name)) for name in names.split("+"))
