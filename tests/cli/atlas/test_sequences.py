"""`cavalier atlas sequences`."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from cli.main import main


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
    assert one["oeis"][0]["number"] == "A169696"
