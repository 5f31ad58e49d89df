"""A cache of texts that many clients request at once: each version is rendered once in each language."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from language.current import current

MAX_FRAGMENTS = 64
LOCKS = 16
FRESH_SECONDS = 1.0


@dataclass(frozen=True)
class Fragment:
    """A rendered part: its entity tag, its text, and when it was last known to be current."""

    tag: str
    text: str
    current_at: float


class FragmentCache:
    """The parts that were rendered last, by language and name."""

    def __init__(self) -> None:
        self._parts: OrderedDict[tuple[str, str], Fragment] = OrderedDict()
        self._keeping = threading.Lock()
        self._rendering = [threading.Lock() for _ in range(LOCKS)]

    def recent(self, name: str) -> Fragment | None:
        """Return the part if it was known to be current less than a second ago."""
        part = self._parts.get((current(), name))
        return part if part is not None and time.monotonic() - part.current_at < FRESH_SECONDS else None

    def confirm(self, name: str, tag: str) -> None:
        """Note that the part with this tag, if it is kept, is current."""
        found = self._parts.get((current(), name))
        if found is not None and found.tag == tag:
            self._keep(name, replace(found, current_at=time.monotonic()))

    def part(self, name: str, tag: str, render: Callable[[], str]) -> Fragment:
        """Return the part with this tag; concurrent callers wait for the one that renders it."""
        with self._rendering[hash((current(), name)) % LOCKS]:
            found = self._parts.get((current(), name))
            text = found.text if found is not None and found.tag == tag else render()
            found = Fragment(tag, text, time.monotonic())
            self._keep(name, found)
        return found

    def _keep(self, name: str, part: Fragment) -> None:
        with self._keeping:
            self._parts[current(), name] = part
            self._parts.move_to_end((current(), name))
            if len(self._parts) > MAX_FRAGMENTS:
                self._parts.popitem(last=False)
