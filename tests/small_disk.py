"""A small disk of the test's own, which may be filled and made read-only; needs the right to mount."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest


class SmallDisk:
    """A file system of a few MiB in memory."""

    def __init__(self, path: Path, mebibytes: int) -> None:
        self.path = path
        path.mkdir()
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={mebibytes}m", "cavalier-test", str(path)],
            capture_output=True,
            check=False,
        )
        if done.returncode:
            pytest.skip("we have no right to mount")

    def fill(self) -> None:
        """Leave no room at all."""
        with (self.path / "filling").open("wb", buffering=0) as file:
            for size in (1 << 16, 1 << 12, 1):
                try:
                    while file.write(bytes(size)):
                        pass
                except OSError:
                    continue

    def empty(self) -> None:
        """Give the room back."""
        (self.path / "filling").unlink()

    def protect(self, *, writable: bool) -> None:
        """Make the disk read-only, or writable again."""
        mode = "rw" if writable else "ro"
        subprocess.run(["mount", "-o", f"remount,{mode}", str(self.path)], check=True)

    def remove(self) -> None:
        """Unmount it."""
        subprocess.run(["umount", "-l", str(self.path)], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[SmallDisk]:
    """A disk of 16 MiB."""
    if os.geteuid() != 0:
        pytest.skip("we have no right to mount")
    disk = SmallDisk(tmp_path / "disk", 16)
    yield disk
    disk.remove()
