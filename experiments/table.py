"""Rows of the benches' tables: a figure, a figure beside it, their ratio, and a mark where a busy machine spoils it."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numba
import numpy as np

COMPILER = "g++"
FLAGS = ("-O3", "-march=native")
WIDTHS = (44, 36, 26, 8, 9)


@dataclass(frozen=True)
class Row:
    """One comparison.

    ratio: how many times as good as the figure beside it. target: the required ratio or figure.
    by_wall: whether the figure is measured by the clock, so that other processes' work spoils it.
    """

    what: str
    found: str
    beside: str = ""
    ratio: float | None = None
    target: str = ""
    by_wall: bool = False


def busy() -> bool:
    """Whether other processes leave this machine less than one free core in two."""
    return os.getloadavg()[0] > 1 + (os.cpu_count() or 1) / 4


def machine() -> str:
    """Describe what the figures were measured on."""
    info = Path("/proc/cpuinfo")
    names = [line for line in info.read_text().splitlines() if line.startswith("model name")] if info.exists() else []
    name = names[0].partition(":")[2].strip() if names else platform.machine()
    load = ", ".join(f"{part:.1f}" for part in os.getloadavg())
    versions = f"Python {platform.python_version()}, numba {numba.__version__}, numpy {np.__version__}"
    return f"{os.cpu_count()} cores ({name}), {versions}; {compiler_version()}; load {load}"


def compiler_version() -> str:
    """Name the compiler of the twins and its flags."""
    if shutil.which(COMPILER) is None:
        return "no C++ compiler"
    return f"{show(COMPILER, '--version').splitlines()[0]} {' '.join(FLAGS)}"


def show(command: object, *arguments: object) -> str:
    """Run a command and return what it prints."""
    full = [str(part) for part in (command, *arguments)]
    return subprocess.run(full, check=True, capture_output=True, text=True).stdout


@contextmanager
def compile_twin(source: str, *definitions: str) -> Iterator[Path | None]:
    """Compile a twin, with -D definitions, for the time of the block; None where there is no compiler."""
    if shutil.which(COMPILER) is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        binary = Path(folder) / "twin"
        show(COMPILER, *FLAGS, *definitions, "-o", binary, Path(__file__).parent / "twins" / source)
        yield binary


def line(row: Row) -> str:
    """Return a row as text; figures by the clock are marked where the machine is busy."""
    ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
    target = f"({row.target})" if row.target else ""
    mark = "  spoilt: the machine is busy" if row.by_wall and busy() else ""
    cells = (row.what, row.found, row.beside, ratio, target)
    return "  ".join(f"{cell:{width}}" for cell, width in zip(cells, WIDTHS, strict=True)).rstrip() + mark


def print_rows(rows: Iterable[Row]) -> None:
    """Print the machine and the rows."""
    print(machine(), flush=True)
    for row in rows:
        print(line(row), flush=True)
