"""Errors of the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from store.models.deletions import Deletion


class JobNotFoundError(LookupError):
    """No job has this id."""


class JobDeletedError(JobNotFoundError):
    """The job was deleted; the message says by whom and when. deletion: its ledger entry."""

    def __init__(self, message: str, deletion: Deletion) -> None:
        super().__init__(message)
        self.deletion = deletion


class CampaignNotFoundError(LookupError):
    """No campaign has this id."""


class CampaignChangedError(RuntimeError):
    """The campaign was extended concurrently; the request may be repeated."""


class AdoptionRefusedError(RuntimeError):
    """This code cannot take over the job; the message says why."""


class NothingToCertifyError(RuntimeError):
    """The job has no counts with a certificate; the message says which have one."""


class StaleLeaseError(RuntimeError):
    """A commit came after the lease was lost; nothing of it was stored."""


class DamagedCheckpointError(RuntimeError):
    """A checkpoint differs from the ledger's digest."""


class IdempotencyConflictError(RuntimeError):
    """An idempotency key was reused with another request."""


class TooManyJobsError(RuntimeError):
    """The job limit is reached; the message states it. left: how many jobs may still be submitted."""

    def __init__(self, whose: str, most: int, there: int) -> None:
        super().__init__(f"{most} jobs{whose} may be queued or running, and {there} are")
        self.most, self.left = most, max(0, most - there)


class DataFolderUnusableError(RuntimeError):
    """The data folder is not writable; the message says why."""


class DataFolderInUseError(RuntimeError):
    """Another process works on this data folder."""
