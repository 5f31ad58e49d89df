"""Only files of ended jobs are removed."""

from __future__ import annotations

from pathlib import Path

from store.database.db import Database
from store.jobs.lifecycle import cancel
from tests.store.job_samples import stored_job
from workers.files.job_folders import folder_of, remove_leftovers


def test_only_folders_of_ended_jobs_are_removed(sqlite_database: Database, tmp_path: Path) -> None:
    """Folders of cancelled jobs are removed; those of running jobs and of unknown names stay."""
    with sqlite_database.writing() as session:
        live, dead = (stored_job(session).public_id for _ in range(2))
        cancel(session, dead)
    spill = tmp_path / "spill"
    for name in (live, dead, "0123456789abcdef"):
        (spill / name).mkdir(parents=True)
        (spill / name / "cycles.7.digest").write_bytes(b"states")
    (spill / "a file").write_bytes(b"somebody's")

    remove_leftovers(sqlite_database, spill)

    assert {path.name for path in spill.iterdir()} == {live, "0123456789abcdef", "a file"}
    assert (spill / live / "cycles.7.digest").exists()


def test_without_a_folder_there_is_nothing_to_remove(sqlite_database: Database, tmp_path: Path) -> None:
    """Nothing is removed if the folder is not set or not yet created."""
    remove_leftovers(sqlite_database, None)
    remove_leftovers(sqlite_database, tmp_path / "none")
    assert folder_of(None, "job") is None
    assert folder_of(tmp_path, "job") == tmp_path / "job"


def test_a_database_out_of_reach_is_no_crash(tmp_path: Path) -> None:
    """Without the database the sweeper continues, and the files stay for the next sweep."""
    (tmp_path / "0123456789abcdef").mkdir()
    (tmp_path / "x").mkdir()

    class Away:
        def reading(self) -> None:
            raise OSError

    remove_leftovers(Away(), tmp_path)  # type: ignore[arg-type]  # stands for a database
    assert len(list(tmp_path.iterdir())) == 2
