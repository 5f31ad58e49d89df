"""What a reproduction found: comparisons by table, as JSON and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from cli.reproduction.table import Pictures, Results, Table
from cli.reproduction.verdict import Comparison, Verdict, judge
from store.references.data_files import Figure, data_version

LONGEST_SHOWN = 40


@dataclass(frozen=True)
class TableReport:
    """A table's comparisons and pictures."""

    name: str
    comparisons: list[Comparison]
    pictures: Pictures

    @property
    def first(self) -> Figure:
        """Return a figure that tells source and meaning of the table."""
        return self.comparisons[0].figure

    @property
    def verdicts(self) -> dict[str, int]:
        """How many figures have each verdict."""
        found = Counter(comparison.verdict for comparison in self.comparisons)
        return {verdict: found[verdict] for verdict in get_args(Verdict) if found[verdict]}


def table_report(name: str, figures: list[Figure], table: Table | None, results: Results) -> TableReport:
    """Compare every figure of a table; without a way to compute it, or a job that failed, none is reproduced."""
    if table is None:
        return TableReport(name, [judge(figure, None, "nothing here recomputes it") for figure in figures], {})
    try:
        comparisons = [judge(figure, table.compute(figure, results), table.reason(figure)) for figure in figures]
        return TableReport(name, comparisons, table.pictures(results))
    except KeyError as error:
        return TableReport(name, [judge(figure, None, f"no result of job {error}") for figure in figures], {})


def report_document(reports: list[TableReport]) -> dict[str, Any]:
    """Return everything as a JSON object."""
    return {
        "references": data_version(),
        "verdicts": total(reports),
        "unexplained": [_row(one) for one in unexplained(reports)],
        "tables": [
            {
                "source": report.first.source,
                "table": report.name,
                "verdicts": report.verdicts,
                "figures": [_row(one) for one in report.comparisons],
            }
            for report in reports
        ],
    }


def total(reports: list[TableReport]) -> Mapping[str, int]:
    """Return the number of figures by verdict."""
    found: Counter[str] = Counter()
    for report in reports:
        found.update(report.verdicts)
    return dict(found)


def unexplained(reports: list[TableReport]) -> list[Comparison]:
    """Return the comparisons that the reference data do not foretell."""
    return [comparison for report in reports for comparison in report.comparisons if not comparison.explained]


def as_text(reports: list[TableReport]) -> Iterator[str]:
    """Yield lines: each table's verdicts, and below them the figures that are refuted."""
    for report in reports:
        counts = ", ".join(f"{count} {verdict}" for verdict, count in report.verdicts.items())
        yield f"{report.first.source} / {report.name}: {counts}"
        for comparison in report.comparisons:
            if comparison.verdict == "refuted":
                yield f"  refuted {place(comparison.figure)}: {told(comparison)}"
                if comparison.why:
                    yield f"      {comparison.why}"
        reasons = Counter(one.why for one in report.comparisons if one.verdict == "not reproduced")
        yield from (f"  not reproduced ({count}): {reason}" for reason, count in reasons.items())
    yield "in all: " + ", ".join(f"{count} {verdict}" for verdict, count in total(reports).items())
    surprises = unexplained(reports)
    yield f"unexplained: {len(surprises)}" + "".join(f"\n  {one.figure.key}: {told(one)}" for one in surprises)


def place(figure: Figure) -> str:
    """Return quantity and place of a figure in words."""
    parts = [f"{name} {_short(value)}" for name, value in figure.at.items()]
    return " ".join([figure.quantity, *([figure.board] if figure.board else []), *parts])


def told(comparison: Comparison) -> str:
    """Return what is printed and what was computed."""
    words = f"printed {_short(comparison.figure.value)}"
    if comparison.figure.error is not None:
        words += f" ± {comparison.figure.error:.3g}"
    if comparison.computed is not None:
        words += f", computed {_short(comparison.computed.value)}"
        if comparison.computed.error is not None:
            words += f" ± {comparison.computed.error:.3g}"
        words += f" ({comparison.computed.method})"
    if comparison.figure.right is not None:
        words += f", right is {_short(comparison.figure.right)}"
    return words + (f", z = {comparison.z:.2f}" if comparison.z is not None else "")


def _short(value: Any) -> str:  # noqa: ANN401  any printed value
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def _row(comparison: Comparison) -> dict[str, Any]:
    computed = comparison.computed
    return {
        "key": comparison.figure.key,
        "printed": comparison.figure.value,
        "printed_error": comparison.figure.error,
        "verdict": comparison.verdict,
        "computed": computed.value if computed else None,
        "computed_error": computed.error if computed else None,
        "method": computed.method if computed else None,
        "z": comparison.z,
        "right": comparison.figure.right,
        "why": comparison.why,
        "explained": comparison.explained,
    }
