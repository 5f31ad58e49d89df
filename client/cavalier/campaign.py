"""Jobs for boards x specifications under one name, from submission to results."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self

from cavalier import documents
from cavalier.cache import Cache
from cavalier.figures import import_optional
from cavalier.job import Job
from cavalier.notes import Notes
from cavalier.progress import bar
from cavalier.transport import PREFIX, Document, Transport

if TYPE_CHECKING:
    import pandas as pd

FORMS = ("csv", "parquet")
"""File formats of the table of results."""


@dataclass(frozen=True)
class Cell:
    """A job with the numbers of its board and its specification in the campaign, from 0."""

    board: int
    specification: int
    job: Job


class Campaign:
    """A campaign by its id. Requests are made only when needed."""

    def __init__(self, transport: Transport, cache: Cache, campaign_id: str, document: Document | None = None) -> None:
        self.id = campaign_id
        self._transport = transport
        self._cache = cache
        self._known = document
        self._path = f"/campaigns/{campaign_id}"

    @property
    def document(self) -> Document:
        """The campaign as the service shows it now."""
        self._known = self._transport.get(self._path)
        return self._known

    @property
    def status(self) -> documents.CampaignDocument:
        """The campaign's document, typed: its jobs by state, progress, estimated time left."""
        return documents.CampaignDocument.model_validate(self.document)

    @property
    def notes(self) -> Notes:
        """The notes and tags of the campaign."""
        return Notes(self._transport, self._path)

    @property
    def states(self) -> dict[str, int]:
        """The number of its jobs in each state."""
        return dict(self.document["states"])

    @property
    def progress(self) -> documents.CampaignProgressDocument:
        """The campaign's progress; share and time left are estimates."""
        return self.status.progress

    def jobs(self, *, state: str | Sequence[str] | None = None) -> Iterator[Cell]:
        """Yield its jobs in the order of submission. state: only jobs in this state, or in one of these."""
        chosen = [state] if isinstance(state, str) else None if state is None else list(state)
        for one in self._transport.items(f"{self._path}/jobs", state=chosen):
            job = Job(self._transport, self._cache, one["job"]["id"], one["job"])
            yield Cell(one["board"], one["specification"], job)

    def add(
        self,
        boards: Sequence[str | Mapping[str, object]] | None = None,
        specifications: Sequence[Mapping[str, object]] | None = None,
        *,
        chain: bool = False,
    ) -> Self:
        """Add a job for each of these boards with each of these specifications; None: all those of the campaign.

        chain: as in `Client.campaign`, among the added jobs.
        """
        asked = {"boards": boards, "specifications": specifications}
        page: dict[str, object] = {name: list(value) for name, value in asked.items() if value is not None}
        page |= {"chain": True} if chain else {}
        return self._remember(self._transport.submit(page, f"{self._path}/jobs"))

    def watch(self, *, timeout: float | None = None) -> Iterator[documents.CampaignDocument]:
        """Yield the campaign's status, now and at every change, until all its jobs have ended.

        timeout: seconds; then WaitTimeoutError gives the progress. The campaign continues.
        """
        for document in self._transport.follow_campaign(self.id, timeout=timeout):
            yield documents.CampaignDocument.model_validate(document)

    def wait(self, *, timeout: float | None = None, progress: bool = True) -> Self:
        """Wait until all its jobs have ended, with success or not (see `states`). Arguments as in `watch`.

        progress: show a bar.
        """
        with bar(self._load()["name"], is_shown=progress) as shown:
            for status in self.watch(timeout=timeout):
                done = f"{status.progress.ended_jobs} of {status.jobs}"
                shown.show(status.progress.estimated_fraction, done)
        return self

    def results(self) -> Iterator[documents.CellResultDocument]:
        """Yield the results of each job, in the order of `jobs`; a job that has not ended has no figures."""
        found = self._transport.items(f"{self._path}/results")
        return map(documents.CellResultDocument.model_validate, found)

    def to_dataframe(self) -> pd.DataFrame:
        """Return the results as one table: a row for each figure, and one for a job without figures.

        Values are texts: exact ones have any number of digits.
        """
        text = self._transport.text(f"{PREFIX}{self._path}/results.csv")
        return import_optional("pandas").read_csv(io.StringIO(text), dtype={"value": str, "job": str})

    def save(self, file: str | Path, form: Literal["csv", "parquet"] | None = None) -> Path:
        """Download the table of results. form: by default the file name's suffix; Parquet has types."""
        path = Path(file)
        chosen = form or path.suffix[1:]
        if chosen not in FORMS:
            raise ValueError(f"form must be one of {', '.join(FORMS)}, not {chosen!r}")
        self._transport.download(f"{self._path}/results.{chosen}", path)
        return path

    def compare(self, other: Campaign) -> Iterator[documents.CellComparisonDocument]:
        """Yield each job beside the other campaign's job on the same board with the same specification number."""
        found = self._transport.items(f"{self._path}/compare", other=other.id)
        return map(documents.CellComparisonDocument.model_validate, found)

    def clone(self, name: str) -> Campaign:
        """Submit all its jobs again, for the service's current code; return the new campaign."""
        document = self._transport.submit({"name": name}, f"{self._path}/clone")
        return Campaign(self._transport, self._cache, document["id"], document)

    def add_webhook(self, url: str) -> documents.CampaignWebhookDocument:
        """Have the service call a URL, one that the operator allows, once all its jobs have ended."""
        return documents.CampaignWebhookDocument.model_validate(
            self._transport.post(f"{self._path}/webhooks", {"url": url})
        )

    @property
    def webhooks(self) -> list[documents.CampaignWebhookDocument]:
        """Its webhooks, oldest first, each with the outcome of its message so far."""
        found = self._transport.get(f"{self._path}/webhooks")["items"]
        return [documents.CampaignWebhookDocument.model_validate(one) for one in found]

    def remove_webhook(self, url: str) -> None:
        """Remove a webhook and its message."""
        self._transport.remove(f"{self._path}/webhooks", url=url)

    def pause(self) -> Self:
        """Pause all its jobs; running slices are committed first."""
        return self._remember(self._transport.post(f"{self._path}/pause"))

    def resume(self) -> Self:
        """Resume all its paused jobs."""
        return self._remember(self._transport.post(f"{self._path}/resume"))

    def cancel(self) -> Self:
        """Stop all its unfinished jobs for good; their results so far are kept."""
        return self._remember(self._transport.post(f"{self._path}/cancel"))

    def prioritise(self, priority: int) -> Self:
        """Give all its unfinished jobs this priority; higher goes first."""
        return self._remember(self._transport.post(f"{self._path}/priority", {"priority": priority}))

    def delete(self) -> None:
        """Delete the campaign; its jobs remain as ordinary jobs."""
        self._transport.remove(self._path)

    def _remember(self, document: Document) -> Self:
        self._known = document
        return self

    def _load(self) -> Document:
        """Return the last known document, which may be old; the campaign's name never changes."""
        return self._known or self.document

    def __repr__(self) -> str:
        known = self._known
        return f"<Campaign {self.id}: {known['name']}, {known['jobs']} jobs>" if known else f"<Campaign {self.id}>"

    def _repr_html_(self) -> str:
        status = self.status
        address = f"{self._transport.url}{self._path}"
        summary = ", ".join(f"{number} {state}" for state, number in status.states.items())
        done = f"{status.progress.estimated_fraction:.0%} done (estimate)"
        return (
            f'<b>{escape(status.name)}</b><br>{summary}; {done}<br><a href="{escape(address)}">campaign {self.id}</a>'
        )
