"""The client's models are those of the service."""

from __future__ import annotations

import runpy

from tests.processes import ROOT


def test_the_models_are_up_to_date() -> None:
    """Generating them again gives the same file; if not, run python client/generate.py."""
    generator = runpy.run_path(str(ROOT / "client" / "generate.py"))
    assert generator["models"]() == generator["TARGET"].read_text(encoding="utf-8")
