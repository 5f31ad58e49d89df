"""Notes and tags from the shell, at a service in a process of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import invoke
from tests.processes import EmbeddedService


@pytest.fixture
def service(tmp_path: Path) -> Iterator[EmbeddedService]:
    """A service."""
    service = EmbeddedService(tmp_path / "data")
    service.start()
    yield service
    service.kill()


def test_notes(service: EmbeddedService) -> None:
    """On a job, a campaign and a board: written, tagged, shown; what is not there is refused."""
    job = invoke(service, "submit", "-", text='{"kind": "enumerate", "board": "3x4"}').stdout.strip()
    grid = {"name": "Grid", "boards": ["3x4"], "specifications": [{"kind": "enumerate"}]}
    made = invoke(service, "campaign", "submit", "-", "--json", text=json.dumps(grid))
    campaign = json.loads(made.stdout)["id"]
    for subject in (job, campaign, "torus:5x5"):
        assert invoke(service, "note", subject).exit_code == 1
        sent = invoke(service, "note", subject, "Agrees with **1994**", "--tag", "checked")
        assert sent.exit_code == 0, sent.output
        assert invoke(service, "note", subject, "--tag", "lecture").stdout == "Tags: checked, lecture\n"
        shown = invoke(service, "note", subject).stdout
        assert "Tags: checked, lecture\n" in shown
        assert "Agrees with **1994**\n" in shown
        whole = json.loads(invoke(service, "note", subject, "--json").stdout)
        assert ([one["name"] for one in whole["tags"]], len(whole["notes"])) == (["checked", "lecture"], 1)
    for listing, found in ((("jobs",), job), (("campaign", "list"), campaign), (("boards",), "torus:5x5")):
        assert found in invoke(service, *listing, "--tag", "lecture", "--json").stdout
        assert found not in invoke(service, *listing, "--tag", "other", "--json").stdout
    refused = invoke(service, "note", job, "a", "--tag", "A b")
    assert (refused.exit_code == 0, "a tag has 1 to 40" in refused.output) == (False, True)
    assert invoke(service, "note", "no-board", "a").exit_code != 0
