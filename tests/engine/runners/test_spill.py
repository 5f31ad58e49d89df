"""Checkpoints with files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.errors import KernelLimitError
from engine.runners import spill
from engine.runners.frontier import FrontierRunner
from engine.runners.spill import gathered, spill_folder, spilled
from engine.specification.parse import parse_specification


@pytest.fixture(autouse=True)
def _small_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(spill, "LARGE", 1 << 10)
    monkeypatch.setenv(spill.VARIABLE, str(tmp_path / "spill"))


def files() -> list[Path]:
    """Return the files of the folder."""
    folder = spill_folder()
    assert folder is not None
    return sorted(folder.iterdir())


def test_large_arrays_go_and_come_back() -> None:
    """The row holds small arrays and digests; loading gives the same arrays; loading the next removes these files."""
    first = {"small": np.arange(3), "large": np.arange(1000).reshape(500, 2)}
    row = spilled(first, spill_folder())
    assert sum(array.nbytes for array in row.values()) < 100
    whole, held = gathered(row, spill_folder())
    assert whole.keys() == first.keys()
    assert all(np.array_equal(whole[name], first[name]) for name in first)
    (old,) = files()
    following = spilled({"large": np.arange(2000)}, spill_folder(), held)
    assert old in files()  # the following checkpoint may not have been committed yet
    gathered(following, spill_folder())
    assert old not in files()
    assert len(files()) == 1


def test_a_damaged_or_missing_file_is_noticed() -> None:
    """A checkpoint is whole or does not load."""
    row = spilled({"large": np.arange(1000)}, spill_folder())
    (path,) = files()
    np.save(path, np.arange(1000) + 1)
    with pytest.raises(KernelLimitError, match="not what"):
        gathered(row, spill_folder())
    path.unlink()
    with pytest.raises(KernelLimitError, match="cannot be read"):
        gathered(row, spill_folder())


def test_without_a_folder_nothing_is_spilled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checkpoints stay whole; one with files says what is missing."""
    row = spilled({"large": np.arange(1000)}, spill_folder())
    monkeypatch.delenv(spill.VARIABLE)
    arrays = {"large": np.arange(1000)}
    assert spilled(arrays, spill_folder()) == arrays
    with pytest.raises(KernelLimitError, match=spill.VARIABLE):
        gathered(row, spill_folder())


def test_a_sweep_goes_on_from_files() -> None:
    """6x6 has 9,862 cycles, with every checkpoint through the folder, which does not fill up."""
    spec = parse_specification({"kind": "enumerate", "board": "6x6", "tours": "closed", "method": "frontier"})
    runner = FrontierRunner(spec, {"sweep": []})
    most = 0
    while not runner.finished:
        runner.step(700)
        runner = FrontierRunner(spec, {"sweep": []}, runner.checkpoint())
        most = max(most, len(files()))
    assert int(runner.statistics()["count"][0]) == 9862
    assert 0 < most <= 8
