"""Tests of generators in words."""

from __future__ import annotations

from collections.abc import Mapping

from drawing.amounts import amount
from language.translate import gettext
from phrasing.base import FoundResult, KindPhrasing


def _title(specification: Mapping[str, object], _board: str) -> str:
    return gettext("Test of the generator %(name)s", name=specification["generator"])


def _answer(found: FoundResult) -> str | None:
    tests = found.result.tests
    if not tests:
        return None
    failed = sorted({one.test for one in tests if one.verdict == "fail"})
    name = found.specification["generator"]
    if failed:
        return gettext("%(name)s fails: %(tests)s.", name=name, tests=", ".join(failed))
    if any(one.verdict == "suspect" for one in tests):
        return gettext("%(name)s passes, but is suspect in some tests.", name=name)
    ran = amount(len({one.test for one in tests}), "test")
    return gettext("%(name)s passes the %(tests)s that were run; others may still fail it.", name=name, tests=ran)


GENERATORS = KindPhrasing("Test a generator", "is it random enough?", _title, _answer, early=True)
