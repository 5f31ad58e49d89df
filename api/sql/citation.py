"""How an answer to a question in SQL is cited."""

from __future__ import annotations

from datetime import datetime

from api.pages.bibtex import bibtex_entry
from api.sql.documents import AskedDocument


def query_citation(asked: AskedDocument, path: str) -> str:
    """Return the entry of an answer to a question in SQL."""
    return bibtex_entry(
        f"query {asked.csv_sha256[:12]}",
        f"Answer of {asked.rows} rows to a question in SQL",
        datetime.fromisoformat(asked.date),
        path,
        {"SHA-256 of the rows as CSV": asked.csv_sha256},
    )
