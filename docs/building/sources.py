"""Pages of the published documents: the content of each, its experiments as jobs, and the verdicts on its figures.

A page names its document by the directive `published`, and is made of the data that the reproduction reads: the figures
as printed, the jobs that recompute them, and the recorded run.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlencode

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from api.submission.form import fill_form
from findings.references.data_files import Figure
from reproduction.recorded_results import load_recorded
from reproduction.registry import TABLES, choose_figures
from reproduction.report import by_verdict, place, shorten
from reproduction.sources import all_sources
from reproduction.table import Specification
from reproduction.verdict import Comparison

from .tables import table

MOST_JOBS = 3
"""Jobs shown of a table; its page on the service has all."""

MOST_REFUTED = 6


class Published(SphinxDirective):
    """A directive for a document, table by table: its argument is the name, its content further text."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the nodes of the page, read at every build: data and methods may have changed."""
        self.env.note_reread()
        name = self.arguments[0]
        figures = choose_figures(name, None)
        found = self.parse_text_to_nodes("\n".join(_head(name, figures, self.content)))
        page = f"/sources/{name}"
        found.append(_linked("On a service ", page, page, " has every figure, with buttons that run its jobs."))
        for one, printed in figures.items():
            section = nodes.section(ids=[nodes.make_id(one)])
            section += nodes.title("", one.replace("_", " ").capitalize())
            section += self.parse_text_to_nodes("\n".join(_table(one, printed)))
            section += self._jobs(name, one)
            found.append(section)
        return found

    def _jobs(self, source: str, name: str) -> list[nodes.Node]:
        """Return the jobs of a table, each as a specification and as a form that is filled in."""
        jobs = _asked(name)
        found: list[nodes.Node] = []
        for job, specification in list(jobs.items())[:MOST_JOBS]:
            form = _address(specification)
            words = (job[0].upper() + job[1:]).replace("_", " ")
            found.append(_linked(f"{words}, as ", form, "a form that is filled in", ", or to be copied:"))
            found += self.parse_text_to_nodes(f"```json\n{json.dumps(specification)}\n```")
        if len(jobs) > MOST_JOBS:
            page = f"/sources/{source}/{name}#{name}-jobs"
            found.append(_linked("", page, f"{len(jobs) - MOST_JOBS} jobs more", " of this table, on the service."))
        return found


def _address(specification: Specification) -> str:
    """Return the address of the form, filled in."""
    form = [("kind", str(specification["kind"])), *fill_form(specification).items(multi=True)]
    return f"/submit?{urlencode(form)}"


def _linked(before: str, address: str, words: str, after: str) -> nodes.paragraph:
    """Return a sentence with a link to a page of the service."""
    link = nodes.reference("", words, refuri=address, internal=True)
    return nodes.paragraph("", "", nodes.Text(before), link, nodes.Text(after))


def _asked(name: str) -> Mapping[str, Specification]:
    """Return the jobs of a table in the shorter run, and those that only the full run has."""
    known = TABLES.get(name)
    return {} if known is None else known.jobs(True) | known.jobs(False)


def _head(name: str, figures: Mapping[str, list[Figure]], more: Iterable[str]) -> Iterator[str]:
    source = all_sources()[name]
    found = _recorded(figure for one in figures.values() for figure in one)
    yield f"{source.about}"
    yield ""
    yield from more
    yield ""
    yield f"Of its {len(found)} figures in {len(figures)} tables the recorded run found {_verdicts(found)}"
    yield "([what these words mean](../reproduction.md#verdicts)). This command recomputes them in minutes,"
    yield "with `--full` as far as the methods reach:"
    yield ""
    yield f"    cavalier reproduce --source {name}"
    yield ""


def _table(name: str, figures: list[Figure]) -> Iterator[str]:
    found = _recorded(figures)
    what = figures[0].what
    yield f"{what[0].upper()}{what[1:]}."
    yield ""
    yield f"{_verdicts(found).capitalize()}."
    yield ""
    if _asked(name):
        yield f"    cavalier reproduce --source {figures[0].source} --table {name}"
        yield ""
    refuted = [one for one in found if one.verdict == "refuted"]
    for reason in dict.fromkeys(one.why for one in refuted):
        rows = [_row(one) for one in refuted if one.why == reason]
        yield f"Refuted ({len(rows)}): {reason or 'the result differs'}."
        yield ""
        yield from table(("figure", "printed", "computed here"), rows[:MOST_REFUTED])
        if len(rows) > MOST_REFUTED:
            yield f"And {len(rows) - MOST_REFUTED} more."
            yield ""
    for reason, number in Counter(one.why for one in found if one.verdict == "not reproduced").items():
        yield f"Not reproduced ({number}): {reason}."
        yield ""


def _row(one: Comparison) -> tuple[str, str, str]:
    computed = one.computed
    assert computed is not None
    ours = f"{_value(computed.value, computed.error)} ({computed.method})"
    return place(one.figure).replace("_", " "), _value(one.figure.value, one.figure.error), ours


def _value(value: object, error: float | None) -> str:
    return shorten(value) + (f" ± {error:.2g}" if error is not None else "")


def _recorded(figures: Iterable[Figure]) -> list[Comparison]:
    return [load_recorded()[figure.key] for figure in figures]


def _verdicts(found: list[Comparison]) -> str:
    return ", ".join(f"{number} {verdict}" for verdict, number in by_verdict(found).items())


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive with Sphinx."""
    app.add_directive("published", Published)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
