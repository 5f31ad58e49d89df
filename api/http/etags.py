"""Entity tags: a poll that would say nothing new gets 304 and no body.

A weak tag covers an answer in every encoding, and may be known before the answer is. A strong tag, for what never
changes, covers its exact bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime

from flask import Flask, Response, request

from language.current import DEFAULT, current

TAG_LENGTH = 20
LASTING = "private, max-age=86400, immutable"
"""One day: with a longer age, browsers would miss what a newer version of the service answers."""


def init_app(app: Flask) -> None:
    """Let `app` answer 304 to a caller that already has an unchanging answer, by its tag or its date."""

    @app.after_request
    def compare(response: Response) -> Response:
        if response.status_code != 200:
            return response
        tag, weak = response.get_etag()
        if tag is None or weak:
            return response
        if "Content-Encoding" in response.headers:
            response.set_etag(f"{tag}-{response.headers['Content-Encoding']}")
        response.make_conditional(request)
        return response


def entity_tag(parts: Sequence[object]) -> str:
    """Return a short tag of everything that the answer depends on, its language included."""
    spoken = () if current() == DEFAULT else (current(),)
    text = "\x1f".join(map(str, (*parts, *spoken)))
    return hashlib.blake2b(text.encode(), digest_size=TAG_LENGTH // 2).hexdigest()


def not_modified(tag: str, more: Mapping[str, str] | None = None) -> Response | None:
    """Return the 304 to give when the caller already holds `tag`, else None. more: headers of its own."""
    if not request.if_none_match.contains_weak(tag):
        return None
    return Response(status=304, headers={**headers(tag), **(more or {})})


def headers(tag: str) -> dict[str, str]:
    """Return the headers of an answer that carries `tag`."""
    return {"ETag": f'W/"{tag}"', "Cache-Control": "private, no-cache"}


def tagged_response(text: str, more: Mapping[str, str] | None = None) -> Response:
    """Return a JSON answer tagged by its text, or a 304 where the caller has it already."""
    tag = entity_tag((text,))
    return not_modified(tag) or Response(text, headers={**headers(tag), **(more or {})}, mimetype="application/json")


def lasting(text: str, mimetype: str, since: datetime) -> Response:
    """Return an answer that never changes. since: when its subject was made."""
    response = Response(text, headers={"Cache-Control": LASTING}, mimetype=mimetype)
    response.set_etag(entity_tag((text,)))
    response.last_modified = since
    return response
