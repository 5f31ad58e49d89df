"""The provenance of an export: when, from which question and by which code it was made, and its size."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from urllib.parse import urlencode

from store.database.times import iso_time
from store.queries.tour_pages import TourPage
from store.trust.code_versions import own_commit, own_version


@dataclass(frozen=True)
class Origin:
    """Where a file comes from.

    date: when it was made, UTC. query: the question, written as an address. version, commit: of Cavalier; commit is
    None where unknown. rows: None if known only at the end. sha256: of its bytes; None if not all are known.
    """

    date: str
    query: str
    version: str
    commit: str | None
    rows: int | None = None
    sha256: str | None = None

    def facts(self) -> dict[str, object]:
        """Return what is known, by name."""
        return {name: value for name, value in asdict(self).items() if value is not None}


def origin(what: str, asked: Mapping[str, object]) -> Origin:
    """Return the origin of a file that is made now; asks git once per process, so call it outside transactions."""
    given = {name: str(value).lower() if isinstance(value, bool) else value for name, value in asked.items()}
    query = f"{what}?{urlencode(given, doseq=True)}" if given else what
    return Origin(iso_time(time.time()), query, own_version(), own_commit())


class Tally:
    """Counts the tours of a file as they pass and, if asked, digests their squares.

    The digest covers int32, little endian, tour after tour: what follows the header of an NPY file.
    """

    def __init__(self, made: Origin, *, digested: bool = False) -> None:
        self._made = made
        self._squares = hashlib.sha256() if digested else None
        self.rows = 0

    def passing(self, pages: Iterator[TourPage]) -> Iterator[TourPage]:
        """Yield the pages."""
        for page in pages:
            self.rows += len(page)
            if self._squares is not None:
                self._squares.update(page.squares.astype("<i4", copy=False).tobytes())
            yield page

    def facts(self) -> dict[str, object]:
        """Return the file's provenance, once all records have passed."""
        squares = {} if self._squares is None else {"squares_sha256": self._squares.hexdigest()}
        return replace(self._made, rows=self.rows).facts() | squares
