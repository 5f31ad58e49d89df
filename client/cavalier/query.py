"""Answers to SQL queries: the rows, and a record of the request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cavalier import documents
from cavalier.figures import import_optional, table
from cavalier.transport import Document

if TYPE_CHECKING:
    import pandas as pd

MAX_SHOWN = 20


class Answer:
    """The rows of a query's answer, each a dictionary by column name.

    columns: their names in order, all different. more: whether the service has left rows out. asked: the time and the
    query of the request, the version that answered, and the SHA-256 of the rows as CSV.
    """

    def __init__(self, document: Document) -> None:
        found = documents.AnswerDocument.model_validate(document)
        self.columns, self.more, self.asked = found.columns, found.more, found.asked
        self._rows: list[list[Any]] = found.rows

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (dict(zip(self.columns, row, strict=True)) for row in self._rows)

    def to_dataframe(self) -> pd.DataFrame:
        """Return the rows as a table; exact numbers stay texts of digits."""
        return import_optional("pandas").DataFrame(self._rows, columns=self.columns)

    def __str__(self) -> str:
        return f"{len(self)} rows{', and more' if self.more else ''}: {', '.join(self.columns)}"

    def _repr_html_(self) -> str:
        return table(str(self), (" · ".join(map(str, row)) for row in self._rows[:MAX_SHOWN]))
