"""Cursors of keyset pages: opaque, signed, and good only for the list that issued them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from itsdangerous import BadData, URLSafeSerializer

from api.problems import Fault, invalid

DIGEST_LENGTH = 12


class CursorSigner:
    """Seals the last key of a page together with a digest of the list it belongs to."""

    def __init__(self, secret: Callable[[], bytes]) -> None:
        self._secret = secret

    @cached_property
    def _serializer(self) -> URLSafeSerializer:
        """Made at the first page: the secret is the database's, which may be away when the service starts."""
        return URLSafeSerializer(self._secret(), salt="cursor")

    def seal(self, key: Sequence[Any], filters: Mapping[str, Any]) -> str:
        """Return the cursor of the page after `key` in the list with these filters."""
        return str(self._serializer.dumps([_digest(filters), list(key)]))

    def open(self, cursor: str, filters: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the key in `cursor`; a 422 problem where it is not ours, or another list's."""
        try:
            digest, key = self._serializer.loads(cursor)
        except BadData as error:
            raise invalid([Fault(parameter="cursor", detail="is not a cursor that this service gave")]) from error
        if digest != _digest(filters):
            raise invalid([Fault(parameter="cursor", detail="belongs to a list with other filters")])
        return tuple(key)


def _digest(filters: Mapping[str, Any]) -> str:
    text = json.dumps(filters, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:DIGEST_LENGTH]
