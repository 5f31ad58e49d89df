"""The command's front door."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cli.main import COMMANDS, main
from tests.processes import ROOT, cavalier, clean_environment

HELP_SECONDS = 0.3
QUESTION = '{"kind": "enumerate", "board": "3x4"}'
LOADED = """
import sys
from cli.main import main
try:
    main(sys.argv[1:])
except SystemExit as end:
    assert not end.code
print()
print(*sorted(sys.modules))
"""
SLOW_MODULES = ("numba", "numpy", "sqlalchemy", "alembic", "flask", "celery", "httpx2", "rich", "pydantic")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_loads_and_says_what_the_table_says(name: str) -> None:
    """Each command of the table exists and has the same short help."""
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.name == name
    assert command.get_short_help_str(200) == COMMANDS[name][1]


def test_unknown_commands_are_refused() -> None:
    """A name that is not in the table is a usage error."""
    done = CliRunner().invoke(main, ["castle"])
    assert done.exit_code == 2
    assert "castle" in done.output


def test_help_answers_at_once() -> None:
    """`cavalier --help` takes less than 0.3 s of processor time, which other work on the machine does not stretch."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(cavalier("--help"), cwd=ROOT, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < HELP_SECONDS


def test_help_loads_nothing_heavy() -> None:
    """`--help` leaves every large library alone."""
    program = f"import sys, cli.main; sys.exit(any(name in sys.modules for name in {SLOW_MODULES}))"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize(
    ("command", "kinds"),
    [(("known", "8x8"), set()), (("count", "6x6"), {"enumerate"}), (("run", QUESTION), {"enumerate"})],
    ids=lambda part: part[0] if isinstance(part, tuple) else "",
)
def test_a_command_loads_the_code_of_the_kinds_that_it_asks_about(
    tmp_path: Path, command: tuple[str, ...], kinds: set[str]
) -> None:
    """It loads no planner or words of another kind; a known answer needs no kernels and no logs."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *command, "--data", str(tmp_path)],
        cwd=ROOT,
        env=clean_environment({}),
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.splitlines()[-1].split())

    assert "sqlalchemy" in loaded
    assert {name for name in loaded if name.startswith("phrasing.kinds.")} == {
        f"phrasing.kinds.{kind}" for kind in kinds
    }
    planners = {name.split(".")[2] for name in loaded if re.fullmatch(r"engine\.kinds\.\w+\.planner", name)}
    assert planners <= kinds
    if command[0] == "known":
        assert loaded.isdisjoint({"api", "numba", "structlog", "workers"})


def test_commands_stand_in_groups_and_typos_are_recognised() -> None:
    """The help has a heading for each group; a mistyped name gets the suggestion of a similar one."""
    lines = CliRunner().invoke(main, ["--help"]).stdout.splitlines()
    headings = [line for line in lines if line in ("Ask at once:", "Jobs of a service:", "Laboratory:")]
    wrong = CliRunner().invoke(main, ["tuor", "8x8"])

    assert headings == ["Ask at once:", "Jobs of a service:", "Laboratory:"]
    assert sum(line.startswith("  count ") for line in lines) == 1
    assert wrong.exit_code == 2
    assert "there is no command tuor; did you mean tour?" in wrong.stderr
