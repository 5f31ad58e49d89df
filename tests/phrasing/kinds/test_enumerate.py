"""The answer of an enumeration in one sentence, correct even for a single tour."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from language.current import speaking
from phrasing.base import FoundResult
from phrasing.kinds.enumerate import ENUMERATION


def answer(**values: str) -> str | None:
    """Return the answer of a complete job with these counts."""
    facts: Any = {name: SimpleNamespace(quantity=name, value=value, exact=True) for name, value in values.items()}
    job: Any = SimpleNamespace(method="frontier")
    result: Any = SimpleNamespace(outcome="complete")
    return ENUMERATION.answer(FoundResult(job, {}, "5x5", result, facts))


@pytest.mark.parametrize(
    ("values", "english", "french"),
    [
        (
            {"tours": "1", "closed": "0"},
            "1 directed tour; none of them closes.",
            "1 parcours orienté ; aucun n\u2019est fermé.",
        ),
        (
            {"tours": "8", "closed": "8", "cycles": "1"},
            "8 directed tours; 8 of them close, 1 cycle.",
            "8 parcours orientés ; dont 8 fermés, 1 cycle.",
        ),
        (
            {"tours": "2", "closed": "1", "cycles": "2"},
            "2 directed tours; 1 of them closes, 2 cycles.",
            "2 parcours orientés ; dont 1 fermé, 2 cycles.",
        ),
        ({"open": "1"}, "1 directed open tour.", "1 parcours ouvert orienté."),
        (
            {"closed": "1", "cycles": "1"},
            "1 directed closed tour, as 1 cycle.",
            "1 parcours fermé orienté, soit 1 cycle.",
        ),
    ],
)
def test_one_is_told_from_many(values: dict[str, str], english: str, french: str) -> None:
    """In both languages, tours and cycles each agree with their own number."""
    assert answer(**values) == english
    with speaking("fr"):
        assert str(answer(**values)).replace("\u202f", " ").replace("\xa0", " ") == french
