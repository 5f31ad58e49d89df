"""The engine digest: one name for "this code computed that", recorded with every slice.

It also keys numba's cache folder, so an edited helper can never leave a stale kernel behind. Importing this
module loads neither numba nor numpy.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from importlib.metadata import version
from pathlib import Path

DIGEST_LENGTH = 16


@cache
def engine_digest() -> str:
    """Return the first 16 hex digits of the SHA-256 of every engine source and the numba and numpy versions."""
    root = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    for package in ("numba", "numpy"):
        digest.update(f"{package}=={version(package)}".encode())
    return digest.hexdigest()[:DIGEST_LENGTH]


def use_cache_folder(parent: Path) -> Path:
    """Point numba at a cache folder of this very code below `parent`. Call before numba is imported."""
    folder = parent / f"cavalier-kernels-{engine_digest()}"
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    return folder
