"""The report of the recorded reproduction and the pictures of its page, written before pages are read."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx

from cli.reproduction.page import html_page
from drawing.charts import with_rules
from findings.references.data_files import data_version
from reproduction.recorded_results import load_recorded
from reproduction.registry import TABLES, choose_figures
from reproduction.report import TableReport, as_text

PICTURES = {
    "printed-tours-by-start": ("estimates_8x8", "Tours from a square"),
    "walks-for-each-tour": ("third_family_8x8", "Walks for each tour"),
    "warnsdorff-tours-by-start": ("warnsdorff_tree_8x8", "Tours by Warnsdorff's rule, by start square"),
    "fewest-moves-cube": ("cube_4x4x4", "Fewest moves of the (1,2,3)-leaper from a corner of 4x4x4, layer by layer"),
}
"""The pictures that the page shows: the table and the title of each."""


def recorded_reports() -> list[TableReport]:
    """Return the reports of all tables, as the recorded run gave them."""
    found, tables = load_recorded(), choose_figures(None, None)
    return [
        TableReport(name, [found[figure.key] for figure in figures], TABLES.get(name), {})
        for name, figures in tables.items()
    ]


def write_report(app: Sphinx) -> None:
    """Write the report as HTML and as text, and the pictures.

    Unchanged files are not rewritten, so that concurrent builds do not disturb each other.
    """
    reports = recorded_reports()
    files = {
        "reproduction.html": html_page(reports, f"A full run; reference data {data_version()}."),
        "reproduction.txt": "".join(f"{line}\n" for line in as_text(reports)),
    }
    pictures = {report.name: report.pictures for report in reports}
    for name, (table, title) in PICTURES.items():
        files[f"images/reproduction/{name}.svg"] = with_rules(pictures[table][title]) + "\n"
    for name, content in files.items():
        path = Path(app.srcdir) / name
        path.parent.mkdir(exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            path.write_text(content, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the writing of the report, at the start of the build, with Sphinx."""
    app.connect("builder-inited", write_report)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
