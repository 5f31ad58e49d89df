"""What the store refuses."""

from __future__ import annotations

from typing import Any


class JobNotFoundError(LookupError):
    """No job has this id."""


class JobDeletedError(JobNotFoundError):
    """The job was deleted; the message says by whom and when. deletion: what is known of it still."""

    def __init__(self, message: str, deletion: Any) -> None:  # noqa: ANN401  a row of the store's models
        super().__init__(message)
        self.deletion = deletion


class IllegalTransitionError(RuntimeError):
    """The job's state does not allow this; the message says which states do."""


class AdoptionRefusedError(RuntimeError):
    """This code cannot go on with the job; the message says why."""


class StaleLeaseError(RuntimeError):
    """A commit came after the lease was lost; nothing of it was kept."""


class DamagedCheckpointError(RuntimeError):
    """A checkpoint is not what the ledger says."""


class IdempotencyConflictError(RuntimeError):
    """An idempotency key was used again with another request."""


class TooManyJobsError(RuntimeError):
    """As many jobs as are allowed have not ended yet; the message says how many."""

    def __init__(self, whose: str, most: int) -> None:
        super().__init__(f"{most} jobs{whose} may be queued or running, and that many are")
        self.most = most


class DataFolderUnusableError(RuntimeError):
    """Nothing can be written to this data folder; the message says why."""


class DataFolderInUseError(RuntimeError):
    """Another process works on this data folder."""
