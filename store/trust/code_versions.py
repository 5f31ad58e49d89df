"""What a code digest stands for: version, commit and packages, recorded by each computing process."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess  # nosec B404  git is asked for the commit
from functools import cache
from importlib.metadata import PackageNotFoundError, distributions, version
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.code_digest import own_digests
from store.database.db import Database, now
from store.database.insertion import insert_or_keep
from store.models.operations import CodeVersionRow

ROOT = Path(__file__).resolve().parents[2]
COMMIT = "CAVALIER_COMMIT"
"""Environment variable with the commit, for sources outside a repository, such as images."""

GIT_SECONDS = 10.0


def report_code(database: Database) -> None:
    """Record what the digests of this code stand for, unless known."""
    known = own_digests().programs()
    with database.reading() as session:
        written = set(session.scalars(select(CodeVersionRow.digest).where(CodeVersionRow.digest.in_(known))))
    if written.issuperset(known):
        return
    code = {
        "version": own_version(),
        "commit": own_commit(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "packages": _packages(),
    }
    with database.writing() as session:  # only after git and all reads, so that others can write meanwhile
        moment = now(session)
        for digest, programs in known.items():
            insert_or_keep(session, CodeVersionRow, digest=digest, programs=programs, first_seen=moment, **code)


def find_code_version(session: Session, digest: str) -> CodeVersionRow | None:
    """Return the row of a digest, if known."""
    return session.get(CodeVersionRow, digest)


def own_version() -> str:
    """Return the version of the service; "0" if it is not installed."""
    try:
        return version("cavalier")
    except PackageNotFoundError:
        return "0"


@cache
def own_commit() -> str | None:
    """Return the commit of the source, with "-dirty" if files differ from it; None if unknown."""
    given, git = os.environ.get(COMMIT), shutil.which("git")
    if given or git is None or not (ROOT / ".git").exists():
        return given or None
    command = [git, "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        done = subprocess.run(  # noqa: S603  # nosec B603  our own arguments
            command, capture_output=True, text=True, timeout=GIT_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None


def _packages() -> dict[str, str]:
    found = {str(one.metadata["Name"]): one.version for one in distributions()}
    return dict(sorted(found.items(), key=lambda pair: pair[0].lower()))
