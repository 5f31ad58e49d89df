"""The folder of the job at work."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

from engine.runners.job_folder import job_folder, shard_folder, working_in


def test_each_thread_has_its_own(tmp_path: Path) -> None:
    """A folder holds for who set it, and no longer than that; another thread does not see it."""
    seen = []
    with working_in(tmp_path):
        thread = Thread(target=lambda: seen.append(job_folder()))
        thread.start()
        thread.join()
        with working_in(None):
            seen.append(job_folder())
        seen.append(job_folder())
    assert [*seen, job_folder()] == [None, None, tmp_path, None]


def test_each_shard_has_its_own(tmp_path: Path) -> None:
    """Shards of one job share a folder, and each has one for itself below it."""
    with working_in(tmp_path, 7):
        assert (job_folder(), shard_folder()) == (tmp_path, tmp_path / "shard-7")
    assert shard_folder() is None
