"""What keeps jobs from being computed, on the pages where somebody can do something about it."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient


@pytest.mark.parametrize("path", ["/", "/jobs", "/jobs/{job}", "/submit", "/workers"])
def test_a_service_without_workers_says_so(client: FlaskClient, job_id: str, path: str) -> None:
    """Where jobs are made and followed, and where workers are listed."""
    assert "No worker takes jobs now" in client.get(path.format(job=job_id)).text
