"""The client's wheel in a fresh environment."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.processes import ROOT, clean_environment

PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.acceptance
def test_the_first_block_runs_as_printed(tmp_path: Path) -> None:
    """It runs outside the repository in a fresh environment, beside the service's packages, and draws a tour."""
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", "wheels"]
    subprocess.run([*build, str(ROOT / "client"), "--quiet"], cwd=tmp_path, check=True)
    [wheel] = (tmp_path / "wheels").glob("cavalier_client-*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], cwd=tmp_path, check=True)
    alone = subprocess.run(
        [python, "-c", "import cavalier; cavalier.local()"],
        cwd=tmp_path,
        env=clean_environment({}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "a local service needs the service itself" in alone.stderr
    # Add the service from where it is installed: its packages come after those of the new environment.
    library = next((tmp_path / "venv" / "lib").glob("python*")) / "site-packages"
    (library / "service.pth").write_text(
        "\n".join(path for path in sys.path if path.endswith("site-packages")) + f"\n{ROOT}\n"
    )
    [block, *_] = PYTHON.findall((ROOT / "client" / "README.md").read_text())
    done = subprocess.run(
        [python, "-c", block],
        cwd=tmp_path,
        env=clean_environment({}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    printed = "".join(f"{line[2:]}\n" for line in block.splitlines() if line.startswith("# "))
    assert doctest.OutputChecker().check_output(printed, done.stdout, doctest.ELLIPSIS), done.stdout
    assert (tmp_path / "tour.svg").read_text().startswith("<svg")
