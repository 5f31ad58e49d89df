"""Checkpoints with files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.errors import KernelLimitError
from engine.runners import spill
from engine.runners.job_folder import shard_folder, working_in
from engine.runners.spill import gathered, spilled


@pytest.fixture(autouse=True)
def _small_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(spill, "LARGE", 1 << 10)
    with working_in(tmp_path / "spill"):
        yield


def files() -> list[Path]:
    """Return the files of the folder."""
    folder = shard_folder()
    assert folder is not None
    return sorted(folder.iterdir())


def test_large_arrays_go_and_come_back() -> None:
    """The row holds small arrays and digests; loading gives the same arrays; loading the next removes these files."""
    first = {"small": np.arange(3), "large": np.arange(1000).reshape(500, 2)}
    row = spilled(first, shard_folder())
    assert sum(array.nbytes for array in row.values()) < 100
    whole, held = gathered(row, shard_folder())
    assert whole.keys() == first.keys()
    assert all(np.array_equal(whole[name], first[name]) for name in first)
    (old,) = files()
    following = spilled({"large": np.arange(2000)}, shard_folder(), held)
    assert old in files()  # the following checkpoint may not have been committed yet
    gathered(following, shard_folder())
    assert old not in files()
    assert len(files()) == 1


def test_a_damaged_or_missing_file_is_noticed() -> None:
    """A checkpoint is whole or does not load."""
    row = spilled({"large": np.arange(1000)}, shard_folder())
    (path,) = files()
    np.save(path, np.arange(1000) + 1)
    with pytest.raises(KernelLimitError, match="not what"):
        gathered(row, shard_folder())
    path.unlink()
    with pytest.raises(KernelLimitError, match="cannot be read"):
        gathered(row, shard_folder())


def test_without_a_folder_nothing_is_spilled() -> None:
    """Checkpoints stay whole; one with files says what is missing."""
    arrays = {"large": np.arange(1000)}
    row = spilled(arrays, shard_folder())
    with working_in(None):
        assert spilled(arrays, shard_folder()) == arrays
        with pytest.raises(KernelLimitError, match="CAVALIER_SPILL_FOLDER"):
            gathered(row, shard_folder())


def test_without_large_arrays_nothing_tells_of_files() -> None:
    """The checkpoint of a shard at its end is the same whatever was spilled on the way."""
    _, held = gathered(spilled({"large": np.arange(1000)}, shard_folder()), shard_folder())
    assert spilled({"small": np.arange(3)}, shard_folder(), held).keys() == {"small"}
