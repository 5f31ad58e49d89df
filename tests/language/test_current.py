"""Which language is spoken."""

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
    """Our own variable before the system's, in its order; what is not spoken here is English."""
    assert of_environment(environment) == language


@pytest.mark.parametrize(
    ("code", "language"), [("fr", "fr"), ("FR-ca", "fr"), ("fr@euro", "fr"), ("frr", None), ("", None)]
)
def test_codes_have_many_forms(code: str, language: str | None) -> None:
    """The region, the encoding and the case do not matter; another language that begins alike is another."""
    assert find_language(code) == language


def test_a_block_has_its_language() -> None:
    """And what was spoken before is spoken after it, whatever happens in it."""

    def fail() -> None:
        with speaking("fr"):
            assert current() == "fr"
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert current() == "en"


def test_no_other_language_is_spoken() -> None:
    """One that has no catalogue is refused."""
    with pytest.raises(KeyError):
        speak("de")
