"""Headers with the origin of a downloaded file: CSV, JSON Lines and NPY have no place for it of their own."""

from __future__ import annotations

from findings.exports.provenance import Origin

MAX_QUERY_LENGTH = 2000
"""Characters of a header: servers on the way refuse longer ones, and the caller knows the query."""

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
