"""Results of the full run shipped with this version, for each figure: its document, `recorded.json`, read back.

`cavalier reproduce --full --json` writes it; it is made again when the reference data change.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from findings.references.data_files import Figure, all_figures
from reproduction.verdict import Comparison, Computed

FILE = Path(__file__).resolve().parent / "recorded.json"


@cache
def recorded_document() -> Mapping[str, Any]:
    """Return the document as it was written."""
    document: Mapping[str, object] = json.loads(FILE.read_text(encoding="utf-8"))
    return document


@cache
def load_recorded() -> Mapping[str, Comparison]:
    """Return the comparisons by the key of their figure."""
    figures = {figure.key: figure for figure in all_figures()}
    rows = [row for table in recorded_document()["tables"] for row in table["figures"]]
    return {row["key"]: _comparison(figures[row["key"]], row) for row in rows if row["key"] in figures}


def _comparison(figure: Figure, row: Mapping[str, Any]) -> Comparison:
    known = row["method"] is not None
    computed = Computed(row["computed"], row["method"], row["computed_error"], row["detail"]) if known else None
    return Comparison(figure, row["verdict"], computed, row["z"], row["why"])
