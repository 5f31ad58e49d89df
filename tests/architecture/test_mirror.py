"""The tests have the layout of the tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.processes import ROOT

PACKAGES = (
    "api",
    "cli",
    "client",
    "drawing",
    "engine",
    "findings",
    "language",
    "phrasing",
    "reproduction",
    "store",
    "verify",
    "workers",
)
TOGETHER = {
    "api/http/security/test_hostile_texts.py",
    "api/http/security/test_routes.py",
    "api/pages/test_pages.py",
    "api/pages/test_translated.py",
    "api/test_both_notations.py",
    "api/test_certificates.py",
    "api/test_earlier_versions.py",
    "api/test_hostile_boards.py",
    "api/test_imports.py",
    "api/test_postgresql.py",
    "api/test_query_counts.py",
    "api/test_subjects.py",
    "cli/test_both_notations.py",
    "cli/test_nothing_found.py",
    "client/test_wheel.py",
    "engine/boards/test_every_board.py",
    "engine/kinds/running/test_known_counts.py",
    "engine/search/strip/test_single_sweeps.py",
    "engine/test_two_squares.py",
    "language/test_plurals.py",
    "store/queries/test_progress.py",
    "store/test_views.py",
    "workers/test_audited_jobs.py",
    "workers/test_cutting.py",
    "workers/test_damage.py",
    "workers/test_guard.py",
    "workers/test_killed_sweep.py",
    "workers/test_shared_sweep.py",
}
"""Tests of several files together."""

TESTS = [path.relative_to(ROOT / "tests") for name in PACKAGES for path in (ROOT / "tests" / name).rglob("test_*.py")]


@pytest.mark.parametrize("path", sorted(TESTS), ids=str)
def test_a_test_file_bears_the_name_of_what_it_tests(path: Path) -> None:
    """Each test file has the name of a file or package in the same folder of the tree."""
    source = ROOT / path.parent / path.stem.removeprefix("test_")
    assert source.with_suffix(".py").is_file() or source.is_dir() or path.as_posix() in TOGETHER


def test_no_exception_is_stale() -> None:
    """Each test of several files exists, and no file of its name does."""
    assert {path.as_posix() for path in TESTS} >= TOGETHER
    stems = [ROOT / Path(name).parent / Path(name).stem.removeprefix("test_") for name in TOGETHER]
    assert [stem for stem in stems if stem.with_suffix(".py").is_file()] == []
