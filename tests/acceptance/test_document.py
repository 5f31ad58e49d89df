"""The OpenAPI document against the running service, by all checks that schemathesis has."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, EmbeddedService, clean_environment

SECONDS = int(os.environ.get("CAVALIER_TEST_DOCUMENT_SECONDS", "30"))
"""How long requests are drawn: jobs are submitted, followed, changed and deleted along the document's links."""

FEWEST = 30
"""Requests that must have been drawn; a busy machine makes fewer of them than the hundreds of a quiet one."""

FOLDER = Path(__file__).parent


@pytest.mark.acceptance
@pytest.mark.timeout(SECONDS * 2 + 300)
def test_every_answer_is_documented(service: EmbeddedService, tmp_path: Path) -> None:
    """No error of the server, no status, header or document but those documented, nothing valid refused."""
    command = [
        sys.executable,
        "-m",
        "schemathesis.cli",
        "--config-file",
        str(FOLDER / "schemathesis.toml"),
        "--no-color",
    ]
    command += ["run", f"{service.url}/api/v1/openapi.json", "--checks", "all", "--max-time", str(SECONDS)]
    command += ["--continue-on-failure", "--seed", "1", "--request-timeout", "30", "--wait-for-schema", "60"]
    environment = clean_environment({"SCHEMATHESIS_HOOKS": "tests.acceptance.document_hooks", "PYTHONPATH": str(ROOT)})
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    generated = re.search(r"(\d+) generated", done.stdout)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert generated is not None
    assert int(generated[1]) > FEWEST
