"""Tours as NPY: an array of square numbers from 0, for numerical work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from numpy.lib import format as npy

from store.queries.tour_pages import TourPage

HEADER_BYTES = 128
"""A multiple of 64, so that the rows are aligned when the file is mapped."""


def npy_bytes(pages: Iterable[TourPage], rows: int, columns: int) -> Iterator[bytes]:
    """Yield an array, int32 (rows, columns), piece by piece; RuntimeError where the pages hold another number of rows.

    The header comes first and states the number of rows, so a partial file cannot be mistaken for a whole array.
    """
    yield _header(rows, columns)
    sent = 0
    for page in pages:
        yield page.squares.astype("<i4", copy=False).tobytes()
        sent += len(page)
    if sent != rows:
        raise RuntimeError(f"{rows} tours were announced, {sent} are there: some have no row, or no run")


def _header(rows: int, columns: int) -> bytes:
    text = f"{{'descr': '<i4', 'fortran_order': False, 'shape': ({rows}, {columns}), }}"
    prefix = bytes(npy.magic(1, 0))
    body = text.encode("latin-1").ljust(HEADER_BYTES - len(prefix) - 3) + b"\n"
    return prefix + len(body).to_bytes(2, "little") + body
