"""Kernels in files."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import get_args, get_origin, get_type_hints

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher
from numba.core.errors import TypingError

import engine
from engine.jit import kernel

SOURCE = """
import sys
import numpy as np
from engine.jit import allocating

@allocating
def halves(values):
    found = np.empty(len(values))
    for place in range(len(values)):
        found[place] = values[place] / 2
    return found

print(halves(np.arange(3)).tolist(), sum(halves.stats.cache_hits.values()), "numba.np.linalg" in sys.modules)
"""


def test_what_is_compiled_is_loaded_without_what_compiles(tmp_path: Path) -> None:
    """The first process compiles; the second loads the kernel, and not numba's support for numpy functions."""
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


@kernel
def makes_an_array(size: int) -> int:
    """Make an array, as only a kernel that counts references may."""
    return len(np.empty(size))


COMPILED = pytest.mark.skipif(not isinstance(makes_an_array, Dispatcher), reason="kernels are not compiled")


@COMPILED
def test_a_kernel_that_counts_no_references_makes_no_arrays() -> None:
    """The compiler refuses it, so that no array is ever left without an owner."""
    with pytest.raises(TypingError, match="np_empty"):
        makes_an_array(3)


def holds_arrays(annotation: object) -> bool:
    """Whether a value of this type is an array, or has one among its parts."""
    return get_origin(annotation) is np.ndarray or any(map(holds_arrays, get_args(annotation)))


@COMPILED
def test_no_kernel_that_counts_no_references_returns_arrays() -> None:
    """Such an array would be freed twice, as its caller would take ownership of it."""
    folder, seen = Path(engine.__path__[0]), 0
    for path in folder.rglob("*.py"):
        if "from engine.jit import" not in path.read_text():
            continue
        module = import_module(".".join(("engine", *path.relative_to(folder).with_suffix("").parts)))
        for name, value in vars(module).items():
            if isinstance(value, Dispatcher) and not value.targetoptions["_nrt"]:
                seen += 1
                assert not holds_arrays(get_type_hints(value.py_func)["return"]), (module.__name__, name)
    assert seen > 100
