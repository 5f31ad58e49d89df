"""Every published table has a way to be reproduced or a reason why not."""

from __future__ import annotations

import pytest

from engine.kinds.parse import parse_specification
from findings.references.data_files import SOURCES, all_figures
from reproduction.registry import TABLES, choose_figures


def test_every_table_is_known() -> None:
    """No table of the data is left out, none is invented."""
    assert set(TABLES) == {figure.table for figure in all_figures()}


def test_choices() -> None:
    """A source or a table alone; together they must both hold."""
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
    """Each specification passes the checks of a submission; one name never means two jobs."""
    jobs: dict[str, object] = {}
    for table in TABLES.values():
        for name, specification in table.jobs(full).items():
            assert jobs.setdefault(name, specification) == specification
    for specification in jobs.values():
        parse_specification(specification)
