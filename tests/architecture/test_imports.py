"""What may import what, as the running interpreter sees it."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("api", "cli", "drawing", "engine", "language", "migrations", "store", "workers")
NEVER_NUMBA = ("api.app", "store.jobs.lifecycle", "engine.kinds.registry", "cavalier")


def test_import_contracts_hold() -> None:
    """Every contract in pyproject.toml is kept."""
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("module", NEVER_NUMBA)
def test_numba_stays_unloaded(module: str) -> None:
    """Importing the module in a fresh interpreter leaves numba out: contracts miss implicit parent imports."""
    program = f"import sys, {module}; sys.exit('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr or f"{module} loads numba"


@pytest.mark.parametrize("name", PACKAGES)
def test_top_level_packages_are_ours(name: str) -> None:
    """The generic names resolve to this project, not to something installed beside it."""
    package = importlib.import_module(name)
    assert package.__file__ is not None
    assert Path(package.__file__).resolve().parent == ROOT / name


@pytest.mark.parametrize(
    "path", sorted(path for name in PACKAGES for path in (ROOT / name).rglob("__init__.py")), ids=str
)
def test_package_files_hold_only_a_docstring(path: Path) -> None:
    """Importing a package loads nothing but the package."""
    body = ast.parse(path.read_text()).body
    assert len(body) == 1
    assert isinstance(body[0], ast.Expr)
    assert isinstance(body[0].value, ast.Constant)
