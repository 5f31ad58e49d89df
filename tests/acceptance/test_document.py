"""The OpenAPI document against the running service, by all checks that schemathesis has."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.processes import ROOT, EmbeddedService, clean_environment

SECONDS = int(os.environ.get("CAVALIER_TEST_DOCUMENT_SECONDS", "30"))
"""Time for drawing requests, which submit, follow, change and delete jobs along the document's links."""

FEWEST = 30
"""Least number of requests to draw; a machine too busy for it gets more time."""

FOLDER = Path(__file__).parent


@pytest.mark.acceptance
def test_every_answer_is_documented(
    start_service: Callable[[EmbeddedService], EmbeddedService], tmp_path: Path
) -> None:
    """No server error occurs, every answer is as documented, and no valid request is refused.

    The test has its own service, since drawn requests leave large jobs behind, perhaps of high priority.
    """
    service, seconds = start_service(EmbeddedService(tmp_path / "data")), SECONDS
    while (drawn := drawn_in(seconds, service.url, tmp_path)) < FEWEST:
        seconds = 2 * seconds * FEWEST // max(1, drawn)


def drawn_in(seconds: int, url: str, folder: Path) -> int:
    """Let schemathesis draw requests for this time; fail with its findings, else return how many it drew."""
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(FOLDER / "schemathesis.toml")]
    command += ["--no-color", "run", f"{url}/api/v1/openapi.json", "--checks", "all", "--max-time", str(seconds)]
    command += ["--continue-on-failure", "--seed", "1", "--request-timeout", "240", "--wait-for-schema", "240"]
    environment = clean_environment({"SCHEMATHESIS_HOOKS": "tests.acceptance.document_hooks", "PYTHONPATH": str(ROOT)})
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    generated = re.search(r"(\d+) generated", done.stdout)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert generated is not None
    return int(generated[1])
