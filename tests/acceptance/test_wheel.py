"""The wheel, installed as by `pip install`: with its dependencies, without extras, outside the repository."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import venv
from html import unescape
from pathlib import Path

import httpx2
import pytest

from tests.distributions import core_distributions
from tests.processes import ROOT, clean_environment
from tests.servers import Process, wait_until

pytestmark = pytest.mark.acceptance
JOB = {"kind": "enumerate", "board": "5x5"}
PAGES = ("/", "/jobs", "/boards", "/boards/5x5", "/campaigns", "/tours", "/sources", "/sources/delphi", "/atlas")
QUESTION = "/query?sql=SELECT+1"
PRODUCTION = {
    "CAVALIER_DATABASE_URL": "postgresql+psycopg://nobody@127.0.0.1:1/none",
    "CAVALIER_BROKER_URL": "redis://127.0.0.1:1/0",
}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in a new environment beside links to our dependencies; return its command."""
    folder = tmp_path_factory.mktemp("wheel")
    venv.create(folder / "venv")
    library = next((folder / "venv" / "lib").glob("python*")) / "site-packages"
    for distribution in core_distributions().values():
        for name in {file.parts[0] for file in distribution.files or ()} - {"..", "__pycache__"}:
            if not (library / name).exists():
                (library / name).symlink_to(str(distribution.locate_file(name)))
    _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT))
    [wheel] = folder.glob("cavalier-*.whl")
    _pip("--python", str(folder / "venv"), "install", "--no-deps", "--no-index", str(wheel))
    return folder / "venv" / "bin" / "cavalier"


def test_questions_are_answered(program: Path, tmp_path: Path) -> None:
    """It constructs a tour, answers from the record, runs a job and speaks French."""
    assert "36" in _run(program, tmp_path, "tour", "6x6", "--closed").stdout
    assert "1728" in _run(program, tmp_path, "known", "5x5").stdout.replace(",", "")
    done = _run(program, tmp_path, "run", json.dumps(JOB), "--json")
    assert "1728" in done.stdout, done.stdout
    assert "Afficher" in _run(program, tmp_path, "--language", "fr", "known", "--help").stdout


def test_pages_are_served(program: Path, tmp_path: Path) -> None:
    """Each page is served with its files and tables; the missing manual's page says how to build it."""
    arguments = [str(program), "serve", "--data", str(tmp_path / "data"), "--port", "0", "--threads", "1"]
    with Process(arguments, tmp_path / "log", _cache(program), tmp_path) as process:
        wait_until(lambda: "http" in process.log.read_text() or not process.alive, "the service tells its address")
        found = re.search(r"http://\S+", process.log.read_text())
        assert found is not None, process.log.read_text()
        with httpx2.Client(base_url=found[0].rstrip(";"), timeout=60) as client:
            offered: set[str] = set()
            for page in (*PAGES, QUESTION):
                answer = client.get(page)
                assert answer.status_code == 200, page
                links = re.findall(r'(?:href|src)="(/[^"]+)"', answer.text)
                offered |= {unescape(link) for link in links if "/static/" in link or "format=" in link}
            assert sum("format=parquet" in link for link in offered) >= len(PAGES) - 3
            for link in sorted(offered):
                answer = client.get(link)
                assert answer.status_code == 200, (link, answer.text)
            manual = client.get("/docs/")
            assert (manual.status_code, "make docs" in manual.text) == (404, True)
        assert process.end() == 0


@pytest.mark.parametrize("command", ["api", "worker", "db upgrade", "export counts"])
def test_production_asks_for_its_extra(program: Path, tmp_path: Path, command: str) -> None:
    """The problem names the extra that is missing."""
    done = _run(program, tmp_path, *command.split(), variables=PRODUCTION, code=1)
    assert json.loads(done.stderr)["title"] == "Package missing"
    assert "cavalier[production]" in json.loads(done.stderr)["detail"]


def _pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *arguments], check=True)


def _run(
    program: Path, folder: Path, *arguments: str, variables: dict[str, str] | None = None, code: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run the command in an empty folder."""
    done = subprocess.run(
        [program, *arguments],
        cwd=folder,
        env=clean_environment(_cache(program) | (variables or {})),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


def _cache(program: Path) -> dict[str, str]:
    """Return variables with a cache of its own, since compiled kernels record the path of their source."""
    return {"XDG_CACHE_HOME": str(program.parents[2] / "cache")}
