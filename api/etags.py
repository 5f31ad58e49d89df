"""Entity tags: a poll that would say nothing new gets 304 and no body."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from flask import Response, request

TAG_LENGTH = 20


def entity_tag(parts: Sequence[object]) -> str:
    """Return a short tag of everything the answer depends on."""
    text = "\x1f".join(map(str, parts))
    return hashlib.blake2b(text.encode(), digest_size=TAG_LENGTH // 2).hexdigest()


def unchanged(tag: str) -> Response | None:
    """Return the 304 to give when the caller already holds `tag`, else None."""
    if not request.if_none_match.contains_weak(tag):
        return None
    return Response(status=304, headers=headers(tag))


def headers(tag: str) -> dict[str, str]:
    """Return the headers of an answer that carries `tag`."""
    return {"ETag": f'W/"{tag}"', "Cache-Control": "private, no-cache"}


def tagged(text: str) -> Response:
    """Return a JSON answer under the tag of its own text, or the 304 that says the caller has it."""
    tag = entity_tag((text,))
    return unchanged(tag) or Response(text, headers=headers(tag), mimetype="application/json")
