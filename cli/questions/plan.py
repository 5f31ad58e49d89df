"""`cavalier plan`: what a sweep of a board would take, on as many workers as asked. Nothing is run."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any

import click
from rich import box
from rich.table import Table

from cli.errors import invalid
from cli.options import json_option, print_json
from cli.questions.commands import board_argument, closed_option, piece_of, piece_option, sort_of
from cli.show.documents import console, say
from drawing.numbers import group_digits, scientific
from engine.errors import InvalidProblemError
from engine.kinds.enumerate.sweep.planner import METHOD, Sweeps
from engine.kinds.parse import InvalidSpecificationError, parse_problem
from engine.search.frontier.estimate import MAX_DISK, MAX_SECONDS
from engine.search.frontier.scale_out import KEY_BITS, MAX_SQUARES, ScaleOut, Span, scale_out
from engine.search.frontier.steps import MAX_SLOTS
from engine.specification.problem import BoardProblem
from language.formats import figures
from language.translate import gettext, gettext_noop
from phrasing.titles import job_title

HOUR, DAY = 3600.0, 86400.0
GIBIBYTE = 2.0**30
BYTES_OF_MEGABIT = 125_000.0
POSITIVE = click.FloatRange(min=0, min_open=True)
MAX_WORKERS = 1_000_000
IN_FULL = 1e6
"""Numbers from here on are written with a power of ten."""

LEAST = 0.01
"""Hours and GiB below this are written as "< 0.01"."""

ROOMS = {
    "enough": gettext_noop("The files have room on the disk, even at their high end."),
    "uncertain": gettext_noop("The files may outgrow the disk: its room is between their low and high ends."),
    "too little": gettext_noop("The disk is too small for the files, even at their low end."),
}


def _finite(_context: click.Context, option: click.Parameter, value: float | None) -> float | None:
    if value is not None and not isfinite(value):
        raise click.BadParameter(gettext("give a finite number"), param=option)
    return value


@click.command(short_help="Estimate what a sweep of a board would take.")
@board_argument
@closed_option
@click.option("--start", help="Only tours from this square, a1 or 1,1.")
@piece_option
@click.option("--workers", type=click.IntRange(1, MAX_WORKERS), default=1, show_default=True, help="Worker threads.")
@click.option("--disk", type=POSITIVE, metavar="GIB", callback=_finite, help="Say whether the files have room in this.")
@click.option(
    "--network",
    type=POSITIVE,
    metavar="MBIT_PER_S",
    callback=_finite,
    help="Line of each worker to the folder of files.  [default: takes no time]",
)
@json_option
def plan(
    *,
    board: str,
    closed: bool | None,
    start: str | None,
    piece: str | None,
    workers: int,
    disk: float | None,
    network: float | None,
    as_json: bool,
) -> None:
    """Estimate what counting the tours of BOARD by sweeps would take: states, hours, files and traffic. Nothing is run.

    Boards whose sweep is refused are estimated too.
    """
    asked = {
        "kind": "enumerate",
        "method": METHOD,
        "board": board,
        "piece": piece_of(piece),
        "tours": sort_of(closed),
        "starts": None if start is None else [start],
    }
    rate = None if network is None else network * BYTES_OF_MEGABIT
    try:
        problem, found = _estimate({name: value for name, value in asked.items() if value is not None}, workers, rate)
    except InvalidSpecificationError as error:
        raise invalid([{"pointer": fault.pointer, "detail": fault.message} for fault in error.faults]) from error
    except InvalidProblemError as error:
        raise invalid([{"pointer": error.pointer, "detail": error.message}]) from error
    document = _document(problem, found, disk, network)
    if as_json:
        print_json(document)
    else:
        _show(problem, found, disk)


def _estimate(asked: dict[str, object], workers: int, rate: float | None) -> tuple[BoardProblem[Any], ScaleOut]:
    problem = parse_problem(asked)
    assert isinstance(problem, BoardProblem)
    if problem.board.size > MAX_SQUARES:
        raise InvalidProblemError("/board", f"a plan takes a board of at most {MAX_SQUARES:,} squares")
    sweeps = Sweeps(problem).list_sweeps()
    if problem.board.size == 1 or not sweeps:
        raise InvalidProblemError("/board", "no sweep is needed to count these tours")
    return problem, scale_out(problem.graph, sweeps, workers, rate)


def _room(disk: float | None, found: ScaleOut) -> str | None:
    """Return whether the files have room in this many GiB: "enough", "uncertain" or "too little"."""
    if disk is None:
        return None
    needed = found.disk_bytes
    return (
        "enough" if needed.high <= disk * GIBIBYTE else "uncertain" if needed.low <= disk * GIBIBYTE else "too little"
    )


def _document(problem: BoardProblem[Any], found: ScaleOut, disk: float | None, network: float | None) -> dict[str, Any]:
    """Return the plan for machines: sizes in bytes, times in hours."""
    estimate = found.estimate
    spans = {
        "peak_states": found.peak_states,
        "states": found.states,
        "core_hours": _times(found.core_seconds, 1 / HOUR),
        "hours": _times(found.seconds, 1 / HOUR),
        "transfer_hours": _times(found.transfer_seconds, 1 / HOUR),
        "disk_bytes": found.disk_bytes,
        "written_bytes": found.coded_bytes,
        "read_bytes": found.coded_bytes,
        "network_bytes": found.network_bytes,
    }
    return {
        "board": problem.board.label,
        "specification": problem.document,
        "exact": False,
        "workers": found.workers,
        "busy_workers": max(found.busy),
        "speedup": found.speedup,
        "disk_gib": disk,
        "network_mbit_per_s": network,
        "sweeps": found.sweeps,
        "frontier": estimate.frontier,
        "key_bits": found.key_bits,
        "max_key_bits": KEY_BITS,
        "accepted": estimate.fits,
        "room": _room(disk, found),
        **{name: span._asdict() for name, span in spans.items()},
    }


def _show(problem: BoardProblem[Any], found: ScaleOut, disk: float | None) -> None:
    """Print the plan as a table, with its assumptions below."""
    out, estimate = console(), found.estimate
    say(out, job_title(problem.document, problem.board.label))
    table = Table(box=box.SIMPLE_HEAD)
    for head in ("", gettext("estimate"), gettext("low"), gettext("high")):
        table.add_column(head, justify="right" if head else "left")
    table.add_row(gettext("sweeps, one after the other (exact)"), group_digits(found.sweeps))
    table.add_row(gettext("widest frontier, squares (exact)"), group_digits(estimate.frontier))
    table.add_row(gettext("key of a state, bits (exact)"), group_digits(found.key_bits))
    rows = (
        (gettext("states at the widest step"), found.peak_states, 1.0),
        (gettext("states in all"), found.states, 1.0),
        (gettext("core-hours"), found.core_seconds, 1 / HOUR),
        (gettext("hours by the clock"), found.seconds, 1 / HOUR),
        (gettext("of these, hours of transfer"), found.transfer_seconds, 1 / HOUR),
        (gettext("room for files, GiB"), found.disk_bytes, 1 / GIBIBYTE),
        (gettext("written, GiB"), found.coded_bytes, 1 / GIBIBYTE),
        (gettext("read, GiB"), found.coded_bytes, 1 / GIBIBYTE),
        (gettext("over the network, GiB"), found.network_bytes, 1 / GIBIBYTE),
    )
    for name, span, unit in rows:
        table.add_row(name, *(_rough(value * unit) for value in span))
    out.print(table)
    for sentence in _sentences(found, disk):
        say(out, sentence)


def _sentences(found: ScaleOut, disk: float | None) -> Iterator[str]:
    estimate, most = found.estimate, max(found.busy)
    yield gettext(
        "Not exact: estimates from the patterns of the frontier. Low and high are what was measured on smaller boards."
    )
    if found.workers > 1:
        yield gettext(
            "%(workers)s workers are about %(times)s times as fast as one; at most %(busy)s have a part at a time.",
            workers=group_digits(found.workers),
            times=figures(f"{found.speedup:.2g}"),
            busy=group_digits(most),
        )
    if found.key_bits > KEY_BITS:
        yield gettext("The key of a state has %(bits)s bits: this sweep needs wider ones.", bits=KEY_BITS)
    room = _room(disk, found)
    if room is not None:
        yield ROOMS[room]
    if estimate.fits:
        yield gettext_noop("A job accepts this sweep.")
    else:
        yield gettext(
            "A job refuses this sweep: at most %(squares)s squares of frontier, %(room)s GiB, %(days)s days of a core.",
            squares=MAX_SLOTS,
            room=group_digits(MAX_DISK >> 30),
            days=round(MAX_SECONDS / DAY),
        )


def _times(span: Span, factor: float) -> Span:
    return Span(*(value * factor for value in span))


def _rough(value: float) -> str:
    """Write an estimate with two or three digits, a large one with a power of ten."""
    if value >= IN_FULL:
        return scientific(value, 1)
    if 0 < value < LEAST:
        return figures(f"< {LEAST}")
    return group_digits(round(value)) if value >= 10 else figures(f"{value:.2g}")
