"""What every runner offers: a shard in memory that can be advanced by bounded steps and written down between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.kinds.base import Arrays


class ShardRunner(Protocol):
    """A shard being worked on. Opened with its target and its last checkpoint (None: from the beginning).

    After any sequence of `step` calls the state reached depends only on the total work done, never on how it was cut.
    """

    def step(self, work: int) -> int:
        """Advance by at most about `work` units (nodes, walks, squares: the kind's own unit); return the units done.

        A worker adapts `work` so that one call takes about 50 ms; a call must not take longer than a second
        for any `work` it has not seen to be slow.
        """

    @property
    def finished(self) -> bool:
        """Whether the target is reached."""

    @property
    def progress(self) -> float:
        """Estimated share done of all that this shard will ever do, 0 to 1."""

    def checkpoint(self) -> Arrays:
        """Return everything needed to go on, as named arrays (no objects).

        What is too large for a row, or is sent to other shards, goes to files where there is a folder for them
        (engine/runners/job_folder.py); the checkpoint then holds their names, which are digests.
        """

    def statistics(self) -> Arrays:
        """Return the small cumulative arrays that `Kind.merge` needs."""

    def take_tours(self) -> NDArray[np.int32]:
        """Return and forget the tours found since the last call: int32 (k, size), square numbers in tour order."""


Opener = Callable[[Any, Mapping[str, Any], Arrays | None], ShardRunner]
"""Opens a shard: its job's specification, its target, and its last checkpoint (None begins it)."""
