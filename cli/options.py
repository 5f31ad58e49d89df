"""Options and arguments that several commands share."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import IO, Any, TypeVar

import click

from cli.errors import invalid, problem
from engine.specification.json_document import read_document
from language.current import DEFAULT, speak
from language.translate import gettext

Command = TypeVar("Command", bound=Callable[..., object])

MAX_INDENTED = 100_000
"""Most characters of an indented document; longer ones are not for reading, and indenting is slow."""

FILE = click.Path(path_type=Path, dir_okay=False)
"""A file to read or to write."""

DEFAULT_URL = "http://127.0.0.1:8000"

first_option = click.option(
    "--first",
    type=click.IntRange(0, 1),
    default=1,
    show_default=True,
    help="Number of the first square where a tour is printed as a board of numbers.",
)


def _for_machines(_context: click.Context, _option: click.Parameter, value: bool) -> bool:
    """Switch to English for output that machines read."""
    if value:
        speak(DEFAULT)
    return value


json_option = click.option(
    "--json", "as_json", is_flag=True, is_eager=True, callback=_for_machines, help="Print JSON for machines."
)
data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="CAVALIER_DATA",
    default=Path("data"),
    show_default=True,
    help="Folder of the embedded database.",
)
threads_option = click.option(
    "--threads", type=click.IntRange(min=1), default=None, help="Threads that compute.  [default: one for each core]"
)
record_url_option = click.option("--url", envvar="CAVALIER_URL", help="Ask this service.  [default: the data folder]")
tag_option = click.option("--tag", multiple=True, help="Only those with this tag; may be repeated.")
token_option = click.option("--token", envvar="CAVALIER_TOKEN", help="API key, where the service asks for one.")


class SpecFile(click.File):
    """A file, standard input, or the JSON itself if the argument begins like an object."""

    name = "spec"

    def __init__(self) -> None:
        super().__init__("rb")

    def convert(
        self, value: str | PathLike[str] | IO[Any], param: click.Parameter | None, ctx: click.Context | None
    ) -> IO[Any]:
        """Return the file that the specification is read from."""
        if isinstance(value, str) and value.lstrip().startswith("{"):
            return BytesIO(value.encode())
        return super().convert(value, param, ctx)


spec_argument = click.argument("spec", type=SpecFile())


def read_spec(file: IO[bytes]) -> object:
    """Decode a job specification; a problem (exit code 2) where it is not JSON or a key stands twice."""
    try:
        read, twice = read_document(file.read())
    except RecursionError as error:
        raise problem("Malformed JSON", f"{getattr(file, 'name', 'SPEC')}: nested too deeply", status=400) from error
    except json.JSONDecodeError as error:
        name, line, column = getattr(file, "name", "SPEC"), error.lineno, error.colno
        raise problem(
            "Malformed JSON", f"{name}: is not valid JSON at line {line}, column {column}", status=400
        ) from error
    except ValueError as error:
        what = "is not text in UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        raise problem("Malformed JSON", f"{getattr(file, 'name', 'SPEC')}: {what}", status=400) from error
    if twice is not None:
        raise invalid([{"pointer": twice, "detail": gettext("stands twice: give it once")}])
    return read


def print_json(document: object) -> None:
    """Print a document on standard output, a short one indented."""
    text = json.dumps(document)
    click.echo(text if len(text) > MAX_INDENTED else json.dumps(document, indent=2))
