"""Numbers and moments as the current language writes them, for people. What machines read is written elsewhere."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache

from language.current import DEFAULT, current

NUMBER = re.compile(r"(?<![\w.,])-?(\d{1,3}(,\d{3})+(\.\d+)?|\d+\.\d+)(?![\w,]|\.\d)")
"""A number with English separators, in a text."""

UNELIDED = re.compile("pas de (?=[aeiouyéèêâîôû])")
NO_BREAK = "\N{NO-BREAK SPACE}"


def figures(text: str) -> str:
    """Replace the English separators of one or several numbers by those of the current language."""
    return text if current() == DEFAULT else text.translate(_signs(current()))


def figures_within(text: str) -> str:
    """Replace the English separators of every number in a text by those of the current language."""
    return text if current() == DEFAULT else NUMBER.sub(lambda match: figures(match[0]), text)


def moment(value: datetime) -> str:
    """Write a moment to the minute, in its own time zone."""
    if current() == DEFAULT:
        return value.strftime("%Y-%m-%d %H:%M")
    from babel.dates import format_datetime  # noqa: PLC0415  not loaded for English

    return format_datetime(value.replace(tzinfo=None), "short", locale=current())


def elide(text: str) -> str:
    """Write `pas de` before a vowel as French has it: a sentence does not know which noun its value begins with."""
    return text if current() == DEFAULT else UNELIDED.sub("pas d\N{RIGHT SINGLE QUOTATION MARK}", text)


@lru_cache(maxsize=8)
def _signs(language: str) -> dict[int, str]:
    from babel.numbers import get_decimal_symbol, get_group_symbol  # noqa: PLC0415  likewise

    return {ord(","): get_group_symbol(language), ord("."): get_decimal_symbol(language), ord(" "): NO_BREAK}
