"""Column types that behave the same on SQLite and PostgreSQL."""

from __future__ import annotations

import zlib
from decimal import Decimal
from typing import Any

from sqlalchemy import JSON, BigInteger, Dialect, Integer, LargeBinary, Numeric, Text
from sqlalchemy.types import TypeDecorator, TypeEngine

LENGTH_DIGITS = 4
COMPRESSED = b"\0zlib\0"
"""Prefix of compressed bytes; other packed bytes begin with PK."""

Key = BigInteger().with_variant(Integer(), "sqlite")
"""64-bit key; SQLite generates ids only for columns of type INTEGER."""

Document = JSON()
"""A list or an object, kept as the text that was written: PostgreSQL's JSONB would make the float 1e+21 an integer.

(A bare number keeps its value, but not always its type on SQLite, where the column is then numeric.)
"""


class Packed(TypeDecorator[bytes]):
    """Bytes that may be stored compressed (store/jobs/retention.py), read as they were written.

    Damaged bytes that cannot be decompressed are returned as they are; their digest then differs.
    """

    impl = LargeBinary
    cache_ok = True

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Decompress."""
        del dialect
        if value is None or bytes(value[: len(COMPRESSED)]) != COMPRESSED:
            return value
        try:
            return zlib.decompress(value[len(COMPRESSED) :])
        except zlib.error:
            return value


class BigCount(TypeDecorator[int]):
    """A non-negative integer of up to 1000 digits, exact and ordered on both databases.

    PostgreSQL uses NUMERIC. SQLite would turn large numbers into floats, so there it is text prefixed by the number of
    digits ("0003:777"), which sorts like the numbers.
    """

    impl = Numeric(1000, 0)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Choose text on SQLite."""
        return dialect.type_descriptor(Text() if dialect.name == "sqlite" else Numeric(1000, 0))

    def process_bind_param(self, value: int | None, dialect: Dialect) -> int | str | None:
        """Convert a Python integer to the driver's value."""
        if value is None or dialect.name != "sqlite":
            return value
        return f"{len(str(value)):0{LENGTH_DIGITS}d}:{value}"

    def process_result_value(self, value: str | Decimal | None, dialect: Dialect) -> int | None:
        """Convert the driver's value to a Python integer."""
        if value is None:
            return None
        return int(str(value).partition(":")[2]) if dialect.name == "sqlite" else int(value)
