"""House rules about the repository as a whole."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = re.compile(r"https?://|--(extra-)?index-url|--find-links")
NUMBERED = re.compile(r"\d{4}_[a-z0-9_]+\.py")


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_locks_are_hashed_and_name_no_index(name: str) -> None:
    """Every pin has hashes, and no line names a package index."""
    text = (ROOT / name).read_text()
    pins = re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]
    assert pins
    assert all("==" in pin and "--hash=sha256:" in pin for pin in pins)
    assert not ADDRESS.search(text)


def test_locks_agree() -> None:
    """The development lock includes the runtime's packages in the same versions."""
    runtime, development = (_pins(name) for name in ("requirements.lock", "requirements-dev.lock"))
    assert runtime.items() <= development.items()


def test_pins_name_the_extras_that_other_packages_ask_for() -> None:
    """Pins include the required extras, as pip before 23.3 would otherwise fetch `coverage[toml]` without a hash."""
    pinned = [Requirement(f"{name}=={version}") for name, version in _pins("requirements-dev.lock").items()]
    extras = {pin.name: pin.extras for pin in pinned}
    asked = [need for pin in pinned for need in _needs(pin.name)]
    assert any(need.extras for need in asked)
    assert [str(need) for need in asked if not need.extras <= extras.get(need.name, need.extras)] == []


def test_migrations_are_numbered() -> None:
    """Migrations have a number and a name that says what they do."""
    names = sorted(path.name for path in (ROOT / "migrations" / "versions").glob("*.py"))
    assert names
    assert all(NUMBERED.fullmatch(name) for name in names)


@pytest.mark.parametrize(
    ("schema", "name"),
    [
        ("vendor.compose-spec", "docker-compose.yml"),
        ("vendor.citation-file-format", "CITATION.cff"),
        ("vendor.github-workflows", ".github/workflows/gate.yml"),
        ("vendor.github-workflows", ".github/workflows/nightly.yml"),
    ],
)
def test_files_for_other_programs_are_valid(schema: str, name: str) -> None:
    """Files for other programs satisfy the schemas of those programs."""
    tool = str(Path(sys.executable).with_name("check-jsonschema"))
    command = [tool, "--builtin-schema", schema, name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_gate_runs_on_every_supported_python() -> None:
    """The matrix covers the oldest to the newest version promised to contributors."""
    matrix = yaml.safe_load((ROOT / ".github/workflows/gate.yml").read_text())["jobs"]["gate"]["strategy"]["matrix"]
    versions = [int(version.removeprefix("3.")) for version in matrix["python"]]
    promised = re.search(r"\| Python \| 3\.(\d+) to 3\.(\d+) \|", (ROOT / "CONTRIBUTING.md").read_text())
    assert promised
    assert versions == list(range(int(promised[1]), int(promised[2]) + 1))
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"] == f">=3.{versions[0]}"


def test_hooks_call_tools_of_the_checks() -> None:
    """The hooks of git call only tools of `make check`."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    tools = {hook["entry"].split()[0].removeprefix(".venv/bin/") for hook in hooks}
    assert tools == {"ruff", "mypy", "lint-imports"}
    assert [tool for tool in tools if f"$(BIN)/{tool}" not in (ROOT / "Makefile").read_text()] == []


def test_every_change_has_a_known_kind() -> None:
    """Each file in changes/ has a kind with a heading in the changelog."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    kinds = {kind["directory"] for kind in project["tool"]["towncrier"]["type"]}
    names = [path.name for path in (ROOT / "changes").iterdir() if path.name != "README.md"]
    assert [name for name in names if not re.fullmatch(rf"\+[a-z0-9-]+\.({'|'.join(kinds)})\.md", name)] == []


def test_the_image_has_every_package() -> None:
    """The Dockerfile copies exactly what .dockerignore admits, and all installed packages."""
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    names = {name for line in copied for name in line.split()}
    let_through = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert names == let_through
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert {name.partition("/")[0] for name in packages} <= names


def _pins(name: str) -> dict[str, str]:
    lines = (ROOT / name).read_text().splitlines()
    return dict(line.partition(" ")[0].split("==", 1) for line in lines if "==" in line and not line.startswith(" "))


def _needs(package: str) -> list[Requirement]:
    """Return the requirements of an installed package that apply here; none if it is for other systems."""
    try:
        needs = [Requirement(need) for need in requires(package) or ()]
    except PackageNotFoundError:
        return []
    return [need for need in needs if need.marker is None or need.marker.evaluate({"extra": ""})]


def test_the_benchmarks_stay_small() -> None:
    """The suite covers kernels, claims, exports and pages; studies belong to the experiments."""
    assert sum(len(path.read_text().splitlines()) for path in (ROOT / "bench").glob("*.py")) <= 1500


def test_every_benchmark_can_be_loaded() -> None:
    """Benchmarks are run by hand, so that a renamed dependency would break them unnoticed."""
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for folder in ("bench", "experiments")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.name != "__init__.py"
    ]
    assert len(modules) > 30
    load = f"import importlib\nfor name in {modules!r}:\n    importlib.import_module(name)"
    subprocess.run([sys.executable, "-c", load], cwd=ROOT, check=True)
