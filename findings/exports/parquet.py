"""Tours and records as Parquet; values that many rows share take almost no room."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import Any, Literal

import numpy as np

from store.queries.tour_pages import HEAD_FIELDS, TourPage
from store.tours.encoding import class_texts

GROUP_SQUARES = 1 << 19
"""Squares of a row group, which is compressed as a whole: 8,192 tours of 8x8. Four times as many save 1 to 4 %."""

GROUP_PAGES = 64
"""Most pages of a row group: pages are small where boards alternate, and a reader waits for the bytes."""

GROUP_RECORDS = 1 << 13
"""Records of a row group."""

Column = Literal["text", "truth", "whole", "real"]
"""What a column of records holds: any text, true or false, a whole number of 64 bits, a float; or nothing."""

NOTES = "cavalier"
"""The key of our notes in a file's metadata, as `geo` and `pandas` are those of others."""

LEVEL = 3
"""Compression level of zstd. Tours of 6x6 in their order take 4.9 bytes; level 9 takes half as long again for 4.2."""


def parquet_bytes(
    pages: Iterable[TourPage], *, classes: bool = False, metadata: Callable[[], Mapping[str, object]] = dict
) -> Iterator[bytes]:
    """Yield a file piece by piece.

    classes: adds the keys of classes, which take 8 bytes a tour, as digests cannot be compressed. metadata: called when
    all is written; the file's own metadata store its result under NOTES, as JSON.
    """
    import pyarrow as pa  # noqa: PLC0415  takes 0.1 s to load, and few ask for it

    schema = _schema(pa, classes=classes)
    groups = ([_batch(pa, page, schema) for page in group] for group in _groups(pages))
    return _write(pa, schema, groups, metadata)


def records_as_parquet(
    records: Iterable[Mapping[str, object]],
    columns: Mapping[str, Column],
    metadata: Callable[[], Mapping[str, object]] = dict,
) -> Iterator[bytes]:
    """Yield a file piece by piece, a row for each record; `metadata` as in `parquet_bytes`.

    columns: the names, in order, each with its type; any value in a column of texts is written as text.
    """
    import pyarrow as pa  # noqa: PLC0415  as above

    text = pa.dictionary(pa.int32(), pa.string())
    types = {"text": text, "truth": pa.bool_(), "whole": pa.int64(), "real": pa.float64()}
    schema = pa.schema([(name, types[kind]) for name, kind in columns.items()])

    def column(name: str, kind: Column, rows: list[Mapping[str, object]]) -> object:
        if kind != "text":
            return pa.array([row[name] for row in rows], types[kind])
        texts = [None if row[name] is None else str(row[name]) for row in rows]
        return pa.array(texts, pa.string()).dictionary_encode()

    waiting = iter(records)
    groups = (
        [pa.record_batch([column(name, kind, rows) for name, kind in columns.items()], schema=schema)]
        for rows in iter(lambda: list(islice(waiting, GROUP_RECORDS)), [])
    )
    return _write(pa, schema, groups, metadata)


def _write(
    pa: Any,  # noqa: ANN401  pyarrow and what it makes, which have no types
    schema: object,
    groups: Iterable[list[object]],
    metadata: Callable[[], Mapping[str, object]],
) -> Iterator[bytes]:
    """Yield a file of these row groups, each of some batches."""
    from pyarrow import parquet  # noqa: PLC0415  as above

    pa.set_memory_pool(pa.system_memory_pool())  # others keep the memory of one row group beside that of the next
    out = Pieces()
    options = {"compression": "zstd", "compression_level": LEVEL, "store_schema": False}
    with parquet.ParquetWriter(out, schema, **options) as writer:
        for batches in groups:
            writer.write_table(pa.Table.from_batches(batches, schema).unify_dictionaries())
            yield out.take()
        writer.add_key_value_metadata({NOTES: json.dumps(metadata())})
    yield out.take()


class Pieces(io.RawIOBase):
    """A write-only file whose bytes are taken away as they are written."""

    def __init__(self) -> None:
        super().__init__()
        self._written: list[bytes] = []

    def writable(self) -> bool:
        """Whether it can be written to: always."""
        return True

    def write(self, data: Any) -> int:  # noqa: ANN401  whatever holds bytes
        """Keep the bytes until they are taken; return their number."""
        self._written.append(bytes(data))
        return len(self._written[-1])

    def take(self) -> bytes:
        """Return what was written since the last time."""
        pieces = b"".join(self._written)
        self._written.clear()
        return pieces


def _schema(pa: Any, *, classes: bool) -> object:  # noqa: ANN401  pyarrow and what it makes, which have no types
    text = pa.dictionary(pa.int32(), pa.string())
    types = {"closed": pa.bool_(), "symmetry": pa.int32(), "found_at": pa.timestamp("us", "UTC")}
    fields = [(name, types.get(name, text)) for name in HEAD_FIELDS]
    return pa.schema([*fields, *([("class", pa.string())] if classes else []), ("squares", pa.list_(pa.int32()))])


def _groups(pages: Iterable[TourPage]) -> Iterator[list[TourPage]]:
    """Yield the pages, grouped into row groups."""
    group: list[TourPage] = []
    for page in pages:
        group.append(page)
        if len(group) == GROUP_PAGES or sum(one.squares.size for one in group) >= GROUP_SQUARES:
            yield group
            group = []
    if group:
        yield group


def _batch(pa: Any, page: TourPage, schema: Any) -> object:  # noqa: ANN401  as above
    size, stretch = page.squares.shape[1], pa.array(page.stretch)
    ends = pa.array(np.arange(0, page.squares.size + 1, size, dtype=np.int32))
    arrays = {"squares": pa.ListArray.from_arrays(ends, pa.array(page.squares.ravel()))}
    heads = zip(*map(page.head, page.stretches), strict=True)
    for name, values in zip(HEAD_FIELDS, heads, strict=True):
        kind = schema.field(name).type
        plain = kind.value_type if pa.types.is_dictionary(kind) else kind
        common = pa.array(map(datetime.fromisoformat, values) if name == "found_at" else values, plain)
        arrays[name] = (common if plain == kind else common.dictionary_encode()).take(stretch)
    if "class" in schema.names:
        arrays["class"] = pa.array([text.decode() for text in class_texts(page.class_keys)])
    return pa.record_batch([arrays[name] for name in schema.names], schema=schema)
