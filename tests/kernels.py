"""The kernel cache of the tests: `python -m tests.kernels` compiles all kernels into it, on all cores.

Without that the first tests would all compile the same kernels at once, each in a process of its own.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from engine.code_digest import use_cache_folder
from engine.compile_waits import ALL_COMPILED


def use_test_cache() -> None:
    """Point numba at a cache folder that belongs to this very code. Call before numba is imported."""
    if "NUMBA_CACHE_DIR" not in os.environ:
        use_cache_folder(Path(tempfile.gettempdir()))
    folder = Path(os.environ["NUMBA_CACHE_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ALL_COMPILED).touch()  # workers of tests compile what they need, and nothing ahead


def main() -> None:
    """Compile all, in a process for each core."""
    use_test_cache()
    from workers.warm_up.parallel import compile_in_parallel  # noqa: PLC0415  loads numba, which reads its cache folder's name now

    failures = compile_in_parallel(os.cpu_count() or 1, lambda _done, _of: None)
    if failures:
        raise SystemExit("\n".join(failures))


if __name__ == "__main__":
    main()
