"""A progress bar on standard error, fed with job documents."""

from __future__ import annotations

import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn

from drawing.amounts import amount
from drawing.numbers import compact, percent, time_range
from language.translate import gettext, translate

LINE_SECONDS = 60.0
"""Seconds between two lines on how far the job is, where standard error is no terminal."""


class JobProgress:
    """Shows one job: its state, the estimated share done, the rate and the estimated time to go.

    Above it, once each: its advice, and what the job waits for and what to do about it. Where there is no terminal to
    draw the bar on, a line a minute takes its place.
    """

    def __init__(self, title: str, console: Console | None = None) -> None:
        self._bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[note]}"),
            console=console or Console(stderr=True),
        )
        self._title = title
        self._printed: set[str] = set()
        self._last_line = time.monotonic()
        self._task = self._bar.add_task(title, total=1.0, note="")

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def update(self, job: Mapping[str, Any]) -> None:
        """Show the job's progress; `job` is its document from the API."""
        progress = job["progress"]
        advised = job["step"] is None and job["state"] in {"queued", "running"}
        for text in job["explanation"] if advised else None, (job.get("waiting") or {}).get("remedy"):
            if text and text not in self._printed:
                self._printed.add(text)
                self._bar.console.print(translate(text))
        state, note = f"{self._title} {translate(job['step'] or job['state'])}", _note(progress)
        self._bar.update(self._task, description=state, completed=progress["estimated_fraction"], note=note)
        if not self._bar.console.is_terminal and time.monotonic() - self._last_line >= LINE_SECONDS:
            self._last_line = time.monotonic()
            self._bar.console.print(f"{state} {percent(progress['estimated_fraction'])} · {note}")


def _note(progress: Mapping[str, Any]) -> str:
    rate = next((rate for rate in progress["rates"].values() if rate), None)
    parts = [f"{progress['finished_shards']}/{amount(progress['shards'], 'shard')}"]
    if rate is not None:
        parts.append(f"{compact(rate)}/s")
    if (left := progress.get("seconds_left_range")) is not None:  # older services have none
        parts.append(gettext("%(time)s to go", time=time_range(left)))
    return " · ".join(parts)
