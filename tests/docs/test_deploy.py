"""What operators install: units of systemd, the dashboard for Grafana, containers."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from api.system.metrics import CensusCollector
from store.database.db import Database
from store.queries.service_metrics import census
from tests.processes import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
MOST_EXPOSED = 20
"""Highest allowed exposure, in tenths: systemd calls up to 2.0 safe."""


def analyze(unit: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `systemd-analyze` on a copy of a unit whose program exists."""
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not installed")
    copy = folder / unit.name
    copy.write_text(unit.read_text().replace("/opt/cavalier/bin/cavalier", "/bin/true"))
    return subprocess.run([program, *arguments, str(copy)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_knows_every_line(unit: Path, tmp_path: Path) -> None:
    """No line of a unit is unknown to systemd, and none is missing."""
    done = analyze(unit, tmp_path, "verify", "--man=no")
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_units_are_hardened(unit: Path, tmp_path: Path) -> None:
    """The rating that systemd gives a unit stays within the threshold."""
    done = analyze(unit, tmp_path, "security", "--offline=true", f"--threshold={MOST_EXPOSED}", "--no-pager")
    assert done.returncode == 0, done.stdout[-200:]


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_units_start_commands_that_are_there(unit: Path) -> None:
    """The started command has a section in the list of commands."""
    found = re.search(r"^ExecStart=/opt/cavalier/bin/cavalier (\w+)", unit.read_text(), re.MULTILINE)
    assert found is not None
    assert f"## cavalier {found[1]}\n" in (ROOT / "docs" / "cli.md").read_text()


def test_the_dashboard_shows_our_metrics(sqlite_database: Database) -> None:
    """The panels ask for exactly the metrics that we give."""
    with sqlite_database.reading() as session:
        given = {metric.name for metric in CensusCollector(census(session), 0, []).collect()}
    panels = json.loads((DEPLOY / "grafana" / "cavalier.json").read_text())["panels"]
    asked = {
        name for panel in panels for target in panel["targets"] for name in re.findall(r"cavalier_\w+", target["expr"])
    }
    assert asked == given


def test_containers_may_do_little() -> None:
    """Containers have their own user, a read-only file system, no capabilities, and health checks."""
    compose = (ROOT / "docker-compose.yml").read_text()
    ours = compose.split("x-cavalier: &cavalier")[1].split("services:")[0]
    for line in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"):
        assert line in ours
    assert re.search(r"^USER 10001", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    services = re.split(r"^  (?=\w+:$)", compose.split("\nservices:\n")[1].split("\nvolumes:")[0], flags=re.MULTILINE)[
        1:
    ]
    for service in services:
        assert "healthcheck:" in service or 'restart: "no"' in service, service.splitlines()[0]
    assert "POSTGRES_PASSWORD:" not in compose
