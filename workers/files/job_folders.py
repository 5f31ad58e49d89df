"""Job folders; those of ended jobs are never read again."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from store.database.db import Database
from store.jobs.maintenance import ended_jobs

if TYPE_CHECKING:
    from upath import UPath

log = structlog.get_logger(__name__)


def folder_of(spill: Path | UPath | None, job: str) -> Path | UPath | None:
    """Return the folder of a job's files, None if no folder is set."""
    return None if spill is None else spill / job


def remove_leftovers(database: Database, spill: Path | UPath | None) -> None:
    """Remove the folders of ended jobs, but none of jobs unknown to this database.

    Failures are only logged: the folders are removed next time.
    """
    if spill is None:
        return
    try:
        if not spill.is_dir():
            return
        names = [folder.name for folder in spill.iterdir() if folder.is_dir()]
        with database.reading() as session:
            ended = ended_jobs(session, names)
        for name in sorted(ended):
            remove_files(spill / name)
            log.debug("files of an ended job removed", job=name)
    except Exception as error:  # noqa: BLE001  an object store raises errors of its own
        log.warning("files of ended jobs not removed", error=repr(error))


def remove_files(folder: Path | UPath | None) -> None:
    """Remove a job's folder, if any; files still used by a slice of a cancelled job are removed next time."""
    if folder is None or not folder.exists():
        return
    if isinstance(folder, Path):
        shutil.rmtree(folder, ignore_errors=True)
    else:
        folder.fs.rm(folder.path, recursive=True)
