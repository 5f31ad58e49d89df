"""Jobs over HTTP: submit, list, watch, pause, resume, cancel, delete, adopt, show."""

from __future__ import annotations

from itertools import islice
from typing import IO, Any

import click

from cavalier.client import Client
from cavalier.documents import RetryDocument
from cavalier.transport import Document, Transport
from cli.errors import FAILED, INTERRUPTED, invalid, nothing
from cli.options import print_json, read_spec, spec_argument, tag_option
from cli.output import echo_message
from cli.service.connection import service_options
from cli.service.recount import recount_job
from cli.show.answer import View, show_finding
from cli.show.documents import adoption_words, console, listing, print_whole, say, show_job, show_result
from cli.show.progress import JobProgress
from drawing.amounts import amount
from drawing.numbers import duration, percent
from engine.boards.squares import by_name
from engine.specification.squares import squares_of
from language.translate import gettext, gettext_noop, translate

MAX_ON_A_PAGE = 100
SCREEN = 24
"""Lines of the smallest terminals."""

job_argument = click.argument("job_id", metavar="JOB")


@click.command(short_help="Submit a job.")
@spec_argument
@click.option("--reuse", is_flag=True, help="Reuse an existing identical job.")
@click.option("--watch", "watching", is_flag=True, help="Follow the job until it ends and print its result.")
@click.option("--after", multiple=True, metavar="JOB", help="Begin when this job has succeeded; may be repeated.")
@click.option(
    "--if-failed",
    type=click.Choice(["cancel", "wait"]),
    help="If a job of --after fails or is cancelled, cancel this one or let it wait.  [default: cancel]",
)
@click.option("--webhook", metavar="ADDRESS", help="URL to call when the job ends.")
@click.option("--check", "checking", is_flag=True, help="Submit nothing: is it valid, what does it cost, is it known?")
@service_options
def submit(
    spec: IO[bytes],
    *,
    reuse: bool,
    watching: bool,
    checking: bool,
    webhook: str | None,
    client: Transport,
    as_json: bool,
    **order: Any,  # noqa: ANN401  fields of the specification
) -> None:
    """Submit the job of SPEC, a JSON file, "-" or the JSON itself, and print its id.

    A lost answer is asked for again under the same idempotency key, so the job is never submitted twice.
    """
    document = read_spec(spec)
    if isinstance(document, dict):
        document |= {name: value for name, value in order.items() if value}
    if checking:
        _check(client, document, as_json=as_json)
        return
    job = client.submit(document, reuse=reuse, webhook=webhook)
    if watching:
        _follow(client, job["id"], as_json=as_json, named=by_name(squares_of(document)))
    elif as_json:
        print_json(job)
    else:
        click.echo(job["id"])
        if job["explanation"]:
            echo_message(job["explanation"], err=True)


def _check(client: Transport, document: object, *, as_json: bool) -> None:
    """Print what the service says of a job that is not submitted; a problem where it is not valid."""
    found = client.post("/jobs/check", document)
    if not found["valid"]:
        raise invalid(found["errors"])
    if as_json:
        print_json(found)
        return
    out = console()
    say(out, found["title"])
    if found["known"]:
        say(out, gettext("Known already: %(answer)s", answer=translate(found["known"]["job"]["answer"])))
    if found["existence"] and found["existence"]["verdict"] == "impossible":
        say(out, found["existence"]["explanation"])
    for sentence in (found["cost"] or {}).get("sentences", []):
        say(out, sentence)
    cpu = (found["cost"] or {}).get("cpu_seconds")
    if cpu:
        between = (cpu["low"] or cpu["value"], cpu["high"] or cpu["value"])
        low, high = map(duration, between)
        within = gettext(" (%(low)s to %(high)s)", low=low, high=high) if cpu["low"] else ""
        say(out, gettext("Estimated processor time: %(time)s%(range)s.", time=duration(cpu["value"]), range=within))
    if found["equal_job"]:
        say(out, gettext_noop(f"Job {found['equal_job']} computes the same."))


@click.command(short_help="List the jobs of the service.")
@click.option("--state", multiple=True, help="Only jobs in this state; may be repeated.")
@click.option("--kind", multiple=True, help="Only jobs of this kind; may be repeated.")
@click.option("--method", multiple=True, help="Only jobs by this method; may be repeated.")
@click.option("--board", help="Only jobs on this board.")
@tag_option
@click.option("--search", help="Only jobs whose label contains this text or whose id begins with it.")
@click.option("--sort", type=click.Choice(["newest", "oldest"]), default="newest", show_default=True)
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most this many jobs.")
@service_options
def jobs(*, limit: int, client: Transport, as_json: bool, **filters: object) -> None:
    """List jobs: id, state, share done, and what each asks."""
    query = {name: list(value) if isinstance(value, tuple) else value for name, value in filters.items()}
    found = list(islice(client.items("/jobs", limit=min(limit, MAX_ON_A_PAGE), **query), limit))
    if as_json:
        print_json(found)
    elif found:
        console().print(listing("jobs", ["id", "state", "done", "question"], _rows(found)))
    if not found:
        raise nothing("such job", "`cavalier submit` makes one")


