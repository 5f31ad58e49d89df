"""A test run announces what it skips and how long it takes, and lists what passed only when run again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.processes import ROOT

TESTS = """
from pathlib import Path

def test_first_fails_then_passes():
    file = Path("ran-once")
    if not file.exists():
        file.touch()
        raise AssertionError

def test_passes():
    pass
"""


def run(folder: Path, *words: str, **environment: str) -> str:
    """Run the tests of a folder with our announcements; return what is printed."""
    (folder / "pytest.ini").write_text("[pytest]\ntestpaths = .\n")
    (folder / "test_two.py").write_text(TESTS)
    variables = {name: value for name, value in os.environ.items() if name not in {"CI", "CAVALIER_REQUIRE_SERVICES"}}
    variables |= {"PYTHONPATH": str(ROOT), "CAVALIER_TEST_REDIS": "redis://127.0.0.1:1", "PATH": ""} | environment
    command = [sys.executable, "-m", "pytest", "-p", "tests.forecast", *words]
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False).stdout


def test_what_is_missing_is_announced(tmp_path: Path) -> None:
    """It is named before the first test, and whether its tests are skipped or fail."""
    skipped = run(tmp_path)
    assert "skips tests that need Redis" in skipped.partition("collected")[0]
    assert "skips tests that need npm" in skipped
    assert "fails tests that need Redis" in run(tmp_path, CI="true")


def test_the_time_of_all_tests_is_announced(tmp_path: Path) -> None:
    """At first it is worked out, then it is that of the last run of all tests; a few tests announce none."""
    assert "all tests" not in run(tmp_path, "-k", "passes")
    assert "all tests take about 30 min in 1 processes" in run(tmp_path)
    assert "the last run of all tests took 0 min here" in run(tmp_path)


def test_what_passes_only_when_run_again_is_listed(tmp_path: Path) -> None:
    """It is counted and named, and does not fail the run; what fails twice does."""
    printed = run(tmp_path, "--reruns", "1", "-raR")
    assert "RERUN test_two.py::test_first_fails_then_passes" in printed
    assert "2 passed, 1 rerun" in printed
