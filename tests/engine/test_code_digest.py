"""The digest of a job is that of the code that can change its result, and of nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.code_digest import HERE, Digests, use_cache_folder
from engine.kinds.methods import METHODS

JOBS = [(kind, method) for kind, methods in METHODS.items() for method in methods]
CONSTRUCTIONS = {("construct", method) for method in METHODS["construct"]}
CENSUSES = {("census", "auto"), ("census", "index"), ("census", "sample"), ("census", "search")}
SWEEPS = {
    ("enumerate", "auto"),
    ("enumerate", "frontier"),
    ("index", None),
    ("sample", "frontier"),
    ("symmetry", None),
    ("certificate", None),
    ("complete", None),
    ("census", "weighted-sweep"),
    *CENSUSES,
}
WALKS = {("sample", method) for method in ("importance", "rotating", "uniform", "warnsdorff")}
COUNTED = {("enumerate", "board-array"), ("enumerate", "link-cutting")}
SEARCHES = {("enumerate", "auto"), ("enumerate", "backtrack"), ("enumerate", "warnsdorff"), *CENSUSES}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Copy the engine, with the drawings beside it, and return its folder."""
    for name in ("engine", "drawing"):
        shutil.copytree(HERE.parent / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "engine"


def changed(root: Path, *edits: str) -> Iterator[tuple[str, str | None]]:
    """Edit files and yield the jobs, as (kind, method), whose digest has changed."""
    before, after = Digests(HERE), Digests(root)
    for edit in edits:
        with (root / edit).open("a") as file:
            file.write("\nEDITED = 1\n")
    return (job for job in JOBS if before.of_job(*job) != after.of_job(*job))


def test_presentation_changes_no_digest(tree: Path) -> None:
    """Editing a drawing, the texts of methods or the text forms of tours changes no job's digest and no cache."""
    edits = ("kinds/methods.py", "../drawing/tour.py", "tours/facts.py", "tours/text.py")
    assert not list(changed(tree, *edits))
    assert Digests(tree).of_kernels() == Digests(HERE).of_kernels()


@pytest.mark.parametrize(
    ("helper", "jobs"),
    [
        ("search/backtrack.py", SEARCHES | COUNTED),
        ("search/pruned.py", SEARCHES),
        ("search/link_cutting.py", COUNTED),
        ("search/frontier/transition.py", SWEEPS | {("strip", None)}),
        ("sampling/array_walks.py", WALKS | {("puzzle", None)}),
        ("sampling/sequential_monte_carlo.py", {("sample", "smc"), ("sample", "transfer-matrix")}),
        ("sampling/strands.py", {("sample", "smc"), ("sample", "transfer-matrix")}),
        ("distances/breadth_first.py", {("distance", None)}),
        ("search/strip/steps.py", {("strip", None)}),
        ("uncrossed/states.py", {("uncrossed", None)}),
        ("construction/heuristics/squirrel_cull.py", CONSTRUCTIONS),
    ],
)
def test_a_kernel_helper_changes_the_jobs_that_use_it(
    tree: Path, helper: str, jobs: set[tuple[str, str | None]]
) -> None:
    """Exactly the jobs that use a helper change; the kernels' cache begins anew, as it misses edits in other files."""
    assert set(changed(tree, helper)) == jobs
    assert Digests(tree).of_kernels() != Digests(HERE).of_kernels()


def test_versions_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another numba or numpy is other code for every job."""
    before = Digests(HERE)
    monkeypatch.setattr("engine.code_digest.version", lambda package: f"{package} of tomorrow")
    assert all(before.of_job(*job) != Digests(HERE).of_job(*job) for job in JOBS)


def test_digests_load_no_kernels() -> None:
    """Finding digests loads neither numba nor numpy."""
    script = (
        "import sys; from engine.code_digest import own_code_digests, kernels_digest;"
        "own_code_digests(); kernels_digest();"
        "assert not {'numba', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=HERE.parent)


def test_the_cache_folder_is_that_of_the_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba's cache folder is set to that of the kernels."""
    monkeypatch.setitem(os.environ, "NUMBA_CACHE_DIR", "elsewhere")
    folder = use_cache_folder(tmp_path)
    assert folder.is_dir()
    assert os.environ["NUMBA_CACHE_DIR"] == str(folder)


def test_the_same_kernels_elsewhere_have_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels at another path have another cache folder."""
    monkeypatch.setitem(os.environ, "NUMBA_CACHE_DIR", "elsewhere")
    here = use_cache_folder(tmp_path)
    assert use_cache_folder(tmp_path) == here
    monkeypatch.setattr("engine.code_digest.HERE", HERE.parent / "another" / "engine")
    assert use_cache_folder(tmp_path) != here
