"""`cavalier reproduce`: the published tables, recomputed and compared figure by figure."""

from __future__ import annotations

from pathlib import Path

import click

from cli.errors import FAILED, INTERRUPTED, problem
from cli.options import FILE, json_option, print_json
from cli.output import echo_message
from cli.processes.embedded_service import some_service, where_option
from cli.reproduction.page import html_page
from cli.reproduction.session import run_jobs
from cli.service.connection import service
from findings.references.data_files import SOURCES, data_version
from reproduction.registry import TABLES, choose_figures
from reproduction.report import TableReport, as_text, find_unexplained, report_document, table_report
from reproduction.table import Results, Specification


@click.command(short_help="Recompute the published tables and compare figure by figure.")
@click.option("--source", type=click.Choice(SOURCES), help="Only the tables of this source.")
@click.option("--table", help="Only this table.")
@click.option("--quick/--full", "quick", default=True, show_default=True, help="Minutes, or as far as methods reach.")
@click.option("--html", type=FILE, help="Write a report with pictures here.")
@where_option
@json_option
def reproduce(  # noqa: PLR0913  one parameter per option
    *,
    source: str | None,
    table: str | None,
    quick: bool,
    html: Path | None,
    url: str | None,
    token: str | None,
    data: Path,
    threads: int | None,
    as_json: bool,
) -> None:
    """Recompute the published tables and say of each figure: equal, within error, implied, refuted, or not reproduced.

    The work is ordinary jobs, which a service of our own runs in the data folder, or the one at --url. Jobs that have
    finished before are not run again, and Ctrl-C loses nothing: the same command goes on. Exit code 1 where a verdict
    is not the one that the reference data foretell.
    """
    figures = choose_figures(source, table)
    if not figures:
        raise problem("Not found", f"no source has a table {table!r}", status=422)
    jobs = _jobs(list(figures), quick=quick)
    try:
        with some_service(url, data, threads) as address, service(address, token) as client:
            results = run_jobs(client, jobs)
    except KeyboardInterrupt:
        echo_message("the same command goes on from here", err=True)
        raise SystemExit(INTERRUPTED) from None
    reports = [table_report(name, rows, TABLES.get(name), results, full=not quick) for name, rows in figures.items()]
    _write(reports, results, html, quick=quick, as_json=as_json)
    if find_unexplained(reports):
        raise SystemExit(FAILED)


def _jobs(tables: list[str], *, quick: bool) -> dict[str, Specification]:
    return {
        name: specification
        for table in tables
        if table in TABLES
        for name, specification in TABLES[table].jobs(not quick).items()
    }


def _write(reports: list[TableReport], results: Results, html: Path | None, *, quick: bool, as_json: bool) -> None:
    if html is not None:
        run = "quick" if quick else "full"
        html.write_text(html_page(reports, f"A {run} run; reference data {data_version()}."), encoding="utf-8")
    if as_json:
        print_json(report_document(reports, results))
    else:
        for line in as_text(reports):
            click.echo(line)
