"""The current language."""

from __future__ import annotations

import pytest

from language.current import current, find_language, of_environment, speak, speaking


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_BE"}, "fr"),
        ({"LANG": "de_DE", "CAVALIER_LANGUAGE": "fr"}, "fr"),
        ({"LANG": "fr_FR", "CAVALIER_LANGUAGE": "en"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": ""}, "fr"),
    ],
)
def test_the_environment_says_it(environment: dict[str, str], language: str) -> None:
    """Our own variable precedes those of the system, in their order; an unsupported language means English."""
    assert of_environment(environment) == language


@pytest.mark.parametrize(
    ("code", "language"), [("fr", "fr"), ("FR-ca", "fr"), ("fr@euro", "fr"), ("frr", None), ("", None)]
)
def test_codes_have_many_forms(code: str, language: str | None) -> None:
    """Region, encoding and case do not matter; a code that only begins alike is another language."""
    assert find_language(code) == language


def test_a_block_has_its_language() -> None:
    """After a block the previous language is restored, even after an error."""

    def fail() -> None:
        with speaking("fr"):
            assert current() == "fr"
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert current() == "en"


def test_no_other_language_is_spoken() -> None:
    """A language without a catalogue is refused."""
    with pytest.raises(KeyError):
        speak("de")
