"""What the store refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from store.models.deletions import Deletion


class JobNotFoundError(LookupError):
    """No job has this id."""


class JobDeletedError(JobNotFoundError):
    """The job was deleted; the message says by whom and when. deletion: what is known of it still."""

    def __init__(self, message: str, deletion: Deletion) -> None:
        super().__init__(message)
        self.deletion = deletion


class CampaignNotFoundError(LookupError):
    """No campaign has this id."""


class CampaignChangedError(RuntimeError):
    """Somebody else has added to the campaign meanwhile; the request may come again."""


class AdoptionRefusedError(RuntimeError):
    """This code cannot go on with the job; the message says why."""


class NothingToCertifyError(RuntimeError):
    """The job has counted nothing of which there is a certificate; the message says what has one."""


class StaleLeaseError(RuntimeError):
    """A commit came after the lease was lost; nothing of it was kept."""


class DamagedCheckpointError(RuntimeError):
    """A checkpoint is not what the ledger says."""


class IdempotencyConflictError(RuntimeError):
    """An idempotency key was used again with another request."""


class TooManyJobsError(RuntimeError):
    """There is no room for further jobs; the message says how many may be there. left: how many may come still."""

    def __init__(self, whose: str, most: int, there: int) -> None:
        super().__init__(f"{most} jobs{whose} may be queued or running, and {there} are")
        self.most, self.left = most, max(0, most - there)


class DataFolderUnusableError(RuntimeError):
    """Nothing can be written to this data folder; the message says why."""


class DataFolderInUseError(RuntimeError):
    """Another process works on this data folder."""
