"""The live parts of pages: a change is detected before rendering, and each part is rendered once for all viewers.

However many viewers poll a part, one query a second at most reads its version, and each version is rendered once. A
page that is loaded always shows the version of that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Response, current_app
from markupsafe import Markup

from api.http import etags
from api.http.render_cache import FragmentCache
from api.http.services import reading
from api.pages.blueprint import blueprint
from store.queries.change_tags import pulse

EXTENSION = "cavalier.live"

blueprint.record_once(lambda state: state.app.extensions.__setitem__(EXTENSION, FragmentCache()))


def show_fragment(name: str, version: Sequence[object], render: Callable[[], str]) -> dict[str, str]:
    """Return what a page needs to show a part and to keep it fresh: its text and its tag."""
    part = _parts().part(name, etags.entity_tag((name, *version)), render)
    return {"part": Markup(part.text), "tag": f'W/"{part.tag}"'}  # nosec B704  # noqa: S704  a template's text, escaped there


def poll(name: str, version: Callable[[], Sequence[object]], render: Callable[[], str]) -> Response:
    """Answer a poll: 304 without a body where the caller holds the part, else the part."""
    part = _parts().recent(name)
    tag = part.tag if part is not None else etags.entity_tag((name, *version()))
    if (same := etags.not_modified(tag)) is not None:
        if part is None:
            _parts().confirm(name, tag)
        return same
    part = part or _parts().part(name, tag, render)
    return Response(part.text, headers=etags.headers(part.tag))


def of_jobs() -> tuple[object, ...]:
    """Return the version of a part that may show any job."""
    with reading() as session:
        return pulse(session)


def _parts() -> FragmentCache:
    parts: FragmentCache = current_app.extensions[EXTENSION]
    return parts
