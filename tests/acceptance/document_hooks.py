"""Hooks of schemathesis, which loads them into its process."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import schemathesis

LONGEST_WAIT = 0.1
MOST = 60.0


@schemathesis.hook
def before_call(_context: object, case: Any, _kwargs: dict[str, Any]) -> None:
    """Ask for whole documents, as `fields` leaves out properties that the schema requires; shorten waits."""
    if case.query:
        case.query.pop("fields", None)
        with suppress(TypeError, ValueError):
            if LONGEST_WAIT < float(case.query.get("wait", 0)) <= MOST:
                case.query["wait"] = LONGEST_WAIT
