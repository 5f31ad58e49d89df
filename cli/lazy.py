"""A click group that imports a command only when it is called, so that `cavalier --help` answers at once."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from cli.errors import problem
from cli.output import in_own_words, teach_click
from language.current import of_environment, speaking
from language.translate import gettext, gettext_noop, translate


class LazyGroup(click.Group):
    """A group described by a table: command name to ("module:attribute", one line of help)."""

    def __init__(
        self,
        *args: Any,  # noqa: ANN401  click's
        table: Mapping[str, tuple[str, str]],
        headings: Mapping[str, str] | None = None,
        **kwargs: Any,  # noqa: ANN401  click's
    ) -> None:
        """Take the table of commands. headings: of the help, by the command that each stands before."""
        super().__init__(*args, **kwargs)
        self.table = table
        self.headings = headings or {}

    def main(self, *args: Any, **extra: Any) -> Any:  # noqa: ANN401  click's signature
        """Run the command in the language that the environment asks for; `--language` may ask for another."""
        teach_click()
        with speaking(of_environment(os.environ)):
            return super().main(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401  click's signature
        """Run the command; a problem names the extra if a package is missing."""
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as error:
            detail = (
                f"there is no package {error.name}; "
                "PostgreSQL, Redis and object stores need pip install 'cavalier[production]'"
            )
            raise problem("Package missing", detail) from error

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        """Return the names in the deliberate order of the table; click would sort them."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  click's signature
        """Import the command; None where there is none of this name."""
        if cmd_name not in self.table:
            return None
        module, _, attribute = self.table[cmd_name][0].partition(":")
        with lasting():
            command: click.Command = getattr(import_module(module), attribute)
        return in_own_words(command)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Explain the group itself in the current language."""
        super(LazyGroup, in_own_words(self)).format_help(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  as above
        """List the commands from the table alone."""
        groups: list[tuple[str, list[tuple[str, str]]]] = [(gettext_noop("Commands"), [])]
        for name, (_, line) in self.table.items():
            if name in self.headings:
                groups.append((self.headings[name], []))
            groups[-1][1].append((name, translate(line)))
        for heading, rows in groups:
            if rows:
                with formatter.section(translate(heading)):
                    formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is named; for an unknown name, fail with the name that it resembles."""
        name = args[0]
        if name not in self.table and not name.startswith("-"):
            alike = get_close_matches(name, self.table, n=1)
            if alike:
                ctx.fail(gettext("there is no command %(name)s; did you mean %(meant)s?", name=name, meant=alike[0]))
        return super().resolve_command(ctx, args)


@contextmanager
def lasting() -> Iterator[None]:
    """Create objects that live as long as the process without garbage collections, and exempt them from later ones.

    Saves a sixth of the start-up time, and most of the collection time of code that soon makes many objects.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
