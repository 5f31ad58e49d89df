"""The live parts of pages: whether one has changed is decided before it is rendered, and it is rendered once for all.

However many viewers poll a part, at most once a second its version is asked for, in one query, and its text is made
once for each version. A page that is loaded always shows the version of that moment.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from flask import Response, current_app
from markupsafe import Markup

from api import etags
from api.dashboard.blueprint import blueprint

EXTENSION = "cavalier.live"
MOST_PARTS = 64
LOCKS = 16
FRESH_SECONDS = 1.0


@dataclass(frozen=True)
class Part:
    """A rendered part: its entity tag, its text, and when it was last known to be of the present version."""

    tag: str
    text: str
    current_at: float


class Parts:
    """The parts that were rendered last, by name."""

    def __init__(self) -> None:
        self._parts: OrderedDict[str, Part] = OrderedDict()
        self._keeping = threading.Lock()
        self._rendering = [threading.Lock() for _ in range(LOCKS)]

    def recent(self, name: str) -> Part | None:
        """Return the part if less than a second ago it was that of the present version."""
        part = self._parts.get(name)
        return part if part is not None and time.monotonic() - part.current_at < FRESH_SECONDS else None

    def confirm(self, name: str, tag: str) -> None:
        """Note that the part of this tag, if it is kept, is that of the present version."""
        found = self._parts.get(name)
        if found is not None and found.tag == tag:
            self._keep(name, replace(found, current_at=time.monotonic()))

    def part(self, name: str, tag: str, render: Callable[[], str]) -> Part:
        """Return the part of this tag; others that ask for it meanwhile wait for the one that renders it."""
        with self._rendering[hash(name) % LOCKS]:
            found = self._parts.get(name)
            text = found.text if found is not None and found.tag == tag else render()
            found = Part(tag, text, time.monotonic())
            self._keep(name, found)
        return found

    def _keep(self, name: str, part: Part) -> None:
        with self._keeping:
            self._parts[name] = part
            self._parts.move_to_end(name)
            if len(self._parts) > MOST_PARTS:
                self._parts.popitem(last=False)


blueprint.record_once(lambda state: state.app.extensions.__setitem__(EXTENSION, Parts()))


def shown(name: str, version: Sequence[object], render: Callable[[], str]) -> dict[str, str]:
    """Return what a page needs to show a part and to keep it fresh: its text and its tag."""
    part = _parts().part(name, etags.entity_tag((name, *version)), render)
    return {"part": Markup(part.text), "tag": f'W/"{part.tag}"'}  # nosec B704  # noqa: S704  a template's text, escaped there


def poll(name: str, version: Callable[[], Sequence[object]], render: Callable[[], str]) -> Response:
    """Answer a poll: 304 without a body where the caller holds the part, else the part."""
    part = _parts().recent(name)
    tag = part.tag if part is not None else etags.entity_tag((name, *version()))
    if (same := etags.unchanged(tag)) is not None:
        if part is None:
            _parts().confirm(name, tag)
        return same
    part = part or _parts().part(name, tag, render)
    return Response(part.text, headers=etags.headers(part.tag))


def _parts() -> Parts:
    parts: Parts = current_app.extensions[EXTENSION]
    return parts
