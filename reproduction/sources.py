"""The sources, and the verdicts on their figures: by jobs of this database, else by the recorded run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.kinds.parse import parse_problem
from findings.references.data_files import FOLDER, SOURCES
from findings.results.result_document import result_documents
from reproduction.recorded_results import load_recorded
from reproduction.registry import TABLES, choose_figures
from reproduction.report import by_verdict, compare
from reproduction.table import Pictures, Specification, Table
from reproduction.verdict import Comparison
from store.models.jobs import KEPT, Job
from store.models.states import JobState

Origin = Literal["jobs", "record"]
MAX_CACHED = 256


@dataclass(frozen=True)
class Source:
    """A published document: what it is, and what it says."""

    name: str
    title: str
    language: str
    year: int | None
    about: str


@dataclass(frozen=True)
class SourceJob:
    """A job that a table needs, in a full run and in a quick one, and the newest such job of this database.

    quick: None where a quick run has no other. job: its public id, None where there is none. state: of that job.
    """

    name: str
    specification: Specification
    quick: Specification | None
    job: str | None = None
    state: str | None = None

    @property
    def shortest(self) -> Specification:
        """The specification that takes the least time."""
        return self.quick or self.specification


@dataclass(frozen=True)
class SourceFigure:
    """A figure with its verdict. origin: jobs here, or the recorded run. jobs: the names of the jobs behind it."""

    comparison: Comparison
    origin: Origin
    jobs: tuple[str, ...]


@dataclass(frozen=True)
class SourceTable:
    """A table of a source, figure by figure."""

    name: str
    figures: list[SourceFigure]
    jobs: list[SourceJob]

    @property
    def comparisons(self) -> list[Comparison]:
        """The comparisons in the order of print."""
        return [one.comparison for one in self.figures]

    @property
    def verdicts(self) -> dict[str, int]:
        """How many figures have each verdict."""
        return by_verdict(self.comparisons)

    @cached_property
    def pictures(self) -> Pictures:
        """Pictures: SVG documents by title."""
        drawn: Pictures = TABLES[self.name].pictures(self.comparisons)
        return drawn


@cache
def all_sources() -> Mapping[str, Source]:
    """Return the sources by name, in the order of all listings."""
    found = {}
    for name in SOURCES:
        document = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        found[name] = Source(name, document["title"], document["language"], document["year"], document["about"])
    return found


def source_tables(session: Session, source: str, table: str | None = None) -> list[SourceTable]:
    """Return the tables of a source, or the one that is named, none where it has no such table."""
    return tables_of(session, {source: list(choose_figures(source, table))})[source]


def tables_of_all(session: Session) -> dict[str, list[SourceTable]]:
    """Return the tables of every source, by its name: as many queries as for one."""
    return tables_of(session, {source: list(choose_figures(source, None)) for source in all_sources()})


def tables_of(session: Session, names: Mapping[str, Sequence[str]]) -> dict[str, list[SourceTable]]:
    """Return tables by their sources and names; all results of finished jobs are read at once."""
    tables = [(source, name) for source, found in names.items() for name in found]
    newest = _newest(
        session, {print_ for _, name in tables for job in _required_jobs(name) for print_ in job.fingerprints}
    )
    known = {name: _best_jobs(name, newest) for _, name in tables}
    live = _live(session, {(source, name): _succeeded_jobs(known[name]) for source, name in tables})
    return {
        source: [_table(source, name, known[name], live[source, name]) for name in found]
        for source, found in names.items()
    }


_Jobs = Mapping[str, Job | None]


@dataclass(frozen=True)
class _RequiredJob:
    """A job that a table asks for; fingerprints: of the full run's specification, then of the quick one's."""

    job: SourceJob
    fingerprints: tuple[str, ...]


@cache
def _required_jobs(table: str) -> tuple[_RequiredJob, ...]:
    full, quick = (TABLES[table].jobs(kind) for kind in (True, False))
    found = []
    for name, specification in (quick | full).items():
        other = quick.get(name)
        job = SourceJob(name, specification, other if other != specification else None)
        prints = [parse_problem(one).fingerprint for one in (specification, *([job.quick] if job.quick else []))]
        found.append(_RequiredJob(job, tuple(prints)))
    return tuple(found)


def _newest(session: Session, fingerprints: Iterable[str]) -> Mapping[str, Job]:
    """Return, by fingerprint, the newest job of each that was not cancelled and has not failed; finished ones first."""
    required = select(Job).where(
        Job.fingerprint.in_(sorted(fingerprints)), Job.state.not_in([JobState.FAILED, JobState.CANCELLED]), KEPT
    )
    jobs = sorted(session.scalars(required), key=lambda job: (job.state == JobState.SUCCEEDED, job.id))
    return {job.fingerprint: job for job in jobs}


def _best_jobs(name: str, newest: Mapping[str, Job]) -> _Jobs:
    """Return the best existing job for each that a table asks for."""
    return {
        one.job.name: _best([newest[print_] for print_ in one.fingerprints if print_ in newest])
        for one in _required_jobs(name)
    }


def _succeeded_jobs(known: _Jobs) -> dict[str, Job]:
    return {key: job for key, job in known.items() if job is not None and job.state == JobState.SUCCEEDED}


def _table(source: str, name: str, known: _Jobs, live: Mapping[str, Comparison]) -> SourceTable:
    required = _required_jobs(name)
    rows = [
        SourceJob(one.job.name, one.job.specification, one.job.quick, job.public_id, str(job.state)) if job else one.job
        for one in required
        for job in [known[one.job.name]]
    ]
    table = TABLES[name]
    specifications = {one.job.name: one.job.specification for one in required}
    figures = [
        _figure(table, load_recorded()[figure.key], live.get(figure.key), specifications)
        for figure in choose_figures(source, name)[name]
    ]
    return SourceTable(name, figures, rows)


def _best(jobs: list[Job]) -> Job | None:
    """Return the full run's job where it is finished, else any that is, else the first."""
    return next((job for job in jobs if job.state == JobState.SUCCEEDED), jobs[0] if jobs else None)


