"""The random-number generators: what each promises, and the results of the tests run here."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, render_template, request
from sqlalchemy.orm import Session

from api.http.problems import not_found
from api.http.services import reading
from api.jobs.charts import histogram_charts
from api.pages.blueprint import blueprint
from api.pages.charts import draw_charts
from api.pages.downloads import csv_file
from engine.errors import InvalidProblemError
from engine.number_theory.gf2 import powers_of_x, words
from engine.specification.result import GeneratorTest, Result
from engine.streams.catalogue import CATALOGUE, generator_facts
from engine.streams.facts import GeneratorFacts
from store.jobs.current_result import current_result
from store.models.states import JobState
from store.queries import jobs as queries

MAX_TESTS = 300
"""Finished tests that are looked through for the newest of each generator."""

MAX_DEGREE = 6
"""Degree of the polynomials whose powers are listed."""

WORST = ("fail", "suspect", "flying colours", "pass")


@dataclass(frozen=True)
class Tested:
    """A generator with the newest test of it: the job's public id, its trials and its result; None: not tested."""

    facts: GeneratorFacts
    job: str | None = None
    trials: int = 0
    result: Result | None = None

    @property
    def tests(self) -> list[GeneratorTest]:
        """Return the judgements, none where the generator was not tested."""
        return [] if self.result is None else self.result.tests

    @property
    def verdict(self) -> str | None:
        """Return the worst judgement."""
        found = {test.verdict for test in self.tests}
        return next((verdict for verdict in WORST if verdict in found), None)


@blueprint.get("/generators")
def generators() -> str:
    """Show every generator with its newest test, and the histograms of the one named by `generator`."""
    with reading() as session:
        tested = _tested_generators(session)
    chosen = _choose(tested)
    charts = [] if chosen is None or chosen.result is None else histogram_charts(chosen.result)
    field = [] if chosen is None else _field(chosen.facts)
    return render_template("generators.html", tested=tested, chosen=chosen, charts=draw_charts(charts), field=field)


@blueprint.get("/generators.csv")
def generators_table() -> Response:
    """Send every judgement of the newest tests."""
    with reading() as session:
        tested = _tested_generators(session)
    head = ["generator", "period", "job", "test", "part", "statistic", "p_value", "verdict", "trials"]
    body = [
        [one.facts.name, one.facts.period_text, one.job, t.test, t.part, t.statistic, t.p_value, t.verdict, t.trials]
        for one in tested
        for t in one.tests
    ]
    return csv_file([head, *body])


def _field(facts: GeneratorFacts) -> list[tuple[str, str]]:
    """Return the powers of X modulo the polynomial of a small shift register, as bits and in words."""
    if facts.polynomial is None or (degree := facts.polynomial.bit_length() - 1) > MAX_DEGREE:
        return []
    return [(f"{power:0{degree}b}", words(power)) for power in powers_of_x(facts.polynomial)]


def _choose(tested: list[Tested]) -> Tested | None:
    name = request.args.get("generator")
    if name is None:
        return next((one for one in tested if one.job is not None), None)
    chosen = next((one for one in tested if one.facts.name == name), None)
    if chosen is not None:
        return chosen
    try:
        return Tested(generator_facts(name))
    except InvalidProblemError as error:
        raise not_found(f"generator {name!r}", error.message) from error


def _tested_generators(session: Session) -> list[Tested]:
    """Return the generators of the catalogue, then those of the additive family that were tested."""
    job_filter = queries.JobFilter([JobState.SUCCEEDED], ["test-generator"])
    finished = queries.find_jobs(session, job_filter, before=None, limit=MAX_TESTS)
    newest = {job.specification["generator"]: job for job in reversed(finished)}
    found = []
    for name in [*CATALOGUE, *(name for name in newest if name not in CATALOGUE)]:
        job = newest.get(name)
        if job is None:
            found.append(Tested(generator_facts(name)))
        else:
            result = current_result(session, job)
            found.append(Tested(generator_facts(name), job.public_id, int(job.specification["trials"]), result))
    return found
