"""Shortages of the machine, for which no job is to blame: a worker pauses after one, and reports the reason."""

from __future__ import annotations

import errno
import time

from workers.host.memory_limit import is_machine_short
from workers.planning.plan_apart import PlannerKilledError

SHORTAGES = {errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM, errno.EROFS}
"""Errors of a machine without space, files, processes or memory."""

MIN_REST_SECONDS = 10.0
MAX_REST_SECONDS = 300.0


def is_shortage(error: Exception) -> bool:
    """Whether the machine lacks something that the work needs, and that its limits allow."""
    if isinstance(error, MemoryError):
        return is_machine_short()
    return isinstance(error, OSError) and error.errno in SHORTAGES


class Rest:
    """A worker's pause after failures caused by its machine; it doubles with each failure in a row.

    reason: of the last such failure; None once work has succeeded again.
    """

    def __init__(self) -> None:
        """Begin without a pause."""
        self.reason: str | None = None
        self._seconds = MIN_REST_SECONDS / 2
        self._until = 0.0

    @property
    def lasts(self) -> bool:
        """Whether the worker is to claim nothing now."""
        return time.monotonic() < self._until

    def look_at(self, error: Exception) -> None:
        """Pause after a shortage or a killed planner; a pause under way is not extended."""
        if not (is_shortage(error) or isinstance(error, PlannerKilledError)):
            return
        self.reason = str(error) or repr(error)
        if not self.lasts:
            self._seconds = min(2 * self._seconds, MAX_REST_SECONDS)
            self._until = time.monotonic() + self._seconds

    def end(self) -> None:
        """Clear the recorded shortage, as work has succeeded."""
        self.reason, self._seconds, self._until = None, MIN_REST_SECONDS / 2, 0.0
