"""What comes back for a question in SQL, and what it may cost."""

from __future__ import annotations

from dataclasses import dataclass

from store.sql.errors import TooMuchError

MEBIBYTE = 1 << 20
Value = str | int | float | bool | None


@dataclass(frozen=True)
class Limits:
    """What one question may take: seconds, rows, and bytes of its answer as JSON; memory and files of its process."""

    seconds: float = 10.0
    rows: int = 1000
    size: int = 32 * MEBIBYTE
    memory: int = 512 * MEBIBYTE
    room: int = 256 * MEBIBYTE


@dataclass(frozen=True)
class Answer:
    """Names of columns, no two alike; rows of texts, numbers, truth values and None; and whether there were more."""

    columns: list[str]
    rows: list[list[Value]]
    more: bool


def different(names: list[str]) -> list[str]:
    """Return names of columns with numbers after those that came before: value, value_2."""
    found: list[str] = []
    for name in names:
        number, one = 1, name
        while one in found:
            number += 1
            one = f"{name}_{number}"
        found.append(one)
    return found


def too_long(limits: Limits) -> TooMuchError:
    """Return the error of a row that is longer than a whole answer may be."""
    return TooMuchError(f"a row of it is longer than {limits.size >> 20} MiB")
