"""Values as people write them in query strings and options, read more strictly than pydantic alone would."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AwareDatetime, BeforeValidator

WHOLE = re.compile(r"-?[0-9]{1,18}")


def _whole(value: object) -> object:
    if isinstance(value, str) and not WHOLE.fullmatch(value):
        raise ValueError("must be an integer")
    return value


def _flag(value: object) -> object:
    if isinstance(value, str) and value not in {"true", "false"}:
        raise ValueError("must be 'true' or 'false'")
    return value


def _written_out(value: object) -> object:
    """Refuse a plain number, which pydantic would take for seconds since 1970."""
    if isinstance(value, str) and "T" not in value.upper():
        raise ValueError("a date and time with its offset, such as 2026-01-31T12:00:00Z")
    return value


Whole = Annotated[int, BeforeValidator(_whole)]
"""An integer in plain digits; pydantic alone would also take '1_000' and ' 7'."""

Flag = Annotated[bool, BeforeValidator(_flag)]
"""true or false; pydantic alone would also take 'yes', 'on' and 't'."""

Moment = Annotated[AwareDatetime, BeforeValidator(_written_out)]
"""A date and time with its offset."""
