"""Every published table has a way to be reproduced, or a reason why it has none."""

from __future__ import annotations

import pytest

from engine.kinds.parse import parse_specification
from findings.references.data_files import SOURCES, all_figures
from reproduction.registry import TABLES, choose_figures


def test_every_table_is_known() -> None:
    """The tables are exactly those of the data."""
    assert set(TABLES) == {figure.table for figure in all_figures()}


def test_choices() -> None:
    """Figures may be chosen by source, by table, or by both at once."""
    assert sum(len(rows) for rows in choose_figures(None, None).values()) == len(all_figures())
    assert list(choose_figures("delphi", None)) == [
        "first_solution",
        "two_days",
        "speeds",
        "links",
        "jump_tables",
        "mean_branching_8x8",
    ]
    assert list(choose_figures(None, "links")) == ["links"]
    assert choose_figures("known-counts", "links") == {}
    assert all(choose_figures(source, None) for source in SOURCES)


@pytest.mark.parametrize("full", [False, True])
def test_every_job_is_sound(full: bool) -> None:
    """Each specification passes the checks of a submission, and a name stands for one job only."""
    jobs: dict[str, object] = {}
    for table in TABLES.values():
        for name, specification in table.jobs(full).items():
            assert jobs.setdefault(name, specification) == specification
    for specification in jobs.values():
        parse_specification(specification)
