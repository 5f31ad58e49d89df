"""Documents as tables for people. Machines use --json."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from cli.output import phrase_quantity, with_subject
from cli.show.board_table import square_tables
from drawing.amounts import amount
from drawing.features import describe_census, describe_extreme, describe_moves, within
from drawing.numbers import duration, group_digits, percent, plus_minus, power_of_ten, significant
from language.formats import figures
from language.translate import gettext, gettext_noop, translate

MAX_ROWS = 100
"""Longer lists end with a line that says how many rows were left out."""

MAX_SQUARES = 100
"""Longer tours are shown by their beginning and end."""

MAX_WIDTH = 100_000
MIN_COLUMNS = 2

Document = Mapping[str, Any]


def console() -> Console:
    """Return the console on standard output; soft wrap keeps long paths in one line for copying."""
    return Console(highlight=False, soft_wrap=True)


def show_job(out: Console, job: Document) -> None:
    """Print what a job asks and where it stands, in few lines."""
    if job.get("label"):
        say(out, job["label"])
    say(out, job["title"])
    progress = job["progress"]
    shards = gettext_noop(f"{progress['finished_shards']} of {amount(progress['shards'], 'shard')} finished")
    facts = [job["state"], job.get("method"), shards]
    ended = job["state"] in {"succeeded", "cancelled", "failed"}
    if not ended:
        facts.append(gettext_noop(f"about {percent(progress['estimated_fraction'])} done"))
    used = gettext_noop(f"{duration(progress['cpu_seconds'])} of processor time")
    facts += [used, gettext("job %(id)s", id=job["id"])]
    say(out, ", ".join(translate(fact) for fact in facts if fact))
    advice = None if ended else job.get("explanation")
    for reason in advice, (job.get("waiting", {}) or {}).get("remedy"), (job.get("problem") or {}).get("detail"):
        if reason:
            say(out, reason)
    if job.get("adoption"):
        say(out, adoption_words(job))


def adoption_words(job: Document) -> str:
    """Return how far the adoption of a job is, in words."""
    asked = job["adoption"]
    if asked is None:
        return translate(gettext_noop(f"is computed by the code {job['engine']}"))
    done = gettext_noop(f"{asked['equal']} of {amount(asked['shards'], 'shard')} gave the same again")
    if asked["state"] == "checking":
        return translate(gettext_noop(f"is being checked for the code {asked['engine']}: {done}"))
    why = map(translate, [*asked["different"], *asked["unknown"]])
    return "; ".join([translate(gettext_noop(f"not adopted by the code {asked['engine']}: {done}")), *why])


def show_result(out: Console, result: Document) -> None:
    """Print every part that a result document has."""
    if result.get("job", {}).get("title"):
        say(out, result["job"]["title"])
    if result.get("job", {}).get("answer"):
        say(out, result["job"]["answer"])
    elif result.get("job", {}).get("explanation"):
        say(out, with_subject(translate(result["job"]["outcome"]), result["job"]["explanation"]))
    for part, tabulate in PARTS.items():
        if result.get(part):
            show = Console.print if part == "tours" else print_whole
            show(out, tabulate(result[part]))
    _show_doubts(out, [*(result.get("estimates") or []), *(result.get("large_estimates") or [])])
    for table in square_tables(result.get("squares") or [], width=out.width if out.is_terminal else None):
        print_whole(out, table)
    _show_extra(out, result.get("extra") or {})


def _show_extra(out: Console, extra: Document) -> None:
    """Print the parts that only some kinds have: those with a table as tables, the rest as JSON."""
    for part, tabulate in EXTRAS.items():
        if extra.get(part):
            out.print(tabulate(extra[part]))
    rest = {name: value for name, value in extra.items() if name not in EXTRAS}
    if rest:
        out.print(_json(rest), markup=False, emoji=False, soft_wrap=True)


def _json(value: object) -> str:
    """Return JSON whose innermost lists stand on one line each."""
    return INNERMOST.sub(lambda row: f"[{', '.join(map(str.strip, row[1].split(',')))}]", json.dumps(value, indent=2))


def _show_doubts(out: Console, estimates: Sequence[Document]) -> None:
    """Print how heavy the heaviest samples are, how far two kinds of error are apart, and all warnings."""
    doubtful = [item for item in estimates if "largest_share" in item]
    if doubtful:
        print_whole(out, _signs(doubtful))
    for item in estimates:
        name = phrase_quantity(item["quantity"])
        for warning in item.get("warnings", []):
            if "square" in item:
                where = _squares_like(item)
                say(out, f"warning: {name} from {where} by {item['estimator']}: {warning}")
            else:
                say(out, f"warning: {name} by {item['estimator']}: {warning}")


def print_whole(out: Console, table: Table, *, words_last: bool = False) -> None:
    """Print a table of figures at its natural width: a figure that is cut to fit the screen would be a wrong one.

    On a terminal that is too narrow the last columns are left out, and named; with `words_last`, the words of the last
    column are wrapped instead.
    """
    if words_last and out.is_terminal:
        for column in table.columns[:-1]:
            column.no_wrap = True
        out.print(table, soft_wrap=False)
        return
    left_out: list[str] = []
    while out.is_terminal and _natural_width(out, table) > out.width and len(table.columns) > MIN_COLUMNS:
        left_out.insert(0, str(table.columns.pop().header))
    if names := ", ".join(filter(None, left_out)):
        table.caption = gettext("not shown here: %(names)s; --json has everything", names=names)
        table.caption_justify = "left"
    before = out.width
    out.width = max(out.width, _natural_width(out, table))
    out.print(table, soft_wrap=False)
    out.width = before


def _natural_width(out: Console, table: Table) -> int:
    return Measurement.get(out, out.options.update(width=MAX_WIDTH), table).maximum


def say(out: Console, text: str) -> None:
    """Print a sentence that was made in English, on a terminal in lines that end between words; elsewhere in one."""
    out.print(translate(text), markup=False, soft_wrap=not out.is_terminal)


def square_text(square: Sequence[int]) -> str:
    """Return a square's coordinates as in "3,5"."""
    return ",".join(map(str, square))


