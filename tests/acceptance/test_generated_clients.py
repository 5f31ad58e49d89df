"""Clients that generators write from the OpenAPI document submit a job to a real service and read its result."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import httpx2
import pytest

from tests.processes import EmbeddedService
from tests.services import unavailable

PROGRAMS = Path(__file__).parent / "generated"
TOURS_3X4 = "16"
MEDIA = ("image/svg+xml", "application/x-bibtex", "application/vnd.apache.parquet")
NOT_READ = {"content_type_overrides": dict.fromkeys(MEDIA, "application/octet-stream")}
"""Settings for the media types that openapi-python-client does not know (docs/api.md)."""

COMPILE = ("--strict", "--module", "nodenext", "--target", "es2022")


@pytest.fixture
def folder(tmp_path: Path, service: EmbeddedService) -> Path:
    """A folder with the programs and the service's own OpenAPI document."""
    shutil.copytree(PROGRAMS, tmp_path / "generated")
    (tmp_path / "generated" / "openapi.json").write_bytes(httpx2.get(f"{service.url}/api/v1/openapi.json").content)
    return tmp_path / "generated"


@pytest.mark.acceptance
def test_openapi_python_client(folder: Path, service: EmbeddedService) -> None:
    """It reads every operation without a warning, and its client works."""
    (folder / "settings.json").write_text(json.dumps(NOT_READ))
    generate = ("generate", "--path", "openapi.json", "--config", "settings.json", "--meta", "none")
    run(folder, ["openapi-python-client", *generate, "--output-path", "generated_client", "--fail-on-warning"])
    assert run(folder, [sys.executable, "submit.py", service.url]) == TOURS_3X4


@pytest.mark.acceptance
@pytest.mark.service
def test_openapi_typescript(folder: Path, service: EmbeddedService) -> None:
    """A program that omits all fields with defaults compiles against its types, and runs."""
    if shutil.which("npm") is None:
        unavailable("npm, which comes with Node.js")
    try:
        run(folder, ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"])
    except subprocess.CalledProcessError as error:
        unavailable(f"the packages of npm: {error.stderr[-300:]}")
    run(folder, ["npx", "--no-install", "openapi-typescript", "openapi.json", "-o", "api.ts"])
    run(folder, ["npx", "--no-install", "tsc", *COMPILE, "submit.ts"])
    assert run(folder, ["node", "submit.js", service.url]) == TOURS_3X4


def run(folder: Path, command: Sequence[str]) -> str:
    """Run a command in the folder with this environment's tools; return its output."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, cwd=folder, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise subprocess.CalledProcessError(done.returncode, command, done.stdout, f"{done.stdout}\n{done.stderr}")
    return done.stdout.strip()
