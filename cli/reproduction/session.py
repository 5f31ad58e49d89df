"""Running the jobs of a reproduction: ordinary jobs of a service; equal jobs that exist already are reused."""

from __future__ import annotations

from collections.abc import Mapping

import click

from cavalier.transport import Transport
from language.translate import translate
from reproduction.table import Results, Specification

PAUSED = {"pausing", "paused"}


def run_jobs(client: Transport, jobs: Mapping[str, Specification]) -> Results:
    """Submit all jobs, resume those that an earlier run left paused, wait, and return the results by name.

    Jobs that fail have no result; standard error says which. Ctrl-C leaves the jobs to the service: the next run
    continues with them.
    """
    ids = {name: _submit(client, name, specification) for name, specification in jobs.items()}
    results: dict[str, Mapping[str, object]] = {}
    for number, (name, job_id) in enumerate(ids.items(), 1):
        state = ""
        for job in client.follow(job_id):
            state = job["state"]
        click.echo(f"[{number}/{len(ids)}] {name}: {translate(state)}", err=True)
        if state == "succeeded":
            results[name] = client.result(job_id)
    return results


def _submit(client: Transport, name: str, specification: Specification) -> str:
    job = client.submit({**specification, "label": f"reproduce: {name}"}, reuse=True)
    if job["state"] in PAUSED:
        client.change(job["id"], "resume")
    job_id: str = job["id"]
    return job_id
