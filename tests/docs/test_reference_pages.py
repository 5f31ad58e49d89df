"""The reference pages list everything there is, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest

from cli.main import COMMANDS, main
from store.settings import FROM_FILE, SETTINGS, Setting, Settings
from tests.processes import ROOT

SETTINGS_PAGE = (ROOT / "docs" / "settings.md").read_text()
COMMANDS_PAGE = (ROOT / "docs" / "cli.md").read_text()


def commands(group: click.Group, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield every command below `group` that does something itself, with its full name."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, f"{path}{name} ")
        if command is not None and not (isinstance(command, click.Group) and command.no_args_is_help):
            yield f"{path}{name}", command


ALL_COMMANDS = dict(commands(main))


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_has_its_row(setting: Setting) -> None:
    """The table has name, default and help of every setting as in the code."""
    default = f"`{setting.default}`" if setting.default else ""
    assert f"| `{setting.variable}` | {default} | {setting.help} |" in SETTINGS_PAGE


def test_no_setting_is_invented() -> None:
    """Every variable named by pages and deployments is a setting or belongs to another reader."""
    files = [*ROOT.glob("*.md"), ROOT / "client" / "README.md", *(ROOT / "docs").rglob("*.md")]
    files += [*ROOT.glob("deploy/systemd/*.service"), ROOT / "Dockerfile", ROOT / "docker-compose.yml"]
    found = {name for path in files for name in re.findall(r"\bCAVALIER_[A-Z_]*[A-Z]\b", path.read_text())}
    assert len(found) > len(SETTINGS)
    Settings.from_env(dict.fromkeys(found - {row.variable + end for row in SETTINGS for end in ("", FROM_FILE)}, ""))


@pytest.mark.parametrize("name", ALL_COMMANDS)
def test_every_command_has_its_section(name: str) -> None:
    """Each command has a heading, and below it each of its options."""
    command = ALL_COMMANDS[name]
    sections = re.split(r"^## ", COMMANDS_PAGE, flags=re.MULTILINE)
    section = next((part for part in sections if part.startswith(f"cavalier {name}\n")), None)
    assert section is not None
    options = [option for parameter in command.params for option in parameter.opts if option.startswith("--")]
    assert [option for option in options if f"`{option}" not in section] == []


def test_no_command_is_invented() -> None:
    """Every heading names a command that exists."""
    headings = re.findall(r"^## cavalier (.+)$", COMMANDS_PAGE, flags=re.MULTILINE)
    assert sorted(headings) == sorted(ALL_COMMANDS)
    assert {heading.split()[0] for heading in headings} == set(COMMANDS)
