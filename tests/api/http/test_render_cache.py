"""Texts that many ask for at once."""

from __future__ import annotations

from api.http.render_cache import MOST_PARTS, Parts


def test_few_parts_are_kept() -> None:
    """The oldest go first."""
    parts = Parts()
    for number in range(MOST_PARTS + 1):
        parts.part(str(number), "tag", str)

    assert parts.recent("0") is None
    assert parts.recent(str(MOST_PARTS)) is not None
