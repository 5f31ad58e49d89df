"""Files of a shard as the engine sees them: names and bytes. Where they are is for the workers to say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Files(Protocol):
    """Files whose names tell their content, so that a name that exists need not be written again."""

    def write(self, name: str, content: Sequence[NDArray[np.generic]]) -> None:
        """Write the bytes of the arrays, one after the other: the file is there whole, on the disk, or not at all.

        An existing file of that name and length is left unchanged; a reader that finds it damaged removes it.
        NoSpaceError where there is no room for it.
        """

    def read(self, name: str, start: int = 0, size: int | None = None) -> NDArray[np.uint8]:
        """Read `size` bytes from `start`, None: to the end; fewer where there are fewer.

        LostFileError where the file is missing or cannot be read.
        """

    def names(self, prefix: str) -> list[str]:
        """Return all file names that begin with `prefix`, ascending."""

    def free(self) -> float:
        """Return how many more bytes may be written, infinity where there is no limit."""

    def remove(self, names: Iterable[str]) -> None:
        """Remove files that are no longer needed; those already gone are passed over."""


@dataclass(frozen=True)
class ShardFiles:
    """Files that go with the job, and files that stay.

    own: what the shard keeps for itself. shared: what the shards of its job leave for each other. kept: what outlives
    the job. losses: in words, the lost or damaged files that its runner made good. A repeat of the slice from the same
    checkpoint may not meet them.
    """

    own: Files
    shared: Files
    kept: Files
    losses: list[str] = field(default_factory=list)
