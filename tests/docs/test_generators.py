"""docs/generators.md says of every generator what the catalogue says."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.streams.catalogue import CATALOGUE, generator_facts

PAGE = (Path(__file__).parents[2] / "docs" / "generators.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [*CATALOGUE, "additive-1-2", "additive-1-16"])
def test_the_table_has_the_generator(name: str) -> None:
    """The row gives period, bits, jumps, streams, cost and advice as the catalogue has them."""
    facts = generator_facts(name)
    jump = f"{facts.jump}, {'backwards too' if facts.backwards else 'forwards only'}"
    row = (f"`{name}`", facts.period_text, facts.bits, jump, facts.streams, f"{facts.cost:g} ns", facts.advice)
    assert f"| {' | '.join(str(cell) for cell in row)} |" in PAGE