def listing(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    """Return a table of the first rows; title and heads are in the current language, cells stand as they are."""
    title = translate(title)
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, min_width=len(title))
    for column in columns:
        table.add_column(translate(column))
    rows = list(rows)
    for row in rows[:MAX_ROWS]:
        table.add_row(*("" if cell is None else str(cell) for cell in row))
    if len(rows) > MAX_ROWS:
        table.caption = gettext("and %(number)s more", number=len(rows) - MAX_ROWS)
        table.min_width = max(table.min_width or 0, len(table.caption))
    return table


def _counts(counts: Sequence[Document]) -> Table:
    rows = [
        (
            phrase_quantity(count["quantity"]),
            translate(count["convention"]),
            group_digits(count["value"]),
            gettext("exact"),
            count["method"],
        )
        for count in counts
    ]
    return listing("counts", ["quantity", "convention", "value", "", "method"], rows)


def _estimates(estimates: Sequence[Document]) -> Table:
    biased = gettext(" (biased)")
    columns = {
        gettext_noop("quantity"): [phrase_quantity(item["quantity"]) for item in estimates],
        gettext_noop("from"): [_squares_like(item) for item in estimates],
        gettext_noop("convention"): [translate(item["convention"]) for item in estimates],
        gettext_noop("value"): [plus_minus(item["value"], item["standard_error"]) for item in estimates],
        gettext_noop("estimator"): [
            item["estimator"] + ("" if item.get("unbiased", True) else biased) for item in estimates
        ],
        gettext_noop("samples"): [figures(f"{item['samples']:,}") for item in estimates],
    }
    return _drop_empty_columns(gettext_noop("estimates (± one standard error)"), columns)


def _large_estimates(estimates: Sequence[Document]) -> Table:
    rows = [
        (
            phrase_quantity(item["quantity"]),
            _squares_like(item),
            translate(item["convention"]),
            power_of_ten(item["log10"], item["relative_error"]),
            item["estimator"],
            figures(f"{item['samples']:,}"),
        )
        for item in estimates
    ]
    columns = ["quantity", "from", "convention", "value", "estimator", "samples"]
    return listing("estimates beyond the range of floats (± one standard error)", columns, rows)


def _signs(estimates: Sequence[Document]) -> Table:
    """Return the table that shows whether errors can be trusted, without empty columns."""
    columns = {
        gettext_noop("quantity"): [phrase_quantity(item["quantity"]) for item in estimates],
        gettext_noop("estimator"): [item["estimator"] for item in estimates],
        gettext_noop("effective samples"): [_show_field(item, "effective_samples", ",.0f") for item in estimates],
        gettext_noop("heaviest share"): [_show_field(item, "largest_share", ".1%") for item in estimates],
        gettext_noop("error"): [_show_field(item, "standard_error", ".2g") for item in estimates],
        gettext_noop("naive error"): [_show_field(item, "naive_error", ".2g") for item in estimates],
    }
    return _drop_empty_columns(gettext_noop("signs of sound errors"), columns)


def _drop_empty_columns(title: str, columns: Mapping[str, Sequence[str]]) -> Table:
    """Return a table without the columns that have nothing to show."""
    kept = {name: cells for name, cells in columns.items() if any(cells)}
    return listing(title, list(kept), zip(*kept.values(), strict=True))


def _squares_like(item: Document) -> str:
    """Return the square of an estimate and, where it stands for several by symmetry, for how many."""
    if "square" not in item:
        return ""
    return square_text(item["square"]) + of_alike(item.get("squares", 1))


def of_alike(number: int) -> str:
    """Return in words the number of squares, equal by symmetry, that a figure stands for; empty for one."""
    return gettext(" (of %(number)s)", number=number) if number > 1 else ""


def _show_field(item: Document, name: str, form: str) -> str:
    return figures(format(item[name], form)) if name in item else ""


def _ends(ends: Sequence[Document]) -> Table:
    rows = [(square_text(row["start"]), square_text(row["end"]), group_digits(row["tours"])) for row in ends]
    return listing("tours by start and end", ["start", "end", "tours"], rows)