def _figure(
    table: Table, kept: Comparison, live: Comparison | None, specifications: Mapping[str, Specification]
) -> SourceFigure:
    names = tuple(table.names(kept.figure, specifications))
    return SourceFigure(live or kept, "jobs" if live else "record", names)


_Key = tuple[str, str, tuple[tuple[str, str], ...]]
_KEPT: dict[_Key, Mapping[str, Comparison]] = {}
"""Comparisons by the finished jobs that they come from, which do not change."""


def _key(source: str, name: str, jobs: Mapping[str, Job]) -> _Key:
    return source, name, tuple(sorted((one, f"{job.public_id} {job.finished_at}") for one, job in jobs.items()))


def _live(
    session: Session, tables: Mapping[tuple[str, str], Mapping[str, Job]]
) -> dict[tuple[str, str], Mapping[str, Comparison]]:
    """Return comparisons with finished jobs, by table and figure key; without figures that need other jobs as well."""
    keys = {table: _key(*table, jobs) for table, jobs in tables.items()}
    compared_tables = {table: _KEPT[key] for table, key in keys.items() if key in _KEPT}
    unknown = [table for table in tables if table not in compared_tables]
    documents = result_documents(session, {job for table in unknown for job in tables[table].values()})
    for source, name in unknown:
        results = {one: documents[job.id] for one, job in tables[source, name].items()}
        compared_tables[source, name] = _compare_table(source, name, results)
    if len(_KEPT) + len(unknown) > MAX_CACHED:
        _KEPT.clear()
    _KEPT.update({keys[table]: compared_tables[table] for table in unknown})
    return compared_tables


def _compare_table(source: str, name: str, results: Mapping[str, dict[str, object]]) -> Mapping[str, Comparison]:
    if not results:
        return {}
    table = TABLES[name]
    found = [compare(figure, table, results) for figure in choose_figures(source, name)[name]]
    return {one.figure.key: one for one in found if one.computed is not None and _complete(table, one, results, name)}


def _complete(table: Table, comparison: Comparison, results: Mapping[str, object], name: str) -> bool:
    required = {one.job.name: one.job.specification for one in _required_jobs(name)}
    names = set(table.names(comparison.figure, required))
    return bool(names) and names <= set(results)
