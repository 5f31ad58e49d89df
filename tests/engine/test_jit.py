"""Kernels in files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOURCE = """
import sys
import numpy as np
from engine.jit import kernel

@kernel
def halves(values):
    found = np.empty(len(values))
    for place in range(len(values)):
        found[place] = values[place] / 2
    return found

print(halves(np.arange(3)).tolist(), sum(halves.stats.cache_hits.values()), "numba.np.linalg" in sys.modules)
"""


def test_what_is_compiled_is_loaded_without_what_compiles(tmp_path: Path) -> None:
    """The first process compiles; the second loads, and none of what turns numpy's functions into machine code."""
    script = tmp_path / "halves.py"
    script.write_text(SOURCE)
    environment = os.environ | {
        "NUMBA_CACHE_DIR": str(tmp_path / "kernels"),
        "NUMBA_DISABLE_JIT": "0",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }

    def printed() -> str:
        command = [sys.executable, str(script)]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.strip()

    assert printed() == "[0.0, 0.5, 1.0] 0 True"
    assert printed() == "[0.0, 0.5, 1.0] 1 False"
