"""Results of reader queries, and their limits."""

from __future__ import annotations

from dataclasses import dataclass

from store.sql.errors import TooMuchError

MEBIBYTE = 1 << 20
Value = str | int | float | bool | None


@dataclass(frozen=True)
class Limits:
    """Limits of one query: seconds, rows, bytes of its result as JSON; memory and files of its process."""

    seconds: float = 10.0
    rows: int = 1000
    size: int = 32 * MEBIBYTE
    memory: int = 512 * MEBIBYTE
    room: int = 256 * MEBIBYTE


@dataclass(frozen=True)
class Answer:
    """Unique column names; rows of texts, numbers, booleans and None; and whether the result was cut."""

    columns: list[str]
    rows: list[list[Value]]
    more: bool


def different(names: list[str]) -> list[str]:
    """Return unique column names, numbering repeated ones: value, value_2."""
    found: list[str] = []
    for name in names:
        number, one = 1, name
        while one in found:
            number += 1
            one = f"{name}_{number}"
        found.append(one)
    return found


def too_long(limits: Limits) -> TooMuchError:
    """Return the error of a row longer than a whole result may be."""
    return TooMuchError(f"a row of it is longer than {limits.size >> 20} MiB")
