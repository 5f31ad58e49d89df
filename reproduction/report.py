"""The report of a reproduction: comparisons by table, as JSON and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import get_args

from findings.references.data_files import Figure, data_version
from phrasing.published import published_name, published_place
from reproduction.table import Pictures, Results, Specification, Table
from reproduction.verdict import Comparison, Verdict, judge

MAX_LENGTH = 40
NOTHING = "nothing here recomputes it"


@dataclass(frozen=True)
class TableReport:
    """A table's comparisons, and the jobs that it asks for, by name."""

    name: str
    comparisons: list[Comparison]
    table: Table | None
    jobs: Mapping[str, Specification]

    @property
    def first(self) -> Figure:
        """Return a figure that names the table's source and meaning."""
        return self.comparisons[0].figure

    @property
    def pictures(self) -> Pictures:
        """Return the pictures, drawn from the comparisons."""
        return {} if self.table is None else self.table.pictures(self.comparisons)

    @property
    def verdicts(self) -> dict[str, int]:
        """How many figures have each verdict."""
        return by_verdict(self.comparisons)

    def names(self, figure: Figure) -> list[str]:
        """Return the names of the jobs that a figure comes from."""
        return [] if self.table is None else self.table.names(figure, self.jobs)


def table_report(name: str, figures: list[Figure], table: Table | None, results: Results, *, full: bool) -> TableReport:
    """Compare every figure of a table; a figure is not reproduced without a method, or if its job failed."""
    if table is None:
        return TableReport(name, [judge(figure, None, NOTHING) for figure in figures], None, {})
    return TableReport(name, [compare(figure, table, results) for figure in figures], table, table.jobs(full))


def compare(figure: Figure, table: Table, results: Results) -> Comparison:
    """Compare a figure with its value from the results."""
    try:
        return judge(figure, table.compute(figure, results), table.reason(figure))
    except KeyError as error:
        return judge(figure, None, f"no result of job {error}")


def report_document(reports: list[TableReport], results: Results) -> dict[str, object]:
    """Return everything as a JSON object. jobs: by name, `id` null where the job has no result."""
    return {
        "references": data_version(),
        "verdicts": total(reports),
        "unexplained": [_row(report, one) for report, one in find_unexplained(reports)],
        "jobs": {
            name: {"id": results[name]["job"]["id"] if name in results else None, "specification": specification}
            for report in reports
            for name, specification in report.jobs.items()
        },
        "tables": [
            {
                "source": report.first.source,
                "table": report.name,
                "verdicts": report.verdicts,
                "figures": [_row(report, one) for one in report.comparisons],
            }
            for report in reports
        ],
    }


def by_verdict(comparisons: list[Comparison]) -> dict[str, int]:
    """Return the number of figures by verdict, in the order of the verdicts."""
    found = Counter(comparison.verdict for comparison in comparisons)
    return {verdict: found[verdict] for verdict in get_args(Verdict) if found[verdict]}


def total(reports: list[TableReport]) -> dict[str, int]:
    """Return the number of figures by verdict."""
    return by_verdict([comparison for report in reports for comparison in report.comparisons])


def find_unexplained(reports: list[TableReport]) -> list[tuple[TableReport, Comparison]]:
    """Return the comparisons with unexpected verdicts, with their tables."""
    return [(report, one) for report in reports for one in report.comparisons if not one.is_explained]


def as_text(reports: list[TableReport]) -> Iterator[str]:
    """Yield lines: each table's verdicts, and below them the figures that are refuted."""
    for report in reports:
        counts = ", ".join(f"{count} {verdict}" for verdict, count in report.verdicts.items())
        yield f"{report.first.source} / {report.name}: {counts}"
        for comparison in report.comparisons:
            if comparison.verdict == "refuted":
                yield f"  refuted {place(comparison.figure)}: {describe(comparison)}"
                if comparison.why:
                    yield f"      {comparison.why}"
        reasons = Counter(one.why for one in report.comparisons if one.verdict == "not reproduced")
        yield from (f"  not reproduced ({count}): {reason}" for reason, count in reasons.items())
    yield "in all: " + ", ".join(f"{count} {verdict}" for verdict, count in total(reports).items())
    surprises = find_unexplained(reports)
    yield f"unexplained: {len(surprises)}" + "".join(f"\n  {one.figure.key}: {describe(one)}" for _, one in surprises)


def place(figure: Figure) -> str:
    """Return quantity and place of a figure in words of the current language."""
    parts = [published_place(name, shorten(value)) for name, value in figure.at.items()]
    return " ".join([published_name(figure.quantity), *([figure.board] if figure.board else []), *parts])


def describe(comparison: Comparison) -> str:
    """Return what is printed and what was computed."""
    words = f"printed {shorten(comparison.figure.value)}"
    if comparison.figure.error is not None:
        words += f" ± {comparison.figure.error:.3g}"
    if comparison.computed is not None:
        words += f", computed {shorten(comparison.computed.value)}"
        if comparison.computed.error is not None:
            words += f" ± {comparison.computed.error:.3g}"
        words += f" ({comparison.computed.method})"
    if comparison.figure.right is not None:
        words += f", right is {shorten(comparison.figure.right)}"
    return words + (f", z = {comparison.z:.2f}" if comparison.z is not None else "")


def shorten(value: object) -> str:
    """Return a value as text, cut to MAX_LENGTH characters and dots."""
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return text if len(text) <= MAX_LENGTH else f"{text[:MAX_LENGTH]}..."


def _row(report: TableReport, comparison: Comparison) -> dict[str, object]:
    computed = comparison.computed
    return {
        "key": comparison.figure.key,
        "printed": comparison.figure.value,
        "printed_error": comparison.figure.error,
        "verdict": comparison.verdict,
        "computed": computed.value if computed else None,
        "computed_error": computed.error if computed else None,
        "method": computed.method if computed else None,
        "detail": computed.detail if computed else None,
        "z": comparison.z,
        "right": comparison.figure.right,
        "why": comparison.why,
        "explained": comparison.is_explained,
        "jobs": report.names(comparison.figure),
    }
