"""Errors the engine raises; everything else that happens to a job is an outcome, not an error."""

from __future__ import annotations


class InvalidProblemError(ValueError):
    """A request that no computation can start from.

    `pointer` is the JSON pointer of the offending field inside the job specification ("/board"),
    "" where the fault lies in a combination of fields.
    """

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(message)
        self.pointer = pointer
        self.message = message


class KernelLimitError(RuntimeError):
    """A kernel's stated bound (squares, counts, table size) would be exceeded."""


class LostFileError(KernelLimitError):
    """A file that a shard wrote is missing or damaged. What it held can be computed again."""


class NoSpaceError(RuntimeError):
    """There is no room for a job's files, or they cannot be written. The job resumes once that is mended."""
