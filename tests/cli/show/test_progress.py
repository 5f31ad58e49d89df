"""The progress bar."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from cli.show.progress import JobProgress

PROGRESS = {
    "finished_shards": 1,
    "shards": 2,
    "rates": {"1 min": None, "5 min": 2500.0},
    "estimated_fraction": 0.5,
    "seconds_left_range": [60.0, 150.0],
}


def test_state_rate_and_time_left_and_the_advice_once() -> None:
    """The advice is shown once, and never for a job that has ended."""
    job = {"state": "running", "step": None, "explanation": "Ask otherwise.", "progress": PROGRESS}
    out = Console(width=120, file=io.StringIO(), record=True, force_terminal=True)
    with JobProgress("a1", out) as bar:
        for _ in range(3):
            bar.update(job)
    text = out.export_text()
    assert text.count("Ask otherwise.") == 1
    assert "a1 running" in text
    assert "1/2 shards · 2.5k/s · 1 to 3 minutes to go" in text

    quiet = Console(width=120, file=io.StringIO(), record=True)
    with JobProgress("a1", quiet) as bar:
        bar.update(job | {"state": "succeeded", "explanation": "the limit was reached"})
    assert "limit" not in quiet.export_text()


def test_what_a_job_waits_for_is_said_once() -> None:
    """It is shown again only when the job waits for something else."""
    out = Console(width=120, file=io.StringIO(), record=True)
    job = {"state": "queued", "step": None, "explanation": None, "progress": PROGRESS}
    with JobProgress("a1", out) as bar:
        for waiting in (None, {"remedy": "Start a worker."}, {"remedy": "Start a worker."}, {"remedy": "Mend it."}):
            bar.update(job | {"waiting": waiting})
    text = out.export_text()
    assert (text.count("Start a worker."), text.count("Mend it.")) == (1, 1)


def test_without_a_terminal_a_line_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line at a time, and none for a job that ends before the first is due."""
    job = {"state": "running", "step": None, "explanation": None, "progress": PROGRESS}
    out = Console(width=120, file=io.StringIO(), record=True)
    with JobProgress("a1", out) as bar:
        bar.update(job)
        assert "50" not in out.export_text(clear=False)
        monkeypatch.setattr("cli.show.progress.LINE_SECONDS", 0.0)
        bar.update(job)
    assert "a1 running 50.0 % · 1/2 shards · 2.5k/s · 1 to 3 minutes to go" in out.export_text()
