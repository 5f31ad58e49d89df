"""Tours as NPY and Parquet: square numbers from 0, for numerical work."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, BinaryIO

from numpy.lib import format as npy

from store.exports.tour_pages import TourPage

HEADER_BYTES = 128


class MixedBoardsError(ValueError):
    """An array has rows of one length: it holds the tours of one board and piece."""


def write_npy(out: BinaryIO, pages: Iterable[TourPage]) -> int:
    """Write an array, int32 (tours, squares), to a file that can be rewound; return the number of tours.

    The header stands first but tells the number of rows: room is left for it, and it is written last.
    """
    out.write(b"\0" * HEADER_BYTES)
    rows, subject = 0, None
    columns = 0
    for page in pages:
        if subject not in (None, (page.board.label, page.piece)):
            raise MixedBoardsError("an NPY file holds tours of one board and piece: name the board, and the piece")
        subject, columns = (page.board.label, page.piece), page.squares.shape[1]
        out.write(page.squares.astype("<i4").tobytes())
        rows += len(page.squares)
    out.seek(0)
    out.write(_header(rows, columns))
    return rows


def _header(rows: int, columns: int) -> bytes:
    text = f"{{'descr': '<i4', 'fortran_order': False, 'shape': ({rows}, {columns}), }}"
    body = text.encode("latin-1").ljust(HEADER_BYTES - len(npy.magic(1, 0)) - 3) + b"\n"
    return bytes(npy.magic(1, 0)) + len(body).to_bytes(2, "little") + body


def write_parquet(out: BinaryIO, pages: Iterable[TourPage]) -> int:
    """Write a Parquet file, one row group per page; return the number of tours. Needs pyarrow."""
    import pyarrow as pa  # noqa: PLC0415  an optional package
    from pyarrow import parquet  # noqa: PLC0415

    names = ("board", "piece", "job", "class")
    fields: list[Any] = [pa.field(name, pa.string()) for name in names]
    fields += [pa.field("closed", pa.bool_()), pa.field("symmetry", pa.int32())]
    schema = pa.schema([*fields, pa.field("squares", pa.list_(pa.int32()))])
    rows = 0
    with parquet.ParquetWriter(out, schema) as writer:
        for page in pages:
            writer.write_table(pa.table(_columns(page), schema=schema))
            rows += len(page.squares)
    return rows


def _columns(page: TourPage) -> dict[str, object]:
    return {
        "board": [page.board.label] * len(page.jobs),
        "piece": [page.piece] * len(page.jobs),
        "job": page.jobs,
        "class": page.classes,
        "closed": page.closed,
        "symmetry": page.symmetry,
        "squares": list(page.squares),
    }
