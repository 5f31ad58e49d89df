"""Translation of texts and sentences."""

from __future__ import annotations

from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from language import catalogue as catalogues
from language import translate as speech
from language.current import speaking
from language.template_match import Pattern
from language.translate import gettext, gettext_noop, ngettext, translate


@pytest.fixture(autouse=True)
def small_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the project's catalogue by one with a few texts."""
    own = Catalog(locale="fr")
    own.add("no tour", "aucun parcours")
    own.add("a tour of %(board)s", "un parcours de %(board)s")
    own.add(("%(number)s square", "%(number)s squares"), ("%(number)s case", "%(number)s cases"))
    compiled = BytesIO()
    write_mo(compiled, own)
    compiled.seek(0)
    patterns = (
        Pattern.of("the board %(label)s has %(size)s squares, and %(why)s", "%(why)s ; %(label)s a %(size)s cases"),
        Pattern.of("there is %(what)s", "voici %(what)s"),
    )
    found = catalogues.Catalogue(GNUTranslations(compiled), patterns, {})
    monkeypatch.setattr(speech, "catalogue", {"fr": found}.__getitem__)


def test_english_is_what_is_written() -> None:
    """English texts are filled with their values."""
    assert gettext("a tour of %(board)s", board="8x8") == "a tour of 8x8"
    assert [ngettext("%(number)s square", "%(number)s squares", n, number=n) for n in (0, 1, 2)] == [
        "0 squares", "1 square", "2 squares",
    ]  # fmt: skip
    assert translate("there is no tour") == "there is no tour"


def test_french_is_what_the_catalogue_says() -> None:
    """Zero is singular in French, and a text in no catalogue stays unchanged."""
    with speaking("fr"):
        assert gettext("a tour of %(board)s", board="8x8") == "un parcours de 8x8"
        assert [ngettext("%(number)s square", "%(number)s squares", n, number=n) for n in (0, 1, 2)] == [
            "0 case", "1 case", "2 cases",
        ]  # fmt: skip
        assert ngettext("%(number)s square", "%(number)s squares", 2, number="two") == "two cases"
        assert gettext("not there") == "not there"


def test_sentences_from_below_are_said() -> None:
    """Marked texts, template sentences, nested sentences and their numbers are translated."""
    with speaking("fr"):
        assert translate(gettext_noop("no tour")) == "aucun parcours"
        assert translate("there is no tour") == "voici aucun parcours"
        long = "the board 8x8 has 12,988,816 squares, and there is no tour"
        assert translate(long) == "voici aucun parcours ; 8x8 a 12\u202f988\u202f816 cases"
        assert translate("somebody's own words") == "somebody's own words"
        assert translate("") == ""


def test_sentences_within_sentences_end() -> None:
    """Deeply nested sentences do not recurse without end."""
    with speaking("fr"):
        assert translate("there is " * 100_000 + "no tour").startswith("voici voici ")
