"""What pydantic finds wrong with a value, in our own words: users never see its sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from pydantic_core import ErrorDetails

FAULTS: Mapping[str, str] = {
    "missing": "must be given",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "datetime_parsing": "must be a time such as 2026-01-31T12:00:00Z",
    "datetime_from_date_parsing": "must be a time such as 2026-01-31T12:00:00Z",
    "datetime_type": "must be a time such as 2026-01-31T12:00:00Z",
    "timezone_aware": "must be a time with its zone, such as 2026-01-31T12:00:00Z",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "finite_number": "must be a finite number",
    "float_parsing": "must be a number",
    "float_type": "must be a number",
    "int_from_float": "must be an integer",
    "int_parsing": "must be an integer",
    "int_parsing_size": "must be a smaller integer",
    "int_type": "must be an integer",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "multiple_of": "must be a multiple of {multiple_of}",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "string_pattern_mismatch": "{given} does not match {pattern}",
    "string_too_long": "must have at most {max_length} characters",
    "string_too_short": "must have at least {min_length} characters",
    "string_type": "must be text",
    "string_unicode": "must be text in UTF-8",
    "too_long": "must have at most {max_length} entries",
    "too_short": "must have at least {min_length} entries",
    "extra_forbidden": "unknown field",
}
"""By the type of pydantic's error; placeholders are named as in its context, and `given` is the value."""

CHOICES = ("literal_error", "enum")
STRUCTURES = {
    "list_type": "a list",
    "tuple_type": "a list",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "dict_type": "an object",
}
WRITTEN = ("piece", "start", "end", "from")
"""Fields that take a text or a list of numbers."""

QUOTED = re.compile(r"'([^']*)'|([0-9]+)")
MAX_GIVEN = 60
"""Characters of a value that a sentence repeats."""


def error_words(error: ErrorDetails) -> str:
    """Return what is wrong with a value, in a sentence."""
    kind, context = error["type"], error.get("ctx", {})
    if kind == "value_error":
        return str(context["error"])
    if kind in CHOICES:
        return _choice_words(error)
    if kind == "list_type" and error["loc"][-1:] == ("parts",) and _is_written(error["loc"][-2:-1]):
        return _written_words(piece=error["loc"][-2] == "piece")
    if kind in ("string_too_short", "too_short") and context.get("min_length") == 1:
        message = "must not be empty"
        return message  # noqa: RET504  texts under this name are translated
    message = "has no value that fits here"
    sentence = FAULTS.get(kind, message)
    return sentence.format(given=_quoted(error["input"]), **{name: _plain(value) for name, value in context.items()})


def merged_words(errors: Sequence[ErrorDetails]) -> str:
    """Return what is wrong with a value that fits none of its several forms."""
    words = list(dict.fromkeys(map(error_words, errors)))
    choosing = next((one for one in errors if one["type"] in CHOICES), None)
    structure = next((STRUCTURES[one["type"]] for one in errors if one["type"] in STRUCTURES), None)
    if choosing is None or structure is None or len(words) > len(CHOICES):
        return "; ".join(words)
    given, choices = _quoted(choosing["input"]), ", ".join(choices_of(choosing))
    alike = _alike(choosing)
    if alike is not None:
        message = f"{given} is not a choice here; did you mean {alike}? Give {choices}, or {structure}"
        return message  # noqa: RET504  as above
    message = f"{given} is not a choice here; give {choices}, or {structure}"
    return message  # noqa: RET504  as above


def choices_of(error: ErrorDetails) -> list[str]:
    """Return the values that could have been given instead."""
    return [text or number for text, number in QUOTED.findall(str(error.get("ctx", {}).get("expected", "")))]


def _choice_words(error: ErrorDetails) -> str:
    given, choices, alike = _quoted(error["input"]), ", ".join(choices_of(error)), _alike(error)
    if error["loc"][-1:] == ("method",):
        if alike is not None:
            message = f"there is no method {given}; did you mean {alike}? There are {choices}"
            return message  # noqa: RET504  texts under this name are translated
        message = f"there is no method {given}; there are {choices}"
        return message  # noqa: RET504  as above
    if alike is not None:
        message = f"{given} is not a choice here; did you mean {alike}? The choices: {choices}"
        return message  # noqa: RET504  as above
    message = f"{given} is not a choice here; the choices: {choices}"
    return message  # noqa: RET504  as above


def _alike(error: ErrorDetails) -> str | None:
    """Return the choice that is spelled most like what was given; None where none is."""
    found = get_close_matches(str(error["input"]).lower(), choices_of(error), n=1)
    return found[0] if found else None


def _is_written(field: Sequence[str | int]) -> bool:
    """Whether a field, or an entry of a list, is a square or a piece, which may be written as text, too."""
    return bool(field) and (isinstance(field[0], int) or field[0] in WRITTEN)


def _written_words(*, piece: bool) -> str:
    """Return how to write what is neither a text nor a list of numbers."""
    if piece:
        message = "give the name of a piece, such as camel, or its components, such as [1, 3]"
        return message  # noqa: RET504  texts under this name are translated
    message = "give a square by its name, such as a1, or its coordinates, such as [1, 1]"
    return message  # noqa: RET504  as above


def _plain(value: object) -> object:
    """Return a bound as people write it: 0 and not 0.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _quoted(value: object) -> str:
    """Return a value as a sentence repeats it."""
    text = repr(value)
    return text if len(text) <= MAX_GIVEN else f"{text[:MAX_GIVEN]}…"
