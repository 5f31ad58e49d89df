"""Catalogues after loading."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import product

from engine.boards.existence.decide import existence
from engine.boards.existence.verdict import Existence, Tours
from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT
from language.catalogue import catalogue
from language.current import speaking
from language.translate import translate
from tests.processes import ROOT


def test_texts_sentences_and_scripts_are_read() -> None:
    """The catalogues of all packages are merged, and sentences with most letters of their own come first."""
    french = catalogue("fr")
    assert french.texts.gettext("Jobs") == "Tâches"
    assert french.scripts["Live"] == "En direct"
    letters = [pattern.letters for pattern in french.patterns]
    assert letters == sorted(letters, reverse=True)
    assert all(pattern.translation for pattern in french.patterns)


def test_what_is_said_at_once_is_no_sentence_to_be_found() -> None:
    """A page's short template, such as `%(squares)s with %(degree)s`, is not searched for in other sentences."""
    translations = {pattern.translation for pattern in catalogue("fr").patterns}
    assert "%(squares)s à %(degree)s coups" in catalogue("fr").texts._catalog.values()  # type: ignore[attr-defined]
    assert "%(squares)s à %(degree)s coups" not in translations
    prose = "An m x n board with m <= n has an open knight's tour"
    with speaking("fr"):
        assert translate(prose) == prose


def test_english_costs_nothing() -> None:
    """English loads neither a catalogue nor Babel."""
    program = (
        "import sys; from datetime import datetime; from language import formats, translate;"
        "translate.gettext('Jobs'); translate.translate('no such job'); formats.figures('1,5');"
        "formats.moment(datetime(2026, 1, 1));"
        "sys.exit(any(name.partition('.')[0] == 'babel' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


def asked() -> Iterator[Existence]:
    """Yield all sorts of questions about tours, with all sorts of arguments and theorems."""
    labels = (
        "1x1", "1x2", "2x5", "3x3", "3x4", "3x5", "3x7", "4x4", "4x5", "4x6", "5x5", "5x7", "6x6", "7x7", "9x9",
        "torus:5x5", "cylinder:4x6", "moebius:4x5", "klein:3x4", "cube:3", "3x3x3", "4x4x4", "ring:7x7-3",
        "ring:10x10-2", "400x400", "torus:300x300",
    )  # fmt: skip
    kinds: tuple[Tours, ...] = ("any", "closed", "open")
    for board, piece, tours in product(map(parse_board, labels), (KNIGHT, (1, 3)), kinds):
        if len(piece) == board.dimensions or piece == KNIGHT:
            ends = [(None, None), (0, None), (0, min(2, board.size - 1)), (min(1, board.size - 1), None)]
            yield from (existence(board, piece, tours, start, end) for start, end in ends)


ENGLISH = re.compile(r"\b(the|of|is|are|and|with|squares?|moves?|board|tours?|has|have)\b")
CITED = re.compile(
    "Knight.s tours? (on|for|revisited)[^,]*|Which (rectangular )?chessboards[^,]*|The closed knight tour[^,]*|"
    "Solution of the[^,]*|Across the Board[^,]*|Generalized knight.s tours[^,]*|Electronic Journal of"
)


def test_every_proof_is_said_whole() -> None:
    """Every proof is translated completely, except for the titles of cited works."""
    answers = list(asked())
    assert {answer.verdict for answer in answers} == {"possible", "impossible", "unknown"}
    with speaking("fr"):
        told = {translate(text) for one in answers for text in (one.explanation, one.source, one.status) if text}
    left = {text for text in told if ENGLISH.search(CITED.sub("", text))}
    assert left == set()