def _rows(found: list[Document]) -> list[tuple[str, ...]]:
    return [
        (
            job["id"],
            translate(job["state"]),
            percent(job["progress"]["estimated_fraction"]),
            job["label"] or translate(job["title"]),
        )
        for job in found
    ]


@click.command(short_help="Follow a job to its end with a progress bar.")
@job_argument
@service_options
def watch(job_id: str, *, client: Transport, as_json: bool) -> None:
    """Follow JOB to its end, then print its result.

    Ctrl-C leaves the job running. Exit code 1 where the job failed or was cancelled.
    """
    _follow(client, job_id, as_json=as_json)


@click.command(short_help="Pause a job at its next safe point.")
@job_argument
@service_options
def pause(job_id: str, *, client: Transport, as_json: bool) -> None:
    """Pause JOB: slices at work are committed, no more are given out."""
    _change(job_id, "pause", client, as_json=as_json)


@click.command(short_help="Resume a paused job.")
@job_argument
@service_options
def resume(job_id: str, *, client: Transport, as_json: bool) -> None:
    """Let the paused JOB go on from its checkpoints."""
    _change(job_id, "resume", client, as_json=as_json)


@click.command(short_help="Cancel a job for good. What it found is kept.")
@job_argument
@service_options
def cancel(job_id: str, *, client: Transport, as_json: bool) -> None:
    """Stop JOB for good. What it has committed so far stays as its partial result."""
    _change(job_id, "cancel", client, as_json=as_json)


