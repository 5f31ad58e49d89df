"""The shard of a search for uncrossed paths whose files are lost."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.arrays import Arrays
from engine.kinds.parse import parse_problem
from engine.kinds.running import checkpoint_files as spill
from engine.kinds.running.shard_runner import Shard
from engine.kinds.uncrossed.runner import UncrossedRunner
from workers.files.folder import files_of


def test_a_lost_file_is_computed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweep begins anew, reports the loss, and has the same result."""
    monkeypatch.setattr(spill, "MIN_FILE_BYTES", 1 << 10)
    problem = parse_problem({"kind": "uncrossed", "board": "5x5"})

    def found(folder: Path, *, hurt: bool) -> Arrays:
        files, saved = files_of(folder, 0), None
        runner = UncrossedRunner(Shard(problem, {}, saved, files))
        while not runner.is_finished:
            runner.step(5_000)
            saved = {name: array.copy() for name, array in runner.checkpoint().items()}
            gone = list((folder / "shard-0").glob("*"))
            if hurt and gone:
                hurt = False
                for path in gone:
                    path.unlink()
                runner = UncrossedRunner(Shard(problem, {}, saved, files))
                assert len(files.losses) == 1
                assert runner.progress == 0.0
            else:
                runner = UncrossedRunner(Shard(problem, {}, saved, files))
        assert not hurt
        return runner.statistics()

    whole, again = found(tmp_path / "whole", hurt=False), found(tmp_path / "hurt", hurt=True)
    assert all(np.array_equal(whole[name], again[name]) for name in whole)
