"""Checkpoints with files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.errors import KernelLimitError, LostFileError
from engine.kinds.running import checkpoint_files
from engine.kinds.running.checkpoint_files import load_spilled, spill
from workers.files.folder import Folder


@pytest.fixture(autouse=True)
def _small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint_files, "MIN_FILE_BYTES", 1 << 10)


def test_large_arrays_go_and_come_back(tmp_path: Path) -> None:
    """A row contains small arrays and digests; loading restores all arrays; loading the next row removes old files."""
    first = {"small": np.arange(3), "large": np.arange(1000).reshape(500, 2)}
    row = spill(first, Folder(tmp_path))
    assert sum(array.nbytes for array in row.values()) < 100
    whole, held = load_spilled(row, Folder(tmp_path))
    assert whole.keys() == first.keys()
    assert all(np.array_equal(whole[name], first[name]) for name in first)
    (old,) = list(tmp_path.iterdir())
    following = spill({"large": np.arange(2000)}, Folder(tmp_path), held)
    assert old in list(tmp_path.iterdir())  # the following checkpoint may not have been committed yet
    load_spilled(following, Folder(tmp_path))
    assert old not in list(tmp_path.iterdir())
    assert len(list(tmp_path.iterdir())) == 1


def test_a_damaged_or_missing_file_is_noticed(tmp_path: Path) -> None:
    """A checkpoint is whole or does not load."""
    row = spill({"large": np.arange(1000)}, Folder(tmp_path))
    (path,) = list(tmp_path.iterdir())
    np.save(path, np.arange(1000) + 1)
    with pytest.raises(KernelLimitError, match="not what"):
        load_spilled(row, Folder(tmp_path))
    assert not path.exists()  # so that it will be written again
    with pytest.raises(LostFileError, match="cannot be read"):
        load_spilled(row, Folder(tmp_path))


def test_without_a_folder_nothing_is_spilled(tmp_path: Path) -> None:
    """Without a folder a checkpoint keeps all its arrays; loading one with files names the missing setting."""
    arrays = {"large": np.arange(1000)}
    row = spill(arrays, Folder(tmp_path))
    assert spill(arrays, None) == arrays
    with pytest.raises(KernelLimitError, match="CAVALIER_SPILL_FOLDER"):
        load_spilled(row, None)


def test_without_large_arrays_nothing_tells_of_files(tmp_path: Path) -> None:
    """The checkpoint of a shard at its end is the same whatever was spilled on the way."""
    _, held = load_spilled(spill({"large": np.arange(1000)}, Folder(tmp_path)), Folder(tmp_path))
    assert spill({"small": np.arange(3)}, Folder(tmp_path), held).keys() == {"small"}
