"""Experiments with generators: start points, multipliers with good spectra, two walkers who meet.

They load kernels, which the API never does, so the command line runs them, one at a time, in a process of its own.
Results are kept: equal questions have equal answers.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import lru_cache
from threading import BoundedSemaphore
from typing import Any

from flask import Blueprint
from pydantic import BaseModel, Field

from api.http.problems import Fault, ProblemError, invalid
from api.listing.tables import FILE, FORMS, TableQuery, whole_list
from api.openapi.endpoint import Answer, Reply, operation
from api.openapi.query import Query
from engine.errors import InvalidProblemError
from engine.streams.catalogue import generator_facts
from language.current import DEFAULT, VARIABLES
from phrasing.texts import Flag, Whole

blueprint = Blueprint("experiments", __name__, url_prefix="/api/v1/generators")

COMMAND = (sys.executable, "-c", "from cli.main import main; main()", "generator")
MAX_SECONDS = 30
MAX_WAITING_SECONDS = 10
MAX_CACHED = 256
PLACE = BoundedSemaphore(1)
EXAMPLES = ["maple", "lcg-1000-21-7"]


class StartsQuery(Query):
    """Which generator, and how many start points of it."""

    name: str = Field(max_length=200, description="the generator", examples=EXAMPLES)
    seed: Whole = Field(default=1, ge=0)
    count: Whole = Field(default=8, ge=1, le=1024, description="how many start points")
    every: Whole | None = Field(
        default=None, ge=1, description="draws from one to the next; the period / count without"
    )


class MultipliersQuery(TableQuery):
    """Which multipliers to try."""

    modulus: str = Field(pattern=r"^[1-9][0-9]{0,19}$", examples=["999999999989"])
    mixed: Flag = Field(default=False, description="with an increment: x -> a x + 1")
    tries: Whole = Field(default=50, ge=1, le=500, description="multipliers tried")
    best: Whole = Field(default=10, ge=1, le=100, description="how many are returned")
    seed: Whole = Field(default=1, ge=0, description="of those drawn, where not all are tried")


class SynchroniseQuery(Query):
    """The generator, the board and the lead of two walkers."""

    name: str = Field(max_length=200, description="the generator", examples=EXAMPLES)
    board: str = Field(default="8x8", max_length=1100, description="the board that is walked over")
    lead: Whole = Field(default=1000, ge=1, le=20_000, description="words by which the second walker is ahead")
    seed: Whole = Field(default=1, ge=0)


class StartDocument(BaseModel):
    """A start point."""

    draw: str = Field(description="draws from the seed's state to this one")
    state: list[str] = Field(description="words of the state, decimal")


class StartsDocument(BaseModel):
    """Start points of a generator."""

    generator: str
    seed: int
    apart: str = Field(description="draws from one to the next")
    starts: list[StartDocument]


class MultiplierDocument(BaseModel):
    """A multiplier of full period."""

    multiplier: str
    least: float = Field(description="the least of its figures, by which multipliers are ranked")
    normalised: list[float] = Field(description="nu over the greatest that any lattice can have, dimensions 2 to 8")


class MultipliersDocument(BaseModel):
    """The best multipliers that were found, the best first."""

    items: list[MultiplierDocument]


class MeetingDocument(BaseModel):
    """Two walkers on one sequence of words."""

    generator: str
    lead: int
    place: int | None = Field(description="the word at which both begin a walk; null where they do not meet")
    begins: list[list[int]] = Field(description="for each walker the words at which its walks begin")


@blueprint.get("/starts")
@operation(
    "Compute start points of a generator",
    tag="generators",
    query=StartsQuery,
    answers={200: Answer("Start points", StartsDocument)},
)
def show_starts(query: StartsQuery) -> StartsDocument:
    """Find each state by a jump: it lies a given number of draws after the seed's."""
    _check_name(query.name)
    found = experiment("starts", query.name, **query.model_dump(exclude={"name"}))
    rows = [StartDocument(draw=str(row["draw"]), state=list(map(str, row["state"]))) for row in found["starts"]]
    return StartsDocument(generator=found["generator"], seed=query.seed, apart=str(found["apart"]), starts=rows)


@blueprint.get("/multipliers")
@operation(
    "Look for multipliers with good spectra",
    tag="generators",
    query=MultipliersQuery,
    answers={200: Answer("Multipliers", MultipliersDocument, FILE, FORMS)},
)
def show_multipliers(query: MultipliersQuery) -> Reply:
    """Of full period, ranked by the least figure of the spectral test in dimensions 2 to 8."""
    found = experiment("multipliers", query.modulus, **query.model_dump(exclude={"modulus", "format"}))
    rows = [one | {"multiplier": str(one["multiplier"])} for one in found]
    return whole_list(MultipliersDocument, [MultiplierDocument.model_validate(row) for row in rows], query)


@blueprint.get("/synchronise")
@operation(
    "Let two walkers read one sequence",
    tag="generators",
    query=SynchroniseQuery,
    answers={200: Answer("How they meet", MeetingDocument)},
)
def show_meeting(query: SynchroniseQuery) -> MeetingDocument:
    """Start both at different words of the stream and let them walk until both begin a walk at the same word."""
    _check_name(query.name)
    found = experiment("synchronise", query.name, **query.model_dump(exclude={"name"}))
    return MeetingDocument.model_validate(found)


def _check_name(name: str) -> None:
    """Raise a 422 problem for an unknown generator, without starting a process."""
    try:
        generator_facts(name, "/name")
    except InvalidProblemError as error:
        raise invalid([Fault(parameter="name", detail=error.message)]) from error


@lru_cache(maxsize=MAX_CACHED)
def experiment(name: str, target: str, **options: str | int | None) -> Any:  # noqa: ANN401  whatever the command prints
    """Return what `cavalier generator` prints of a generator or modulus; raise the problem that it reports."""
    if not PLACE.acquire(timeout=MAX_WAITING_SECONDS):
        busy = {"Retry-After": str(MAX_SECONDS)}
        raise ProblemError(503, "experiments-busy", "Another experiment is under way", "try again", headers=busy)
    try:
        done = subprocess.run(  # nosec B603  # noqa: S603  our own command, each argument by itself
            [*COMMAND, name, *_to_arguments(options), "--json", "--", target],  # the target could look like an option
            capture_output=True,
            text=True,
            timeout=MAX_SECONDS,
            env={**os.environ, VARIABLES[0]: DEFAULT},  # its output is kept for readers of all languages
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        detail = f"this takes more than {MAX_SECONDS} s: `cavalier generator {name}` has the time"
        raise ProblemError(503, "experiment-too-long", "Too long for a request", detail) from error
    finally:
        PLACE.release()
    if done.returncode == 0:
        return json.loads(done.stdout)
    raise invalid(_faults(done.stderr))


def _to_arguments(options: Mapping[str, str | int | None]) -> list[str]:
    """Return options as arguments of a command line, without those that are None or False."""
    given = {name: value for name, value in options.items() if value is not None and value is not False}
    return [f"--{name}" if value is True else f"--{name}={value}" for name, value in given.items()]


def _faults(refusal: str) -> list[Fault]:
    """Return the faults that a failed command reports: its problem document, or the last line of its usage message."""
    try:
        errors = json.loads(refusal)["errors"]
    except (ValueError, KeyError):
        return [Fault(detail=(refusal.strip().splitlines() or ["the command failed"])[-1].removeprefix("Error: "))]
    return [Fault(parameter=str(error["pointer"]).strip("/"), detail=error["detail"]) for error in errors]
