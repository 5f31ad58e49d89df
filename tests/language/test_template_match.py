"""Sentences recognised by their templates."""

from __future__ import annotations

import re
import time

from hypothesis import example, given
from hypothesis import strategies as st

from language.template_match import PLACE, Pattern

TEXTS = st.text(alphabet="ab %:", max_size=6)


def twin(template: str, sentence: str) -> dict[str, str] | None:
    """Return the values found by a regular expression, which may be slow."""
    first, *rest = PLACE.split(template)
    pattern = re.escape(first.replace("%%", "%"))
    for literal in rest[1::2]:
        pattern += "(.*?)" + re.escape(literal.replace("%%", "%"))
    found = re.fullmatch(pattern, sentence, re.DOTALL)
    return None if found is None else dict(zip(rest[::2], found.groups(), strict=True))


def test_values_are_found() -> None:
    """Values are found, with the template's own percent sign doubled."""
    pattern = Pattern.of("there is no %(what)s at %(share)s %% of %(board)s", "")
    assert pattern.values("there is no tour at 3 % of 8x8") == {"what": "tour", "share": "3", "board": "8x8"}
    assert pattern.values("there is no tour at 3 of 8x8") is None
    assert pattern.values("there is no tour") is None


def test_what_fits_anything_is_not_telling() -> None:
    """A template is useful only with letters of its own and with a character between any two values."""
    assert Pattern.of("no generator %(name)s", "").is_telling
    assert not Pattern.of("%(pointer)s: %(message)s", "").is_telling
    assert not Pattern.of("a pattern %(one)s%(other)s", "").is_telling
    assert not Pattern.of("no value at all", "").is_telling


@given(TEXTS, TEXTS, TEXTS)
@example("b", "", "a")
def test_what_was_put_in_comes_out_as_a_regular_expression_finds_it(one: str, two: str, three: str) -> None:
    """A filled template is recognised, and its values are those of the regular expression."""
    template = "squares %(one)s and %(two)s: of %(three)s here"
    sentence = template % {"one": one, "two": two, "three": three}
    values = Pattern.of(template, "").values(sentence)
    assert values is not None
    assert template % values == sentence
    assert values == twin(template, sentence)


def test_hostile_sentences_take_no_time() -> None:
    """A megabyte on which a regular expression would backtrack is handled in linear time."""
    pattern = Pattern.of("ends %(a)s a %(b)s a %(c)s a %(d)s b here", "")
    begun = time.process_time()
    assert pattern.values("ends " + "a " * 500_000) is None
    assert time.process_time() - begun < 1
