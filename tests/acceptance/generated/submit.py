"""Submits a job and reads its result with the client of openapi-python-client: `submit.py URL` prints the count."""

from __future__ import annotations

import sys
import time

from generated_client import Client
from generated_client.api.jobs import jobs_show_job, jobs_submit_job
from generated_client.api.results import results_show_result
from generated_client.models import EnumerateSpecification, JobDocument, JobState, ResultDocument
from generated_client.types import Unset

with Client(base_url=sys.argv[1], raise_on_unexpected_status=True) as client:
    job = jobs_submit_job.sync(client=client, body=EnumerateSpecification(kind="enumerate", board="3x4"))
    while isinstance(job, JobDocument) and job.state != JobState.SUCCEEDED:
        time.sleep(0.05)
        job = jobs_show_job.sync(job.id, client=client)
    assert isinstance(job, JobDocument), job
    result = results_show_result.sync(job.id, client=client)
    assert isinstance(result, ResultDocument), result
    assert not isinstance(result.counts, Unset)
    [count] = [count for count in result.counts if count.quantity == "tours"]
    sys.stdout.write(f"{count.value}\n")
