"""Engine digests: one name for "this code computed that", recorded with every job and slice.

The digest of a job is that of the code that can change its result: what its runner, kernels and planner reach by
their imports, with the versions of numba and numpy. Importing this module loads none of it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path

from engine.import_graph import Sources
from engine.kinds.methods import METHODS, get_method

DIGEST_LENGTH = 16
HERE = Path(__file__).parent


class Digests:
    """The digests of the engine whose package folder is `root`."""

    def __init__(self, root: Path) -> None:
        self._sources = Sources(root)
        self._versions = [f"{package}=={version(package)}" for package in ("numba", "numpy")]

    def of_modules(self, modules: Iterable[str]) -> str:
        """Return the first 16 hex digits of the SHA-256 of all that these modules reach and of the versions."""
        return self._sources.digest(modules, *self._versions)[:DIGEST_LENGTH]

    def of_job(self, kind: str, method: str | None) -> str:
        """Return the digest of the code that computes jobs of this kind and method."""
        return self.of_modules(get_method(kind, method).modules)

    def of_kernels(self) -> str:
        """Return one digest of all modules that contain kernels."""
        return self.of_modules(self._sources.importers("engine.jit"))

    def programs(self) -> dict[str, list[str]]:
        """Return the programs, as "kind" or "kind method", by the digest of their code."""
        found: dict[str, list[str]] = {}
        for kind, methods in METHODS.items():
            for method, program in methods.items():
                name = kind if method is None else f"{kind} {method}"
                found.setdefault(self.of_modules(program.modules), []).append(name)
        return found

    def of_all_jobs(self) -> frozenset[str]:
        """Return the digests of every kind and method that has a runner."""
        programs = (program for methods in METHODS.values() for program in methods.values())
        return frozenset(self.of_modules(program.modules) for program in programs if program.runner is not None)


@cache
def modules_digest(*modules: str) -> str:
    """Return the digest of what these modules reach in this code."""
    return own_digests().of_modules(modules)


@cache
def own_digests() -> Digests:
    """Return the digests of this very code."""
    return Digests(HERE)


@cache
def job_code_digest(kind: str, method: str | None) -> str:
    """Return the digest of this code for jobs of this kind and method."""
    return own_digests().of_job(kind, method)


@cache
def own_code_digests() -> frozenset[str]:
    """Return the digests of all jobs that this code may continue."""
    return own_digests().of_all_jobs()


@cache
def kernels_digest() -> str:
    """Return the digest of this code's kernels: what a worker is built of, and the name of its cache folder."""
    return own_digests().of_kernels()


def use_cache_folder(parent: Path) -> Path:
    """Point numba at a cache folder of these very kernels below `parent`. Call before numba is imported.

    All kernels share one folder. Numba notices no edit of a helper in another file, so any edit of code that a kernel
    can reach compiles all of them anew. Numba also keeps machine code by the path of its source, so the same code in
    another place has its own folder; otherwise everything would seem compiled.
    """
    place = hashlib.sha256(str(HERE).encode()).hexdigest()[:8]
    folder = parent / f"cavalier-kernels-{kernels_digest()}-{place}"
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    return folder
