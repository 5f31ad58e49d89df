"""Why random walks fail and Warnsdorff's rule seldom does: a lesson in pictures, experiments, and a sheet to print."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean, stdev
from typing import Literal

import numpy as np
from flask import Response, render_template, request
from pydantic import Field

from api.http.svg_responses import drawing
from api.openapi.query import Query, parse_query
from api.pages.blueprint import blueprint, inline
from api.pages.charts import chart_file
from api.puzzles.board_to_fill import BoardToFill
from api.trees.search_tree import exits_of, random_walk
from drawing.animation import animated_tour_svg
from drawing.charts import Chart, Series
from drawing.onward_moves import exits_svg
from drawing.tour import tour_svg
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.piece import KNIGHT
from engine.boards.squares import written_square
from engine.intervals import wilson_interval
from language.translate import gettext, gettext_noop
from phrasing.texts import Flag, Whole

BOARD, SMALL = parse_board("8x8"), parse_board("5x5")
WALKS = 200
"""Walks of each kind behind the figures of the page."""

Way = Literal["random", "warnsdorff"]

WAYS: dict[Way, str] = {"random": gettext_noop("Random walk"), "warnsdorff": gettext_noop("Warnsdorff's rule")}

TITLES: dict[Way, str] = {
    "random": gettext_noop("A random walk on %(board)s"),
    "warnsdorff": gettext_noop("A walk by Warnsdorff's rule on %(board)s"),
}


class LessonQuery(Query):
    """Which walks."""

    seed: Whole = Field(default=1, ge=0)
    still: Flag = Field(default=False, description="whole walks at once instead of move by move")


class SheetQuery(Query):
    """Which sheet."""

    answers: Flag = False


@dataclass(frozen=True)
class Experiment:
    """A job that is one click away: its title, what it shows, and the fields of its form."""

    title: str
    purpose: str
    fields: dict[str, str]


EXPERIMENTS = (
    Experiment(
        gettext_noop("A million random walks on 6x6"),
        gettext_noop("How rarely a random walk becomes a tour, and what that says of the number of tours."),
        {"kind": "sample", "board": "6x6", "method": "uniform", "budget.walks": "1000000"},
    ),
    Experiment(
        gettext_noop("Ten million random walks on 8x8"),
        gettext_noop("The same on the chessboard, where hardly any walk becomes a tour."),
        {"kind": "sample", "board": "8x8", "method": "uniform", "budget.walks": "10000000"},
    ),
    Experiment(
        gettext_noop("100,000 walks by Warnsdorff's rule on 8x8"),
        gettext_noop("How often the rule succeeds from each square, ties settled at random."),
        {"kind": "sample", "board": "8x8", "method": "warnsdorff", "budget.walks": "100000"},
    ),
    Experiment(
        gettext_noop("The exact success of the rule on 5x5"),
        gettext_noop("All choices at all ties: a probability without an error."),
        {"kind": "sample", "board": "5x5", "method": "warnsdorff", "exact": "true"},
    ),
    Experiment(
        gettext_noop("20,000 walks by the rule on 50x50, eight from each square"),
        gettext_noop("Where the rule begins to fail: a large board has thousands of ties."),
        {"kind": "sample", "board": "50x50", "method": "warnsdorff", "budget.walks": "20000"},
    ),
)


@dataclass(frozen=True)
class Figures:
    """What WALKS walks did: mean number of squares with one standard error, tours, and their share's 95 % interval."""

    title: str
    mean: float
    error: float
    tours: int
    interval: tuple[float, float]


