"""Numbers of things, singular and plural."""

from __future__ import annotations

import pytest

from drawing.amounts import FORMS, amount
from language.current import speaking


@pytest.mark.parametrize(
    ("number", "thing", "english", "french"),
    [
        (1, "square", "1 square", "1 case"),
        (0, "square", "0 squares", "0 case"),
        ("1728", "tour", "1,728 tours", "1\u202f728 parcours"),
        (2, "entry", "2 entries", "2 entrées"),
    ],
)
def test_an_amount_in_words(number: int | str, thing: str, english: str, french: str) -> None:
    """The plural follows the language: zero is singular in French."""
    assert amount(number, thing) == english
    with speaking("fr"):
        assert amount(number, thing) == french


def test_every_form_has_its_number() -> None:
    """Each thing is listed under its singular."""
    assert all(one == f"%(number)s {thing}" != many for thing, (one, many) in FORMS.items())
