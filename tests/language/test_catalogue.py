"""The catalogues as they are read."""

from __future__ import annotations

import subprocess
import sys

from language.catalogue import catalogue
from language.current import speaking
from language.speech import said
from tests.processes import ROOT


def test_texts_sentences_and_scripts_are_read() -> None:
    """Of all packages together; the sentences with most words of their own come first."""
    french = catalogue("fr")
    assert french.texts.gettext("Jobs") == "Tâches"
    assert french.scripts["Live"] == "En direct"
    letters = [pattern.letters for pattern in french.patterns]
    assert letters == sorted(letters, reverse=True)
    assert all(pattern.translation for pattern in french.patterns)


def test_what_is_said_at_once_is_no_sentence_to_be_found() -> None:
    """A page's short template, such as `%(squares)s with %(degree)s`, would be found in sentences of other things."""
    translations = {pattern.translation for pattern in catalogue("fr").patterns}
    assert "%(squares)s à %(degree)s coups" in catalogue("fr").texts._catalog.values()  # type: ignore[attr-defined]
    assert "%(squares)s à %(degree)s coups" not in translations
    prose = "An m x n board with m <= n has an open knight's tour"
    with speaking("fr"):
        assert said(prose) == prose


def test_english_costs_nothing() -> None:
    """Whoever speaks English loads no catalogue, and nothing of Babel."""
    program = (
        "import sys; from datetime import datetime; from language import speech, formats;"
        "speech.gettext('Jobs'); speech.said('no such job'); formats.figures('1,5');"
        "formats.moment(datetime(2026, 1, 1));"
        "sys.exit(any(name.partition('.')[0] == 'babel' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0
