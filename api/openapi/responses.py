"""What operations of several resources share: answers with entity tags, and idempotency keys."""

from __future__ import annotations

import re

from flask import request

from api.http.problems import Fault, invalid
from api.openapi.endpoint import Answer, RequestHeader

KEY = RequestHeader("Idempotency-Key", "the same key with the same body makes one job, however often it is sent")


TAGGED = {"ETag": "changes whenever the answer would"}


NOT_MODIFIED = Answer("Nothing has changed since the entity tag in If-None-Match", headers=TAGGED)


def idempotency_key() -> str | None:
    """Return the key of a submission, None if it has none; a 422 problem if the key is not valid."""
    key = request.headers.get(KEY.name)
    if key is not None and not re.fullmatch(KEY.pattern, key):
        raise invalid([Fault(header=KEY.name, detail="must be 1 to 255 visible ASCII characters")])
    return key
