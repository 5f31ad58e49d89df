"""Texts that many ask for at once."""

from __future__ import annotations

from api.http.render_cache import MAX_FRAGMENTS, FragmentCache


def test_few_parts_are_kept() -> None:
    """The oldest go first."""
    parts = FragmentCache()
    for number in range(MAX_FRAGMENTS + 1):
        parts.part(str(number), "tag", str)

    assert parts.recent("0") is None
    assert parts.recent(str(MAX_FRAGMENTS)) is not None
