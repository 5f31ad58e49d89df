"""Tests of generators in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from store.words.base import Found, Words


def _title(specification: Mapping[str, Any], _board: str) -> str:
    return f"Test of the generator {specification['generator']}"


def _answer(found: Found) -> str | None:
    tests = found.result.tests
    if not tests:
        return None
    failed = sorted({one.test for one in tests if one.verdict == "fail"})
    name = found.specification["generator"]
    if failed:
        return f"{name} fails: {', '.join(failed)}."
    if any(one.verdict == "suspect" for one in tests):
        return f"{name} passes, but is suspect in some tests."
    return f"{name} passes the {len({one.test for one in tests})} tests that were run; others may still fail it."


GENERATORS = Words("Test a generator", "is it random enough?", _title, _answer, early=True)
