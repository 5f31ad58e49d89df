"""The formats of exports by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import BinaryIO

from store.exports.arrays import write_npy, write_parquet
from store.exports.text import csv_lines, json_lines
from store.exports.tour_pages import TourPage

TEXTS: Mapping[str, Callable[[Iterable[Mapping[str, object]]], Iterator[str]]] = {"jsonl": json_lines, "csv": csv_lines}
"""Records to lines."""

ARRAYS: Mapping[str, Callable[[BinaryIO, Iterable[TourPage]], int]] = {"npy": write_npy, "parquet": write_parquet}
"""Pages of tours to a file that can be rewound."""

MEDIA = {
    "jsonl": "application/x-ndjson",
    "csv": "text/csv",
    "npy": "application/octet-stream",
    "parquet": "application/vnd.apache.parquet",
}
