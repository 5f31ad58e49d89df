"""`cavalier atlas sequences`."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from cli.main import main
from tests.cli.running import invoke
from tests.processes import EmbeddedService


def test_of_a_new_database(tmp_path: Path) -> None:
    """What the atlas makes known is listed, in words and for machines."""
    asked = ["atlas", "sequences", "--data", str(tmp_path)]
    listed = CliRunner().invoke(main, asked)
    document = json.loads(CliRunner().invoke(main, [*asked, "--json"]).stdout)
    (one,) = (item for item in document if (item["family"], item["quantity"]) == ("3xn", "tours"))

    assert listed.exit_code == 0, listed.output
    assert "A169696" in listed.output
    assert "none known to us" in listed.output
    assert one["terms"][3:8] == ["16", "0", "0", "104", "792"]
    assert one["oeis"][0]["number"] == "A118067"


def test_of_one_convention_here_and_at_a_service(service: EmbeddedService, tmp_path: Path) -> None:
    """A service tells the same, with the address of each file."""
    asked = ["atlas", "sequences", "--undirected", "--json"]
    here = json.loads(CliRunner().invoke(main, [*asked, "--data", str(tmp_path)]).stdout)
    there = json.loads(invoke(service, *asked).stdout)
    assert {one["convention"] for one in here} == {"undirected"}
    assert [one["terms"] for one in there] == [one["terms"] for one in here]
