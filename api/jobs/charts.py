"""The charts of a job's page: rate, convergence, depths, tests of generators."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from drawing.charts import Chart, Series
from drawing.features import census_charts
from drawing.histograms import histograms
from engine.specification.result import Result
from findings.results.chart_data import Convergence
from findings.results.job_view import JobView
from findings.statements.statement import Statement

RATE_BINS = 60
MIN_SHARE = 0.001


def charts_of(view: JobView) -> list[Chart]:
    """Return every chart of the job's results; `work_charts` show its progress."""
    result = view.result
    return [
        *(_convergence(index, one) for index, one in enumerate(view.convergences)),
        *distance_charts(result),
        *depth_charts(result),
        *trace_charts(result),
        *histogram_charts(result),
        *census_charts(result.extra.get("census")),
    ]


def work_charts(view: JobView, fraction: float) -> list[Chart]:
    """Return the share done and the work per second over the job's life, from the ledger of slices; [] without one.

    fraction: the share done so far, by the current estimate of the whole; below MIN_SHARE it has no chart.
    """
    bins = view.work(RATE_BINS)
    sums = list(accumulate(rate for _, rate in bins))
    if len(bins) < 2 or not sums[-1]:
        return []
    rates = Chart(
        "rate", "Work per second", "seconds since the start", "units of work a second", [Series("rate", bins)]
    )
    if fraction < MIN_SHARE:
        return [rates]
    done = [(moment, 100 * fraction * part / sums[-1]) for (moment, _), part in zip(bins, sums, strict=True)]
    shares = [Series("share done", done)]
    return [Chart("done", "Share done, by estimate", "seconds since the start", "percent", shares), rates]


def _convergence(index: int, one: Convergence) -> Chart:
    """Return an estimate round by round, with one standard error either way and the exact values where known."""
    first = one.rounds[0]
    errors = [row.standard_error for row in one.rounds]
    series = Series("estimate", [(float(row.samples), row.value) for row in one.rounds], errors=errors)
    title = f"{first.quantity.replace('_', ' ')} ({first.convention}, {first.estimator}) by number of samples"
    levels = _levels(one.known)
    return Chart(f"convergence-{index}", title, "samples", "estimate, ± 1 standard error", [series], levels)


def _levels(known: Iterable[Statement]) -> list[tuple[str, float]]:
    """Return the exact values, each with all its sources."""
    who: dict[float, list[str]] = {}
    for one in known:
        who.setdefault(one.number, []).append(_who(one))
    return [(f"exact ({', '.join(dict.fromkeys(names))})", value) for value, names in who.items()]


def _who(one: Statement) -> str:
    """Return the source in a word or two: a job, the sequence, or "published"."""
    links = [source.link.rpartition("/")[2] for source in one.sources if source.link]
    jobs = [f"job {source.id[:6]}" for source in one.sources if source.kind == "job"]
    return (jobs + links + ["published"])[0]


def depth_charts(result: Result) -> list[Chart]:
    """Return the charts by depth of the search tree: moves, width, walks."""
    if not result.depths:
        return []
    moves = [(float(row.depth), row.mean_moves) for row in result.depths]
    widths = [(float(row.depth), row.width) for row in result.depths if row.width]
    reached = [(float(row.depth), float(row.reached)) for row in result.depths if row.reached > 0]
    return [
        Chart("moves", "Mean number of moves by depth", "depth", "moves", [Series("moves", moves)]),
        Chart("width", "Width of the tree by depth", "depth", "squares entered", [Series("width", widths)], log=True),
        Chart("reached", "Walks that reached each depth", "depth", "walks", [Series("reached", reached)], log=True),
    ]


def trace_charts(result: Result) -> list[Chart]:
    """Return how far back a counted search went, window by window, and how many nodes it entered at each depth."""
    trace = result.extra.get("depth_trace")
    if not trace or not trace["shallowest"]:
        return []
    window = trace["nodes_per_window"]
    back = [(float(index * window), float(depth)) for index, depth in enumerate(trace["shallowest"])]
    nodes = [(float(depth), float(count)) for depth, count in enumerate(trace["nodes_by_depth"], start=1) if count]
    return [
        Chart(
            "trace", "How far back the search came", "nodes entered", "fewest squares visited", [Series("back", back)]
        ),
        Chart(
            "nodes",
            "Nodes by the number of squares visited",
            "squares visited",
            "nodes",
            [Series("nodes", nodes)],
            log=True,
        ),
    ]


def distance_charts(result: Result) -> list[Chart]:
    """Return how many squares, or pairs of squares, lie at each distance."""
    charts = []
    for name, what in (("squares_by_distance", "squares"), ("pairs_by_distance", "ordered pairs of squares")):
        counts = result.extra.get(name, [])
        if len(counts) > 1:
            bars = Series(what, [(float(moves), float(count)) for moves, count in enumerate(counts)], "bars")
            charts.append(Chart(name.replace("_", "-"), f"{what.capitalize()} by distance", "moves", what, [bars]))
    return charts


def histogram_charts(result: Result) -> list[Chart]:
    """Return a histogram for each test of a generator: observed and expected frequencies of its statistic."""
    return histograms(result.extra.get("histograms", []))
