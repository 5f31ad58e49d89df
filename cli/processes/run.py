"""`cavalier run`: one job to its end in this process, on the same store and worker as the service."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click
from sqlalchemy.orm import Session

from api.jobs.documents import job_document
from cli.errors import FAILED, INTERRUPTED, invalid, problem
from cli.lazy import lasting
from cli.options import FILE, data_option, json_option, print_json, read_spec, spec_argument, threads_option
from cli.output import echo_message
from cli.processes.embedded import Embedded, local_worker, run_embedded
from cli.processes.known import checked
from cli.settings import database_settings
from cli.show.documents import console, show_result
from cli.show.progress import JobProgress
from cli.show.tour_file import draw_first_tour
from engine.boards.squares import by_name
from engine.errors import InvalidProblemError
from engine.kinds.admission import Submission, check_files, plan_now
from engine.kinds.planning_cost import plans_soon
from engine.specification.squares import squares_of
from findings.results.result_document import result_document
from store.jobs import lifecycle
from store.jobs.current_result import shards_of
from store.models.jobs import Job
from store.models.states import RESTING, TERMINAL, JobState
from store.queries.blocked_jobs import Live
from store.queries.jobs import faults, progress
from store.trust.spot_checks import ERRED
from workers.files.folder import kept_if_any

if TYPE_CHECKING:
    from workers.local_worker import LocalWorker

POLL_SECONDS = 0.25
"""The longest time between two checks of the job; when no work is due, it is checked at once."""
MAX_NOTIFIED = 16
"""Most notifications at first: each committed slice notifies again."""

REST = TERMINAL | {JobState.PAUSED}


@click.command(short_help="Run one job here until it ends, without a server.")
@spec_argument
@data_option
@threads_option
@click.option("--reuse", is_flag=True, help="Print the result of an identical job that has finished, if there is one.")
@click.option(
    "--svg",
    type=FILE,
    help="Draw the first tour to this file.  [default for constructions: drawings/JOB.svg in the data folder]",
)
@json_option
def run(spec: IO[bytes], data: Path, threads: int | None, *, reuse: bool, svg: Path | None, as_json: bool) -> None:
    """Run the job of SPEC, a JSON file, "-" or the JSON itself, to its end and print its result.

    Ctrl-C pauses it with everything found so far committed; the same command goes on from there.
    """
    document = read_spec(spec)
    result = run_to_end(document, data, threads, reuse=reuse, svg=svg, named=by_name(squares_of(document)))
    if as_json:
        print_json(result)
    else:
        show_result(console(), result)
    if result["job"]["state"] != JobState.SUCCEEDED:
        raise SystemExit(FAILED)


def run_to_end(
    document: object, data: Path, threads: int | None, *, reuse: bool, svg: Path | None = None, named: bool = True
) -> dict[str, Any]:
    """Run the job that a document describes to its end and return its result document; Ctrl-C pauses it and exits.

    named: the answer tells squares by name.
    """
    submission = _prepare(document, data)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # SIGTERM acts like Ctrl-C
    with run_embedded(data, threads, local_worker) as service:
        job_id, new = _begin(service, submission, reuse=reuse)
        try:
            echo_message(f"job {job_id} begins" if new else f"job {job_id} goes on", err=True)
            _follow(service, job_id)
        except KeyboardInterrupt:
            _pause(service, job_id)
            raise SystemExit(INTERRUPTED) from None
        with lasting(), service.database.reading() as session:
            job = lifecycle.get_job(session, job_id)
            result = result_document(session, job, named=named)
            for fault in faults(shards_of(session, job)) if job.state == JobState.FAILED else ():
                echo_message(fault, err=True)
            if svg is not None or ("tour" in result.get("extra", {})):
                drawn = draw_first_tour(session, job_id, svg or data / "drawings" / f"{job_id}.svg")
                echo_message(drawn, err=True)
    return result


def _prepare(document: object, data: Path) -> Submission:
    """Check and plan the job within the limits of a worker; a problem that points at each wrong field."""
    from workers.planning.plan_apart import PlanTooLargeError, plan_apart  # noqa: PLC0415  most plans are made here

    question, settings = checked(document), database_settings(data)
    try:
        check_files(question, kept_if_any(settings.spill))
        if question.spec.after or plans_soon(question):
            return plan_now(question)
        plan = plan_apart(question.document, settings.plan_seconds, settings.plan_megabytes, lambda: False)
        return Submission(question, plan)
    except InvalidProblemError as error:
        raise invalid([{"pointer": error.pointer, "detail": error.message}]) from error
    except PlanTooLargeError as error:
        raise problem("The job cannot be planned", str(error), status=422) from error


def _begin(service: Embedded[LocalWorker], submission: Submission, *, reuse: bool) -> tuple[str, bool]:
    """Return the job to follow, an equal one that can be used or else a new one, and whether it is new."""
    with service.database.writing() as session:
        equal = _equal(session, submission, reuse=reuse)
        job = equal or lifecycle.submit(session, submission)
        if job.state in RESTING:
            lifecycle.resume(session, job.public_id)
    service.worker.notifier.notify(min(MAX_NOTIFIED, submission.shards))
    return job.public_id, equal is None


def _equal(session: Session, submission: Submission, *, reuse: bool) -> Job | None:
    job = lifecycle.find_equal(session, submission.problem)
    if job is not None:
        return None if job.state in TERMINAL and not reuse else job
    other = lifecycle.find_equal(session, submission.problem, any_code=True)
    if other is not None and (reuse or other.state not in TERMINAL):
        echo_message(f"job {other.public_id} is the work of other code ({other.code_digest}): beginning anew", err=True)
    return None


def _follow(service: Embedded[LocalWorker], job_id: str) -> None:
    with JobProgress(job_id) as bar:
        for document in _documents(service, job_id):
            bar.update(document)


def _documents(service: Embedded[LocalWorker], job_id: str) -> Iterator[dict[str, object]]:
    while True:
        with service.database.reading() as session:
            job = lifecycle.get_job(session, job_id)
            own = Live(code_digests=frozenset([job.code_digest]))
            document = job_document(job, None, progress(session, job), own).model_dump(mode="json")
        yield document
        if document["state"] in REST:
            return
        if service.worker.distrusted_name is not None:
            raise problem(
                "The worker erred",
                f"{service.worker.distrusted_name} {ERRED}. The same command goes on with job {job_id}",
            )
        service.worker.wait(POLL_SECONDS)


def _pause(service: Embedded[LocalWorker], job_id: str) -> None:
    """Pause the job unless it has just ended, and wait until its slices are committed."""
    with service.database.writing() as session:
        if lifecycle.get_job(session, job_id).state not in TERMINAL:
            lifecycle.pause(session, job_id)
    for _ in _documents(service, job_id):
        pass
    echo_message(f"job {job_id} is paused; the same command goes on with it", err=True)
