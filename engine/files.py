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

        A file of that name and length is left as it is; who finds one damaged removes it. NoSpaceError where there is
        no room for it.
        """

    def read(self, name: str, start: int = 0, size: int | None = None) -> NDArray[np.uint8]:
        """Read `size` bytes from `start`, None: to the end; fewer where there are fewer.

        LostFileError where the file is missing or cannot be read.
        """

    def names(self, prefix: str) -> list[str]:
        """Return the names of all files that begin so, ascending."""

    def free(self) -> float:
        """Return how many bytes more may be written, infinity where nothing bounds them."""

    def remove(self, names: Iterable[str]) -> None:
        """Remove files that are no longer needed; those already gone are passed over."""


@dataclass(frozen=True)
class ShardFiles:
    """Files that go with the job, and files that stay.

    own: what the shard keeps for itself. shared: what the shards of its job leave for each other. kept: what outlives
    the job. losses: what its runner found lost or damaged and made good, in words: who runs the slice again, from the
    same checkpoint but at another time, need not find it so.
    """

    own: Files
    shared: Files
    kept: Files
    losses: list[str] = field(default_factory=list)
