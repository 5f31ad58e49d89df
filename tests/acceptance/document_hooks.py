"""What schemathesis is to know beside the document: loaded by it, in its process."""

from __future__ import annotations

from typing import Any

import schemathesis


@schemathesis.hook
def before_call(_context: object, case: Any, _kwargs: dict[str, Any]) -> None:
    """Ask for whole documents: a schema cannot say that `fields` leaves out what it requires."""
    if case.query:
        case.query.pop("fields", None)
