"""Experiments with generators: start points, multipliers with good spectra, two walkers who meet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Response, render_template, request
from pydantic import BaseModel

from api.generators.experiments import (
    MeetingDocument,
    MultipliersDocument,
    MultipliersQuery,
    StartsDocument,
    StartsQuery,
    SynchroniseQuery,
    show_meeting,
    show_multipliers,
    show_starts,
)
from api.http.problems import not_found
from api.http.svg_responses import drawing
from api.openapi.query import Query, parse_query
from api.pages.blueprint import blueprint, inline
from api.pages.downloads import csv_file
from drawing.charts import Chart
from drawing.numbers import group_digits
from drawing.walker_distance import apart_chart
from engine.generator_tests.spectral import DIMENSIONS
from language.formats import figures
from language.translate import gettext, gettext_noop


@dataclass(frozen=True)
class Answer:
    """The outcome of an experiment: a sentence, a table, and a chart where there is one."""

    sentence: str
    head: Sequence[str]
    rows: Sequence[Sequence[object]]
    chart: Chart | None = None


@dataclass(frozen=True)
class Experiment:
    """An experiment: its question, the functions that make and read it, the labels of its fields, and an example."""

    title: str
    about: str
    query: type[Query]
    made: Callable[..., BaseModel]
    read: Callable[[Any], Answer]
    labels: dict[str, str]
    example: dict[str, str]


def _starts(found: StartsDocument) -> Answer:
    rows = [(one.draw, " ".join(one.state)) for one in found.starts]
    sentence = gettext(
        "%(number)s start points of %(generator)s, one every %(apart)s draws, by jumps.",
        number=len(rows),
        generator=found.generator,
        apart=group_digits(int(found.apart)),
    )
    return Answer(sentence, (gettext_noop("Draw"), gettext_noop("State")), rows)


def _multipliers(found: MultipliersDocument) -> Answer:
    rows = [
        (one.multiplier, f"{one.least:.4f}", *(f"{figure:.4f}" for figure in one.normalised)) for one in found.items
    ]
    best = found.items[0]
    sentence = gettext(
        "The best multiplier found is %(multiplier)s: in its worst dimension it has %(least)s of 1.",
        multiplier=best.multiplier,
        least=figures(f"{best.least:.4f}"),
    )
    head = (gettext_noop("Multiplier"), gettext_noop("Least"), *(f"dim {dimension}" for dimension in DIMENSIONS))
    return Answer(sentence, head, rows)


def _meeting(found: MeetingDocument) -> Answer:
    first, second = (len(walker) - 1 for walker in found.begins)
    sentence = gettext("The walkers do not meet in the words that were looked at.")
    if found.place is not None:
        lead, place, later = map(group_digits, (found.lead, found.place, found.place - found.lead))
        sentence = gettext(
            "Walker 1 begins at word 0, walker 2 at word %(lead)s of %(generator)s. After %(first)s and %(second)s "
            "walks both begin one at word %(place)s, %(later)s words after the second began: from there they walk as "
            "one.",
            lead=lead,
            generator=found.generator,
            first=first,
            second=second,
            place=place,
            later=later,
        )
    rows = [(number + 1, begin) for number, walker in enumerate(found.begins) for begin in walker]
    return Answer(
        sentence,
        (gettext_noop("Walker"), gettext_noop("Begins at word")),
        rows,
        apart_chart(found.begins, found.generator),
    )


EXPERIMENTS = {
    "starts": Experiment(
        gettext_noop("Start points"),
        gettext_noop(
            "A generator that can jump gives start points as far apart as one likes: the state this many draws after "
            "the seed's, computed without the draws between."
        ),
        StartsQuery,
        show_starts.view,
        _starts,
        {
            "name": gettext_noop("Generator"),
            "seed": gettext_noop("Seed"),
            "count": gettext_noop("Points"),
            "every": gettext_noop("Draws apart"),
        },
        {"name": "maple", "count": "32"},
    ),
    "multipliers": Experiment(
        gettext_noop("Multipliers with good spectra"),
        gettext_noop(
            "Of all multipliers of full period some put successive draws on few planes. The figure of a dimension is "
            "nu over the greatest that any lattice can have; multipliers are ranked by the least in dimensions 2 to 8."
        ),
        MultipliersQuery,
        show_multipliers.view,
        _multipliers,
        {
            "modulus": gettext_noop("Modulus"),
            "mixed": gettext_noop("With an increment"),
            "tries": gettext_noop("Tried"),
            "best": gettext_noop("Shown"),
            "seed": gettext_noop("Seed"),
        },
        {"modulus": "999999999989", "tries": "100"},
    ),
    "synchronise": Experiment(
        gettext_noop("Two walkers on one sequence"),
        gettext_noop(
            "Two walkers read one sequence of random words from two places, each walking from the board's first square "
            "until stuck, again and again. Once both begin a walk at one word they walk as one for ever: streams that "
            "overlap do not only share numbers, they soon repeat each other."
        ),
        SynchroniseQuery,
        show_meeting.view,
        _meeting,
        {
            "name": gettext_noop("Generator"),
            "board": gettext_noop("Board"),
            "lead": gettext_noop("Words ahead"),
            "seed": gettext_noop("Seed"),
        },
        {"name": "maple", "lead": "1000"},
    ),
}


@blueprint.get("/generators/<any(starts, multipliers, synchronise):which>")
def experiment(which: str) -> str:
    """Show the form of an experiment and, where it is filled in, the result."""
    chosen = EXPERIMENTS[which]
    asked = request.args.to_dict()
    answer = _answer(chosen) if asked else None
    return render_template(
        "experiment.html",
        which=which,
        experiment=chosen,
        asked=asked,
        defaults={key: field.default for key, field in chosen.query.model_fields.items() if not field.is_required()},
        answer=answer,
        drawn=inline(answer.chart.svg()) if answer is not None and answer.chart is not None else None,
    )


@blueprint.get("/generators/<any(starts, multipliers, synchronise):which>.<any(csv, svg):form>")
def experiment_file(which: str, form: str) -> Response:
    """Send the table of an experiment, or its chart."""
    answer = _answer(EXPERIMENTS[which])
    if form == "csv":
        return csv_file([answer.head, *answer.rows])
    if answer.chart is None:
        raise not_found(f"chart of {which}")
    return drawing(answer.chart.svg(alone=True))


def _answer(chosen: Experiment) -> Answer:
    """Make the experiment that the address asks for; empty fields are ignored."""
    given = request.args.copy()
    for key in [key for key, value in request.args.items() if not value]:
        given.poplist(key)
    return chosen.read(chosen.made(query=parse_query(chosen.query, given)))