@click.command(short_help="Let failed jobs go on where they failed.")
@click.argument("job_id", metavar="[JOB]", required=False)
@click.option("--campaign", metavar="CAMPAIGN", help="Only jobs of this campaign.")
@click.option("--kind", multiple=True, help="Only jobs of this kind; may be repeated.")
@click.option("--method", multiple=True, help="Only jobs by this method; may be repeated.")
@click.option("--board", help="Only jobs on this board.")
@click.option("--search", help="Only jobs whose label contains this text or whose id begins with it.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, and do nothing.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
@service_options
def retry(
    job_id: str | None,
    *,
    dry_run: bool,
    yes: bool,
    client: Transport,
    as_json: bool,
    **filters: Any,  # noqa: ANN401
) -> None:
    """Retry JOB, or all failed jobs that the options choose; first say what would be done.

    What failed is tried again: a step, or the shards that were given up. What was committed stays.
    """
    service = Client(client, cache=None)
    chosen: dict[str, Any] = {
        name: list(value) if isinstance(value, tuple) else value for name, value in filters.items()
    }
    chosen |= {} if job_id is None else {"search": job_id}
    found = service.retry(dry_run=True, **chosen)
    if not found:
        raise nothing("failed job that fits")
    if not as_json:
        rows = [(one.id, _again(one), translate(one.title), translate(one.explanation or "")) for one in found]
        print_whole(console(), listing("jobs", ["id", "again", "question", "failure"], rows))
    if not (dry_run or yes):
        click.confirm(gettext("Retry them?"), abort=True, err=True)
    if not dry_run:
        found = service.retry(**chosen)
    if as_json:
        print_json([one.model_dump(mode="json") for one in found])
    elif not dry_run:
        echo_message(gettext("retried: %(jobs)s", jobs=amount(len(found), "job")), err=True)


def _again(one: RetryDocument) -> str:
    """Return in words what a retry does again."""
    words = {"planning": gettext("its plan"), "merging": gettext("its result")}
    word = words.get(one.again) or amount(one.shards, "shard")
    return word + (gettext(", to be adopted first") if one.needs_adoption else "")


@click.command(short_help="Delete jobs that have ended, with their tours.")
@click.argument("job_ids", metavar="JOB...", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Do not ask first.")
@service_options
def delete(job_ids: tuple[str, ...], *, yes: bool, client: Transport, as_json: bool) -> None:
    """Delete each JOB for good: its counts and estimates, its tours, its ledger and checkpoints.

    It must have ended. What it was, who deleted it and when is kept, with the digest of its result. With keys, a job is
    deleted by the key that submitted it or by an admin's.
    """
    if not yes:
        click.confirm(gettext("Delete %(jobs)s for good?", jobs=", ".join(job_ids)), abort=True, err=True)
    gone = []
    for job_id in job_ids:
        gone.append(client.delete(job_id))
        if not as_json:
            title, tours = gone[-1]["title"], amount(gone[-1]["tours"], "tour")
            echo_message(f"{job_id} deleted: {title}, {tours}")
    if as_json:
        print_json(gone)


@click.command(short_help="Let the present code go on with a job that other code began.")
@job_argument
@click.option("--unchecked", is_flag=True, help="Adopt without running the last slices again.")
@service_options
def adopt(job_id: str, *, unchecked: bool, client: Transport, as_json: bool) -> None:
    """Let workers with the service's present code go on with JOB, which other code began.

    First a worker runs the last slice of each shard again; only if all give the same, bit by bit, is the job adopted.
    `cavalier show JOB` tells what came of it.
    """
    job = client.change(job_id, "adopt", check=not unchecked)
    if as_json:
        print_json(job)
    else:
        click.echo(f"{job['id']} {adoption_words(job)}")


@click.command(short_help="Count again what a job has counted, by another order of squares.")
@job_argument
@click.option("--watch", "watching", is_flag=True, help="Follow the certificate until it ends and print its result.")
@click.option("--checker", is_flag=True, help="Count again here, by an independent C program, and record that.")
@service_options
def certify(job_id: str, *, watching: bool, checker: bool, client: Transport, as_json: bool) -> None:
    """Submit the job that certifies what JOB has counted, and print its id.

    It counts the same tours modulo a prime, by sweeps that settle the squares of the board in another order, and is
    held against every exact count of them that is known. With --checker no job is made: a program that shares no code
    with the service counts on this machine, and the service keeps what it found; exit code 1 where they differ.
    """
    if checker:
        _show_recounts(recount_job(client, job_id), as_json=as_json)
        return
    job = client.certify(job_id)
    if watching:
        _follow(client, job["id"], as_json=as_json, named=True)
    elif as_json:
        print_json(job)
    else:
        click.echo(job["id"])


@click.command(short_help="Show a job and what it has found so far.")
@job_argument
@click.option("--all", "everything", is_flag=True, help="Every table, however long.")
@service_options
def show(job_id: str, *, everything: bool, client: Transport, as_json: bool) -> None:
    """Show what JOB asks, where it stands and what it has found, so far or at the end, on one screen."""
    job, result = client.job(job_id), client.result(job_id)
    if as_json:
        print_json(result)
        return
    out = console()
    show_job(out, job)
    if everything:
        show_result(out, result | {"job": result["job"] | {"title": None}})
    else:
        show_finding(out, result, View(lines=SCREEN))
        for fault in _faults(client, job):
            say(out, fault)
        echo_message("--all shows every table, --json the whole document", err=True)


def _faults(client: Transport, job: Document) -> list[str]:
    """Return why a failed job failed: the last line of each different error of its shards."""
    if job["state"] != "failed":
        return []
    errors = (shard["last_error"] for shard in client.items(f"/jobs/{job['id']}/shards"))
    return list(dict.fromkeys(translate(error.strip().splitlines()[-1]) for error in errors if error))


def _show_recounts(recounts: list[Document], *, as_json: bool) -> None:
    if as_json:
        print_json({"recounts": recounts})
    else:
        for one in recounts:
            verdict = gettext("agrees") if one["agrees"] else gettext("DIFFERS")
            click.echo(
                f"{one['quantity']} ({translate(one['convention'])}) mod {one['modulus']}: {one['residue']}, {verdict}"
            )
    if not all(one["agrees"] for one in recounts):
        raise SystemExit(FAILED)


def _change(job_id: str, verb: str, client: Transport, *, as_json: bool) -> None:
    job = client.change(job_id, verb)
    if as_json:
        print_json(job)
    else:
        click.echo(f"{job['id']} {translate(job['state'])}")


def _follow(client: Transport, job_id: str, *, as_json: bool, named: bool = True) -> None:
    job = follow(client, job_id)
    result = client.result(job_id, named=named)
    if as_json:
        print_json(result)
    else:
        show_result(console(), result)
    if job["state"] != "succeeded":
        raise SystemExit(FAILED)


def follow(client: Transport, job_id: str) -> Document:
    """Show a progress bar until the job is finished; return its last document."""
    job: dict[str, object] = {}
    try:
        with JobProgress(job_id) as bar:
            for job in client.follow(job_id):
                bar.update(job)
    except KeyboardInterrupt:
        echo_message(f"the job goes on; `cavalier watch {job_id}` follows it again", err=True)
        raise SystemExit(INTERRUPTED) from None
    return job
