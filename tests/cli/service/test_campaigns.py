"""The command for campaigns, against a real service."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import invoke
from tests.cli.service.test_jobs import answer
from tests.processes import EmbeddedService

GRID = {"name": "Grid", "boards": ["3x4", "4x4"], "specifications": [{"kind": "enumerate", "method": "backtrack"}]}


def test_from_submission_to_comparison(service: EmbeddedService, tmp_path: Path) -> None:
    """Every subcommand on one campaign."""
    campaign = invoke(service, "campaign", "submit", "-", text=json.dumps(GRID)).stdout.strip()
    grown = answer(
        invoke(service, "campaign", "submit", "-", "--to", campaign, "--watch", "--json", text='{"boards": ["3x5"]}')
    )
    assert (grown["id"], grown["jobs"], grown["states"]) == (campaign, 3, {"succeeded": 3})
    assert campaign in invoke(service, "campaign", "list").stdout
    assert answer(invoke(service, "campaign", "list", "--json", "--limit", "1"))[0]["id"] == campaign
    shown = invoke(service, "campaign", "show", campaign, "--state", "succeeded").stdout
    assert "3 boards x 1 specification, 3 succeeded" in shown
    assert "All tours of 3x5" in shown
    for verb in ("pause", "resume", "cancel"):
        assert invoke(service, "campaign", verb, campaign).stdout == f"{campaign} 3 succeeded\n"
    assert answer(invoke(service, "campaign", "priority", campaign, "5", "--json"))["id"] == campaign

    out = tmp_path / "results.csv"
    assert invoke(service, "campaign", "export", campaign, "--out", str(out)).exit_code == 0
    printed = invoke(service, "campaign", "export", campaign).stdout
    assert printed.splitlines() == out.read_text().splitlines()
    assert printed.startswith("board_number,specification_number,job,link")
    table = tmp_path / "results.parquet"
    assert invoke(service, "campaign", "export", campaign, "--out", str(table)).exit_code == 0
    assert table.read_bytes()[:4] == b"PAR1"
    assert "name a file" in invoke(service, "campaign", "export", campaign, "--format", "parquet").stderr
    assert [one["title"][:12] for one in answer(invoke(service, "campaign", "export", campaign, "--json"))] == [
        "All tours of"
    ] * 3

    again = invoke(service, "campaign", "clone", campaign, "Again").stdout.strip()
    waiting = invoke(service, "campaign", "compare", campaign, again)
    assert waiting.exit_code == 0
    answer(invoke(service, "campaign", "submit", "-", "--to", again, "--watch", "--json", text='{"boards": ["1x1"]}'))
    assert invoke(service, "campaign", "watch", again).stdout == f"{again} 4 succeeded\n"
    assert "of 3 jobs 3 agree" in invoke(service, "campaign", "compare", campaign, again).stdout
    told = invoke(service, "campaign", "compare", again, campaign, "--all").stdout
    assert "the other campaign has none" in told
    assert "of 4 jobs 3 agree, 1 alone" in told
    assert len(answer(invoke(service, "campaign", "compare", campaign, again, "--json"))) == 3

    assert "its jobs stay" in invoke(service, "campaign", "delete", again, "--yes").stdout
    assert invoke(service, "campaign", "show", again).exit_code == 1


def test_what_is_wrong(service: EmbeddedService) -> None:
    """The exit code is 2, and the field is named."""
    done = invoke(service, "campaign", "submit", "-", text=json.dumps(GRID | {"boards": ["3x4", "x"]}))
    assert done.exit_code == 2
    assert json.loads(done.stderr)["errors"][0]["pointer"] == "/boards/1"
