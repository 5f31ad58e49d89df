"""Numbers and times for people."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from language.current import speaking
from language.formats import elide, figures, figures_within, moment

THIN, FIRM = "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("english", "french"),
    [("13,267,364", f"13{THIN}267{THIN}364"), ("-1.5", "-1,5"), ("99.9 %", f"99,9{FIRM}%"), ("12", "12")],
)
def test_numbers_have_their_languages_signs(english: str, french: str) -> None:
    """French has thin spaces between thousands and a decimal comma; English stays unchanged."""
    assert figures(english) == english
    with speaking("fr"):
        assert figures(english) == french


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("of 1,728 squares", f"of 1{THIN}728 squares"),
        ("from 0.5 to 2,000.25.", f"from 0,5 to 2{THIN}000,25."),
        ("a1, 1,2 and 3,10x10", "a1, 1,2 and 3,10x10"),
        ("version 1.2.3", "version 1.2.3"),
    ],
)
def test_only_numbers_are_touched(english: str, french: str) -> None:
    """Coordinates, boards and versions stay unchanged."""
    with speaking("fr"):
        assert figures_within(english) == french


def test_a_noun_that_begins_with_a_vowel() -> None:
    """Before a vowel French has the short article; English stays unchanged."""
    unelided = "pas de échiquier 'zz', et pas de tâche"
    assert elide(unelided) == unelided
    with speaking("fr"):
        assert elide(unelided) == "pas d\N{RIGHT SINGLE QUOTATION MARK}échiquier 'zz', et pas de tâche"


def test_moments_keep_their_zone() -> None:
    """A time is shown in its own zone, whatever the machine's zone is."""
    at = datetime(2026, 11, 3, 8, 5, tzinfo=UTC)
    assert moment(at) == "2026-11-03 08:05"
    with speaking("fr"):
        assert moment(at) == "03/11/2026 08:05"
        assert moment(at.astimezone(timezone(timedelta(hours=2)))) == "03/11/2026 10:05"
