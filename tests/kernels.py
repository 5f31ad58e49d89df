"""The kernel cache of the tests: `python -m tests.kernels` compiles all kernels into it, on all cores.

Without that the first tests would all compile the same kernels at once, each in a process of its own.
"""

from __future__ import annotations

import os
import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
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


def compile_share(first: int, step: int) -> list[str]:
    """Run every `step`-th warm-up job from the `first` on; return why some failed."""
    from engine.kinds.methods import warm_up_jobs  # noqa: PLC0415  loads numba, which reads its cache folder's name now
    from workers.warm_up.compile import compile_kernels  # noqa: PLC0415  as above

    return compile_kernels(lambda _done, _of: None, list(warm_up_jobs())[first::step])


def main() -> None:
    """Compile all, in a process for each core."""
    use_test_cache()
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        failures = [why for share in pool.map(compile_share, range(cores), [cores] * cores) for why in share]
    if failures:
        raise SystemExit("\n".join(failures))


if __name__ == "__main__":
    main()
