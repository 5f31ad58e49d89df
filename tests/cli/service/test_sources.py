"""`cavalier sources` against a real service."""

from __future__ import annotations

import json

from tests.cli.running import invoke
from tests.processes import EmbeddedService


def test_sources(service: EmbeddedService) -> None:
    """The list, one document figure by figure, both as JSON too; another there is not."""
    assert "marche-du-cavalier" in invoke(service, "sources").stdout
    assert len(json.loads(invoke(service, "sources", "--json").stdout)["items"]) == 7
    shown = invoke(service, "sources", "delphi").stdout
    assert "17,739,769" in shown
    assert "the speed of a machine of its time" in " ".join(shown.split())
    assert json.loads(invoke(service, "sources", "delphi", "--json").stdout)["figures"] == 16
    unknown = invoke(service, "sources", "elsewhere")
    assert unknown.exit_code == 1
    assert "elsewhere" in unknown.stderr
