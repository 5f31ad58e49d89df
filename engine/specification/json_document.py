"""JSON as requests and files have it: no key stands twice in an object, and every number is one of JSON's."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence


def read_document(text: str | bytes) -> tuple[object, str | None]:
    """Return what a text says, and the JSON pointer of the first repeated key, None if there is none.

    ValueError where it is not JSON.
    """
    read = json.loads(text, parse_constant=_no_such_number, object_pairs_hook=_object)
    return read, _ambiguity(read)


class Ambiguous(dict[str, object]):
    """An object with a repeated key: either value may be meant."""

    key: str


def _object(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    read = dict(pairs)
    if len(read) == len(pairs):
        return read
    ambiguous, numbers = Ambiguous(read), Counter(name for name, _ in pairs)
    ambiguous.key = next(name for name, number in numbers.items() if number > 1)
    return ambiguous


def _ambiguity(value: object) -> str | None:
    """Return the JSON pointer of the first repeated key in an object; None if there is none."""
    if isinstance(value, Ambiguous):
        return _step(value.key)
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inner:
        if (below := _ambiguity(part)) is not None:
            return _step(name) + below
    return None


def _step(name: object) -> str:
    return "/" + str(name).replace("~", "~0").replace("/", "~1")


def _no_such_number(name: str) -> float:
    raise ValueError(f"{name} is not JSON")
