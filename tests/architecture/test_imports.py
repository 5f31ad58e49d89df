"""Import rules, as seen by the running interpreter."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from tests.distributions import core_distributions

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = (
    "api",
    "cli",
    "drawing",
    "engine",
    "findings",
    "language",
    "migrations",
    "phrasing",
    "reproduction",
    "store",
    "workers",
)
PRODUCTION = {
    "cli.processes.production",
    "store.sql.postgres",
    "store.tracer",
    "workers.broker.celery_traces",
    "workers.files.object_store",
}
"""Modules that only production or tracing loads, each imported where it is called."""

WITHOUT = """
import pkgutil, sys
from importlib import import_module

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in absent:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

packages, absent = (set(text.split(",")) for text in sys.argv[1:])
sys.meta_path.insert(0, Absent())
for package in packages:
    for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
        try:
            import_module(module.name)
        except ModuleNotFoundError as error:
            print(module.name, error.name)
"""
"""A program that prints each module of some packages that needs something absent, and what it needs."""

NEVER_NUMBA = ("api.app", "store.jobs.lifecycle", "engine.kinds.table", "phrasing.registry", "cavalier")
LOADED = {
    "engine.kinds.table": "list(engine.kinds.table.KINDS.values()), engine.kinds.table.job_specification()",
    "phrasing.registry": "list(phrasing.registry.WORDS.values())",
}
"""Code that loads what a module would load later."""


def test_import_contracts_hold() -> None:
    """Every contract in pyproject.toml is kept."""
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("module", NEVER_NUMBA)
def test_numba_stays_unloaded(module: str) -> None:
    """Importing the module does not load numba, not even by implicit parent imports, which contracts miss."""
    program = f"import sys, {module}; {LOADED.get(module, 'pass')}; sys.exit('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr or f"{module} loads numba"


def test_tracing_is_loaded_only_where_it_is_asked_for() -> None:
    """The application and a worker do not load tracing by default."""
    program = "import sys, api.app, workers.broker.celery_worker; sys.exit('opentelemetry' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr or "tracing is loaded"


def test_only_production_needs_extras() -> None:
    """Every other module can be imported with the plain dependencies only."""
    core = core_distributions()
    absent = {
        module
        for module, names in packages_distributions().items()
        if not any(canonicalize_name(name) in core for name in names)
    }
    assert {"gunicorn", "psycopg", "redis", "s3fs", "sphinx", "upath"} <= absent
    packages = {*PACKAGES, "cavalier"} - {"migrations"}  # which Alembic loads
    program = [sys.executable, "-c", WITHOUT, ",".join(packages), ",".join(absent - {*PACKAGES, "cavalier"})]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {line.split()[0] for line in done.stdout.splitlines()} == PRODUCTION, done.stdout


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
