"""The filters of tours as options, which are made and parsed by one table."""

from __future__ import annotations

from collections.abc import Mapping

import click
from pydantic import ValidationError

from cli.errors import ProblemError, problem
from cli.options import Command
from engine.errors import InvalidProblemError
from engine.specification.model_errors import error_words
from language.translate import gettext
from phrasing.tour_filters import TourQuestion


class Filter(click.Option):
    """An option whose help is a phrase of the table; when shown, it becomes a sentence about options."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option, and its help as a sentence."""
        names, phrase = super().get_help_record(ctx) or ("", "")
        board = gettext("needs a board"), gettext("needs --board")
        return names, f"{phrase[:1].upper()}{phrase[1:]}.".replace(*board)


CLOSED = click.option("--closed/--open", "closed", default=None, help="Only closed, or only open tours.")


def tour_filters(command: Command) -> Command:
    """Add an option for each filter of tours, `--closed` and `--open` for the one that is true or false."""
    for name, field in reversed(TourQuestion.model_fields.items()):
        option = click.option(option_of(name), name, cls=Filter, help=field.description)
        command = CLOSED(command) if name == "closed" else option(command)
    return command


def option_of(name: str) -> str:
    """Return the option that stands for a filter."""
    return f"--{name.rstrip('_').replace('_', '-')}"


def question(filters: Mapping[str, object]) -> TourQuestion:
    """Return the question that the options ask; a problem names each option that cannot be read."""
    given = {name.rstrip("_"): value for name, value in filters.items() if value is not None}
    try:
        return TourQuestion.model_validate(given)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        messages = "; ".join(f"{option_of(str(fault['loc'][0]))}: {error_words(fault)}" for fault in faults)
        raise problem("Invalid request", messages, status=422) from error


def filter_problem(error: InvalidProblemError) -> ProblemError:
    """Make the problem of a filter that makes no sense."""
    option = option_of(error.pointer[1:])
    detail = error.message.replace("needs a board", "needs --board")
    return problem("Invalid request", f"{option}: {detail}", status=422)
