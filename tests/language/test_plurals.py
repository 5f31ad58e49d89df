"""No text prints a plural noun with a bare count: one of them would read "1 tours"."""

from __future__ import annotations

import re

import pytest

from drawing.amounts import FORMS
from language.extraction import PACKAGES, extract_texts

NOUNS = {many.split()[-1] for _, many in FORMS.values()} - {"counts"} | {
    *("classes", "cycles", "draws", "exchanges", "ends", "methods", "numbers", "orbits", "pieces", "sets", "starts"),
    *("states", "steps", "streams", "sweeps", "symmetries", "ways"),
}
LIMITS = ("all", "at least", "at most", "fewer than", "first", "more than", "to", "up to")
BARE = re.compile(
    "".join(rf"(?<!{words} )" for words in LIMITS)
    + rf"%\((?!_?[A-Z])\w+\)s (?:(?!at |that |of |is |and |have )[a-z]+ ){{0,2}}(?:{'|'.join(sorted(NOUNS))})\b"
)
"""A place, at most two words and a plural, except after a limit. "Counts" is mostly a verb."""

SPEAKING = tuple(package for package in PACKAGES if package != "engine")
"""All packages except the engine, whose proofs and errors are made where no language is known."""

SEVERAL = {
    "drawn uniformly": "the sampler draws two or more",
    "exchanges of moves": "an optimisation makes thousands",
    "The search enters about": "an estimate of large numbers",
    "sets of squares": "of a power of two, from 2^1 on",
    "from %(number)s squares": "one square is named instead",
    "squares together": "as few as one are named instead",
    "have only one move": "the text of one square is another",
    "a frontier of": "sweeps begin with several squares in view",
    "tours were announced": "an error of files of many tours",
    "cycles by frontier sweep": "no board of the table has one",
    "tours of 5x5": "there are 1,728",
    "such directed tours": "one is said in a text of its own",
    "drawing of a board": "only large boards are refused",
    "%(number)s start points": "the form asks for two or more",
    "every %(apart)s draws": "they stand far apart",
    "%(first)s and %(second)s walks": "walks of two walkers, hundreds before they meet",
    "equally weighted samples": "an estimate with decimals",
    "independent methods": "one alone confirms nothing",
    "fixed by %(number)s symmetries": "the identity alone has a text of its own",
    "numbers are given": "a board of a puzzle has several squares",
    "numbers are filled in": "a board of a puzzle has several squares",
    "shared by %(alike)s squares": "one alone has a text of its own",
    ", by %(number)s methods": "one alone is not counted",
    "more than a picture shows": "only large boards are refused",
    "or %(number)s squares like them": "a class has two squares more, or six",
    "of %(number)s jobs": "a campaign has several",
    "squares on average": "the board of the lesson has many",
    "walks of each kind": "the lesson takes hundreds",
    "became tours": "of hundreds of walks",
}
"""Parts of texts that can only mean several, with the reason."""


def bare(package: str) -> list[str]:
    """Return the texts of a package that print a plural with a bare count."""
    texts = {text for _, text, _ in extract_texts(package) if isinstance(text, str)}
    return sorted(text for text in texts if BARE.search(text))


@pytest.mark.parametrize("package", SPEAKING)
def test_a_count_has_its_singular(package: str) -> None:
    """Templates, scripts and modules have a singular form, or their count can never be one."""
    assert [text for text in bare(package) if not any(part in text for part in SEVERAL)] == []


def test_each_exception_is_needed() -> None:
    """Every exception still occurs in the source."""
    found = [text for package in SPEAKING for text in bare(package)]
    assert [part for part in SEVERAL if not any(part in text for text in found)] == []


@pytest.mark.parametrize(
    ("text", "is_bare"),
    [
        ("there are %(number)s such directed tours", True),
        ("%(name)s: %(cycles)s closed tours, %(digest)s", True),
        ("%(number)s squares", True),
        ("boards of at most %(size)s squares", False),
        ("at most %(MAX_SQUARES)s squares", False),
        ("%(tours)s of them close", False),
        ("%(squares)s, %(moves)s", False),
    ],
)
def test_what_is_bare(text: str, is_bare: bool) -> None:
    """A place before a plural is bare, unless it is a limit or has its own noun."""
    assert (BARE.search(text) is not None) == is_bare
