"""`cavalier compare`: two jobs, or a job and published figures, side by side."""

from __future__ import annotations

from collections.abc import Iterator

import click

from cavalier.transport import Document, Transport
from cli.errors import nothing
from cli.options import print_json
from cli.output import phrase_quantity
from cli.service.connection import service_options
from cli.show.documents import console, listing, of_alike, print_whole, say
from drawing.amounts import amount
from drawing.numbers import group_digits, plus_minus
from language.formats import figures
from language.translate import gettext, gettext_noop, translate

WORDS = {True: gettext_noop("agrees"), False: gettext_noop("differs"), None: gettext_noop("not judged")}
MAX_SQUARES = 16
SQUARE_COLUMNS = [gettext_noop("square"), gettext_noop("first"), gettext_noop("second"), "z", ""]


@click.command(short_help="Compare two jobs, quantity by quantity.")
@click.argument("jobs", nargs=-1, required=True)
@click.option("--reference", "references", multiple=True, help="Key of a published figure; may be repeated.")
@click.option("--exact", is_flag=True, help="Also with the jobs that have counted the same completely.")
@service_options
def compare(
    *, jobs: tuple[str, ...], references: tuple[str, ...], exact: bool, client: Transport, as_json: bool
) -> None:
    """Compare the first of JOBS with each of the others and with each reference.

    Exact figures must be equal, estimates within four standard errors, square by square where both have figures by
    start square. A job that was paused and resumed and its uninterrupted twin have equal digests.
    """
    found = client.get("/compare", job=list(jobs), reference=list(references), exact=exact or None)
    if as_json:
        print_json(found)
    else:
        for item in found["items"]:
            _show(found["job"], item)
    if not found["items"]:
        raise nothing(f"other job that has counted completely what job {found['job']} asks")


def _show(job: str, item: Document) -> None:
    comparison, other = item["comparison"], item["job"] or item["reference"]
    rows = [
        (
            f"{phrase_quantity(row['quantity'])} ({translate(row['convention'])})",
            _figure(row["first"]),
            _figure(row["second"]),
            translate(row["words"].partition(",")[0]),
            "" if row["z"] is None else figures(f"{row['z']:+.2f}"),
            "" if row["relative"] is None else figures(f"{row['relative']:+.3%}"),
        )
        for row in comparison["figures"]
    ]
    out = console()
    print_whole(
        out,
        listing(
            gettext("%(job)s and %(other)s", job=job, other=other), ["", "first", "second", "", "z", "difference"], rows
        ),
    )
    for one in comparison["squares"]:
        print_whole(
            out, listing(f"{phrase_quantity(one['quantity'])} by start square", SQUARE_COLUMNS, list(_squares(one)))
        )
    for name, effort in zip((job, other), comparison["efforts"], strict=False):
        work, rate = amount(effort["work"], "unit of work"), effort["rate"]
        pace = "" if rate is None else gettext(", %(rate)s a CPU second", rate=figures(f"{rate:,.0f}"))
        out.print(f"{name}: {work}{pace}")
    say(out, comparison["verdict"])


def _squares(one: Document) -> Iterator[tuple[str, ...]]:
    """Yield the squares that differ, or all where there are few."""
    for row in one["rows"]:
        if row["agrees"] is False or len(one["rows"]) <= MAX_SQUARES:
            square = ",".join(map(str, row["square"])) + (of_alike(row["squares"]))
            z = "" if row["z"] is None else figures(f"{row['z']:+.2f}")
            yield square, _figure(row["first"]), _figure(row["second"]), z, translate(WORDS[row["agrees"]])


def _figure(figure: Document) -> str:
    exact, value = figure["exact"], figure["value"]
    return group_digits(value) if exact else plus_minus(value, figure["standard_error"] or 0.0)
