"""The command's front door."""

from __future__ import annotations

import resource
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from cli.main import COMMANDS, main
from tests.processes import ROOT, cavalier

HELP_SECONDS = 0.3
SLOW_MODULES = ("numba", "numpy", "sqlalchemy", "alembic", "flask", "celery", "httpx2", "rich", "pydantic")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_loads_and_says_what_the_table_says(name: str) -> None:
    """The table names a command that exists, and its one line is the command's own."""
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


def test_commands_stand_in_groups_and_typos_are_recognised() -> None:
    """The help has a heading for each group; a mistyped name is answered by the one that it resembles."""
    lines = CliRunner().invoke(main, ["--help"]).stdout.splitlines()
    headings = [line for line in lines if line in ("Ask at once:", "Jobs of a service:", "Laboratory:")]
    wrong = CliRunner().invoke(main, ["tuor", "8x8"])

    assert headings == ["Ask at once:", "Jobs of a service:", "Laboratory:"]
    assert sum(line.startswith("  count ") for line in lines) == 1
    assert wrong.exit_code == 2
    assert "there is no command tuor; did you mean tour?" in wrong.stderr
