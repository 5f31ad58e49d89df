"""Stored tours: a query of the tour database, made only when its answer is needed, page by page or whole."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from cavalier.cache import Cache
from cavalier.figures import Tour, import_optional
from cavalier.transport import Transport

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

PAGE = 500


class Tours:
    """The tours that match filters, oldest first. Iteration fetches page by page; `to_numpy` fetches all at once.

    ended: the id of the job if the tours are those of one that has ended; they are cached and never fetched again.
    """

    def __init__(self, transport: Transport, cache: Cache, filters: dict[str, object], ended: str | None) -> None:
        self._transport = transport
        self._cache = cache
        self._filters = filters
        self._ended = ended

    def __iter__(self) -> Iterator[Tour]:
        return (Tour.of(item, self._transport) for item in self._transport.items("/tours", limit=PAGE, **self._filters))

    def first(self, number: int = 1) -> list[Tour]:
        """Return the first tours, at most this many."""
        items = self._transport.items("/tours", limit=min(number, PAGE), **self._filters)
        return [Tour.of(item, self._transport) for item in islice(items, number)]

    def sorted(self, statistic: str, *, descending: bool = False) -> Iterator[Tour]:
        """Yield the tours of one board sorted by a statistic, such as "crossings": least first, or greatest first."""
        order = f"-{statistic}" if descending else statistic
        return (
            Tour.of(item, self._transport)
            for item in self._transport.items("/tours", limit=PAGE, sort=order, **self._filters)
        )

    def count(self) -> int:
        """Return the number of tours; of very long lists, the number that the service examined."""
        return int(self._transport.get("/tours/counts", **self._filters)["tours"])

    def save(self, file: str | Path, form: str | None = None) -> Path:
        """Download all tours. form: jsonl, csv, npy or parquet; by default the file name's suffix."""
        path = Path(file)
        self._transport.download("/exports/tours", path, format=form or path.suffix[1:], **self._filters)
        return path

    def to_numpy(self) -> NDArray[np.int32]:
        """Return all tours of one board, a tour a row: squares numbered from 0, row by row from the top left."""
        array = import_optional("numpy")
        kept = self._cached_file("npy")
        if kept is not None:
            return array.load(kept, mmap_mode="r")  # type: ignore[no-any-return]  # imported by name
        with tempfile.TemporaryDirectory() as folder:
            return array.load(self.save(Path(folder, "tours.npy")))  # type: ignore[no-any-return]  # as above

    def to_dataframe(self) -> pd.DataFrame:
        """Return all tours with their properties, a tour a row."""
        frames = import_optional("pandas")
        kept = self._cached_file("jsonl")
        if kept is not None:
            return frames.read_json(kept, lines=True, dtype=False)
        with tempfile.TemporaryDirectory() as folder:
            path = self.save(Path(folder, "tours.jsonl"))
            return frames.read_json(path, lines=True, dtype=False)

    def _cached_file(self, form: str) -> Path | None:
        """Return the file in the cache, downloaded now if it was not there; None where nothing may be kept."""
        if self._ended is None:
            return None
        what: list[object] = ["tours", self._filters, form]
        return self._cache.find(self._ended, what) or self._cache.keep(
            self._ended, what, lambda path: self.save(path, form)
        )