def _in_range(width: float | None) -> str:
    return gettext("beyond 1e308") if width is None else figures(f"{width:.4g}")


def _depths(depths: Sequence[Document]) -> Table:
    rows = [
        (row["depth"], figures(f"{row['reached']:,}"), figures(f"{row['mean_moves']:.4g}"), _in_range(row["width"]))
        for row in depths
    ]
    return listing("the search tree by depth", ["depth", "reached", "mean moves", "width"], rows)


def _distances(distances: Sequence[Document]) -> Table:
    pairs = any(row.get("start") for row in distances)
    rows = [
        (
            *([square_text(row["start"])] if pairs else []),
            square_text(row["square"]),
            row["distance"],
            group_digits(row["shortest_paths"]),
        )
        for row in distances
    ]
    return listing("distances", [*(["start"] if pairs else []), "square", "moves", "shortest paths"], rows)


def _p_value(row: Document) -> str:
    value = row.get("p_value")
    return "" if value is None else significant(value)


def _tests(tests: Sequence[Document]) -> Table:
    rows = [
        (
            row["test"],
            row.get("part"),
            figures(f"{row['statistic']:.6g}"),
            _p_value(row),
            translate(row.get("verdict") or ""),
        )
        for row in tests
    ]
    return listing("generator tests", ["test", "part", "statistic", "p-value", "verdict"], rows)


def _way(squares: Sequence[Sequence[int]]) -> str:
    """Return a tour's squares, of a long one its beginning and end."""
    if len(squares) <= MAX_SQUARES:
        return " ".join(map(square_text, squares))
    half = MAX_SQUARES // 2
    number = amount(len(squares), "square")
    return f"{_way(squares[:half])} ... {_way(squares[-half:])} ({number})"


def _tours(tours: Sequence[Document]) -> Table:
    rows = [(gettext("closed") if tour["closed"] else gettext("open"), _way(tour["squares"])) for tour in tours]
    return listing("tours", ["", "squares"], rows)


PARTS: dict[str, Callable[[Sequence[Document]], Table]] = {
    "counts": _counts,
    "estimates": _estimates,
    "large_estimates": _large_estimates,
    "ends": _ends,
    "depths": _depths,
    "distances": _distances,
    "tests": _tests,
    "tours": _tours,
}


def _stages(stages: Sequence[Document]) -> Table:
    """Return what a construction tried, in order; a proof that answered nothing found no objection."""
    rows = [
        (
            stage["method"],
            translate(
                gettext_noop("no objection")
                if (stage["method"], stage["verdict"]) == ("proof", "not-found")
                else stage["verdict"]
            ),
            stage["attempts"],
            translate(stage["explanation"] or ""),
        )
        for stage in stages
    ]
    return listing("methods in the order tried", ["method", "verdict", "attempts", ""], rows)


def _construction_table(tour: Document) -> Table:
    named = (gettext_noop("squares"), gettext_noop("closed"), gettext_noop("start"), gettext_noop("end"))
    table = listing("the tour", ["", ""], [(translate(name), tour[name]) for name in named])
    for name in ("method", "digest", "recipe"):
        if name in tour:
            table.add_row(translate(name), tour[name] if isinstance(tour[name], str) else json.dumps(tour[name]))
    return table


def _symmetries(rows: Sequence[Document]) -> Table:
    names = ("symmetry", "symmetries", "order", "moved_along", "turned_round")
    headings = ["symmetry", "how many", "order", "moved along", "turned round"]
    return listing("undirected tours that each symmetry leaves as they are", headings, _columns(rows, names))


def _types(rows: Sequence[Document]) -> Table:
    names = ("symmetries", "tours", "classes")
    return listing("undirected tours by their symmetries", ["just these", "tours", "classes"], _columns(rows, names))


def _census(census: Document) -> Table:
    title = "undirected tours, exact" if census["exact"] else "tours drawn uniformly (± one standard error)"
    if not census["distributions"]:
        moves = [(number, _way(move), tours) for number, move, tours in describe_moves(census)]
        return listing("undirected tours that use each move, exact", ["moves", "such as", "tours"], moves)
    rows = [(row.name, row.least, row.most, row.mean, row.deviation) for row in describe_census(census)]
    return listing(title, ["statistic", "minimum", "maximum", "mean", "standard deviation"], rows)


def _extreme(extreme: Document) -> Table:
    return listing(within(extreme["statistic"]), ["", "", ""], describe_extreme(extreme))


def _path(squares: Sequence[Sequence[int]]) -> Table:
    return listing("the path", ["squares"], [(_way(squares),)])


def _columns(rows: Sequence[Document], names: Sequence[str]) -> list[tuple[object, ...]]:
    return [tuple(row[name] for name in names) for row in rows]


INNERMOST = re.compile(r"\[([^\[\]{}\"]*)\]")
"""A list of figures in JSON."""

EXTRAS: dict[str, Callable[[Any], Table]] = {
    "stages": _stages,
    "tour": _construction_table,
    "extreme": _extreme,
    "symmetries": _symmetries,
    "types": _types,
    "census": _census,
    "path": _path,
}
