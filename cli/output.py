"""What the command says to people, in the language that the environment asks for. What machines read is English."""

from __future__ import annotations

import sys
from copy import copy
from inspect import cleandoc
from typing import TypeVar

import click

from language.current import DEFAULT, current
from language.translate import gettext, ngettext, translate
from phrasing.vocabulary import quantity_name


def echo_message(text: str, *, err: bool = False) -> None:
    """Print a sentence that was made in English, in the current language."""
    click.echo(translate(text), err=err)


def with_subject(subject: str, text: str) -> str:
    """Return a text after its subject; the text was made in English."""
    return gettext("%(subject)s: %(text)s", subject=subject, text=translate(text))


def phrase_quantity(quantity: str) -> str:
    """Return what a quantity is called: in English as in the documents."""
    return quantity if current() == DEFAULT else translate(quantity_name(quantity))


def teach_click() -> None:
    """Make click speak the current language: each of its modules has its own `_` to replace."""
    for module in [module for name, module in sys.modules.items() if name.startswith("click.")]:
        for word, speaking in (("_", gettext), ("ngettext", ngettext)):
            if hasattr(module, word):
                setattr(module, word, speaking)


Command = TypeVar("Command", bound=click.Command)


def in_own_words(command: Command) -> Command:
    """Return a command whose help, and that of each of its subcommands, is in the current language."""
    if current() == DEFAULT:
        return command
    translated = copy(command)
    translated.help, translated.short_help = _explain(command.help), _explain(command.short_help)
    translated.params = [_option(parameter) for parameter in command.params]
    if isinstance(translated, click.Group):
        translated.commands = {name: in_own_words(one) for name, one in translated.commands.items()}
    return translated


def _option(parameter: click.Parameter) -> click.Parameter:
    translated = copy(parameter)
    if isinstance(translated, click.Option):
        translated.help = _explain(translated.help)
    return translated


def _explain(text: str | None) -> str | None:
    return None if text is None else translate(cleandoc(text))
