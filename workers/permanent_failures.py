"""Permanent errors of a shard, which quarantine it at once, with the reason."""

from __future__ import annotations

from engine.errors import InvalidProblemError, KernelLimitError, LostFileError
from workers.host.memory_limit import bound_in_words


class StepOverrunError(RuntimeError):
    """One step exceeded its time limit."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"a step ran for more than {seconds:g} s and was given up")


def permanent_failure_reason(error: Exception) -> str | None:
    """Return why a shard with this error cannot be done here, None if a retry may help."""
    if isinstance(error, StepOverrunError):
        return str(error)
    if isinstance(error, MemoryError):
        detail = f": {error}" if str(error) else ""
        return (
            f"it needs more than the {bound_in_words()} of memory that a worker may have (CAVALIER_MEMORY_MIB){detail}"
        )
    if isinstance(error, InvalidProblemError):
        return f"it cannot be computed: {error.pointer}: {error.message}"
    if isinstance(error, KernelLimitError) and not isinstance(error, LostFileError):
        return f"it is beyond a limit of its method: {error}"
    return None
