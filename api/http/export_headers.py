"""Where a downloaded file comes from, as headers: CSV, JSON Lines and NPY have no place for it of their own."""

from __future__ import annotations

from findings.exports.provenance import Origin

MAX_QUERY_LENGTH = 2000
"""Characters: servers on the way refuse long headers, and who asked so much knows it."""

DESCRIBED = {
    "Export-Date": "when it was made, UTC",
    "Export-Query": f"what was asked, as an address says it; left out beyond {MAX_QUERY_LENGTH} characters",
    "Export-Version": "of Cavalier",
    "Export-Commit": "of Cavalier's source, where it is known",
    "Export-Rows": "records of the file, where they are known before the last is sent",
    "Export-SHA256": "of the uncompressed file, where it is made before it is sent",
}


def origin_headers(made: Origin) -> dict[str, str]:
    """Return the headers that describe a file."""
    known = {f"Export-{'SHA256' if name == 'sha256' else name.title()}": str(v) for name, v in made.facts().items()}
    return {name: text for name, text in known.items() if len(text) <= MAX_QUERY_LENGTH}
