"""The quick run, without its longest job: each figure is derived from the results by the rule of its table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import select

from engine.kinds.admission import plan_now
from engine.kinds.parse import parse_problem
from findings.references.data_files import all_figures
from findings.results.result_document import result_documents
from reproduction.recorded_results import load_recorded
from reproduction.registry import TABLES, choose_figures
from reproduction.report import as_text, describe, find_unexplained, table_report, total
from reproduction.verdict import AGREEING
from store.database.db import open_database
from store.jobs.lifecycle import submit
from store.models.jobs import Job
from store.settings import Settings
from tests.store.real_jobs import run_all

LONGEST = "tour 777"
"""585,340,667 leaves."""

FEWER_WALKS = 200_000
"""Walks of populations, which take most of the time."""

LACKING = {
    "backtrack_8x8_from_corner": 7, "common_moves_8x8": 3, "two_days": 2, "uniform_random_walk_8x8": 3,
    "third_family_8x8": 35, "walk_reckoning_8x8": 7,
    "cycles": 12, "paths": 7, "cycles_sampled": 3, "paths_sampled": 2, "unknown": 2,
    "cycle_classes": 4, "path_diagrams": 1, "uncrossed": 3,
}  # fmt: skip
"""The number of figures per table that only the full run has, because these jobs are too short."""


@pytest.fixture(autouse=True)
def toy_kind() -> None:
    """Keep the registries unchanged: here every kind does its own work."""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory, sqlite_template: bytes) -> Mapping[str, Mapping[str, Any]]:
    """Return the result documents by job name, after running all jobs on one database."""
    jobs = {name: job for table in TABLES.values() for name, job in table.jobs(False).items() if name != LONGEST}
    data = tmp_path_factory.mktemp("quick")
    (data / "cavalier.sqlite").write_bytes(sqlite_template)
    database = open_database(Settings(data=data))
    with pytest.MonkeyPatch.context() as patch, database.writing() as session:
        patch.setattr("engine.kinds.admission.plans_at_once", lambda _: True)
        for name, job in jobs.items():
            fewer = {"budget": {"walks": FEWER_WALKS}} if job.get("method") == "smc" else {}
            submit(session, plan_now(parse_problem(job | fewer | {"label": name})))
    run_all(database, 5.0, 1000)
    with database.reading() as session:
        rows = session.scalars(select(Job)).all()
        documents = result_documents(session, rows)
        found = {str(row.label): documents[row.id] for row in rows}
    database.close()
    return found


@pytest.mark.parametrize("name", TABLES)
def test_it_says_what_the_record_says(name: str, results: Mapping[str, Mapping[str, Any]]) -> None:
    """Exact figures equal those of the full run; measured ones get an agreeing verdict or the recorded one."""
    report = table_report(name, choose_figures(None, name)[name], TABLES[name], results, full=False)
    lacking = 0
    for one in report.comparisons:
        kept = load_recorded()[one.figure.key]
        if one.computed is None:
            lacking += kept.computed is not None
        elif one.computed.error is None:
            assert kept.computed is not None
            assert (one.verdict, one.computed.value) == (kept.verdict, kept.computed.value), one.figure.key
        else:
            assert one.verdict in (*AGREEING, kept.verdict), one.figure.key
    assert lacking == LACKING.get(name, 0)
    assert find_unexplained([report]) == []


def test_every_verdict_is_told(results: Mapping[str, Mapping[str, Any]]) -> None:
    """Every verdict has its line, all add up, refuted figures have a finding and missing ones a reason."""
    reports = [
        table_report(name, rows, TABLES[name], results, full=False) for name, rows in choose_figures(None, None).items()
    ]
    *lines, last = as_text(reports)
    assert last == "unexplained: 0"
    assert lines[-1] == "in all: " + ", ".join(f"{count} {verdict}" for verdict, count in total(reports).items())
    assert sum(total(reports).values()) == len(all_figures())
    refuted = [one for report in reports for one in report.comparisons if one.verdict == "refuted"]
    assert sum(line.startswith("  refuted ") for line in lines) == len(refuted)
    assert {f"      {one.why}" for one in refuted} <= set(lines)
    assert f"  not reproduced (7): no result of job '{LONGEST}'" in lines


def test_a_job_that_gave_another_figure_is_told(results: Mapping[str, Mapping[str, Any]]) -> None:
    """An unexpected count is reported as refuted; an unknown table is not reproduced."""
    wrong = dict(results["5x5"]) | {"squares": [row | {"tours": "305"} for row in results["5x5"]["squares"]]}
    figures = choose_figures(None, "paths_by_start_5x5")["paths_by_start_5x5"]
    report = table_report("t", figures, TABLES["paths_by_start_5x5"], {**results, "5x5": wrong}, full=False)
    assert {one.verdict for _, one in find_unexplained([report])} == {"refuted"}
    assert list(as_text([report]))[-1].splitlines()[-1] == f"  {figures[-1].key}: {describe(report.comparisons[-1])}"
    assert table_report("t", figures, None, results, full=False).verdicts == {"not reproduced": len(figures)}