@blueprint.get("/learn")
def learn() -> str:
    """Show a random walk and a walk by the rule, what many of each do, and experiments."""
    query = parse_query(LessonQuery, request.args)
    walks = {way: _walk(way, query.seed) for way in WAYS}
    left = exits_of(move_graph(BOARD, KNIGHT), walks["random"])
    lengths = {way: _lengths(way, query.seed) for way in WAYS}
    chart = _chart(query.seed)
    return render_template(
        "learn.html",
        query=query,
        board=BOARD,
        ways=WAYS,
        walks=walks,
        start=written_square(BOARD, walks["random"][0]),
        end=written_square(BOARD, walks["random"][-1]),
        left=len(left),
        lost=sum(exits == 0 for exits in left.values()),
        stuck=inline(_stuck(query.seed)),
        number=WALKS,
        figures=[_figures(WAYS[way], lengths[way]) for way in WAYS],
        chart=chart,
        drawn=inline(chart.svg()),
        experiments=EXPERIMENTS,
    )


@blueprint.get("/learn/<any(random, warnsdorff):way>.svg")
def learn_walk(way: Way) -> Response:
    """Send a walk, move by move; `still`: all of it at once."""
    query = parse_query(LessonQuery, request.args)
    walk = np.array(_walk(way, query.seed))
    title = gettext(TITLES[way], board=BOARD.label)
    draw = tour_svg if query.still else animated_tour_svg
    return drawing(draw(BOARD, KNIGHT, walk, closed=False, title=title))


@blueprint.get("/learn/stuck.svg")
def learn_stuck() -> Response:
    """Send the board on which the random walk got stuck."""
    return drawing(_stuck(parse_query(LessonQuery, request.args).seed))


@blueprint.get("/learn/reach.<any(svg, csv):form>")
def learn_reach(form: str) -> Response:
    """Send the chart of how far the walks got."""
    return chart_file(_chart(parse_query(LessonQuery, request.args).seed), form)


@blueprint.get("/learn/sheet")
def learn_sheet() -> str:
    """Show a sheet for pupils, on request with its answers."""
    query = parse_query(SheetQuery, request.args)
    degrees = dict(enumerate(move_graph(BOARD, KNIGHT).degrees.tolist()))
    empty, small = BoardToFill(BOARD, {}), BoardToFill(SMALL, {})
    return render_template(
        "learn_sheet.html", query=query, empty=empty, small=small, degrees=BoardToFill(BOARD, degrees)
    )


def _walk(way: Way, seed: int) -> list[int]:
    """Return the walk that is drawn; both ways begin on the same square, which the seed draws."""
    chance = random.Random(seed)
    return random_walk(move_graph(BOARD, KNIGHT), chance.randrange(BOARD.size), chance, careful=way == "warnsdorff")


@lru_cache(maxsize=64)
def _lengths(way: Way, seed: int) -> list[int]:
    """Return the number of squares of each of WALKS walks, from starts drawn at random."""
    chance, graph = random.Random(seed), move_graph(BOARD, KNIGHT)
    starts = [chance.randrange(BOARD.size) for _ in range(WALKS)]
    return [len(random_walk(graph, start, chance, careful=way == "warnsdorff")) for start in starts]


def _figures(title: str, lengths: list[int]) -> Figures:
    tours = lengths.count(BOARD.size)
    return Figures(title, fmean(lengths), stdev(lengths) / WALKS**0.5, tours, wilson_interval(tours, WALKS))


def _chart(seed: int) -> Chart:
    """Return how many walks of each kind visited at least each number of squares."""
    reached = {
        way: [(float(k), float(sum(length >= k for length in _lengths(way, seed)))) for k in range(1, BOARD.size + 1)]
        for way in WAYS
    }
    series = [Series("random walk", reached["random"]), Series("Warnsdorff's rule", reached["warnsdorff"])]
    return Chart("reach", "Walks that got so far", "squares visited", "walks", series)


def _stuck(seed: int) -> str:
    """Return the board after the random walk: the moves left from each square that it did not visit."""
    walk = _walk("random", seed)
    exits = exits_of(move_graph(BOARD, KNIGHT), walk)
    title = gettext("Ways on from each square that a random walk on %(board)s left over", board=BOARD.label)
    return exits_svg(BOARD, KNIGHT, walk, exits, title)
