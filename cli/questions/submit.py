"""What the questions share: their options, and how a job specification is answered, here or by a service."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from cli.errors import FAILED
from cli.lazy import lasting
from cli.options import data_option, json_option, print_json, threads_option, token_option
from cli.output import echo_message
from cli.show.answer import View, show_finding
from cli.show.documents import console
from engine.boards.squares import by_name
from engine.specification.squares import squares_of

COORDINATES = re.compile(r"\d+(,\d+)+")


@dataclass(frozen=True)
class Asking:
    """Where a question is answered and how the answer is printed. url: of a service; None: here, in the data folder."""

    url: str | None
    token: str | None
    data: Path
    threads: int | None
    again: bool
    anyway: bool
    only_spec: bool
    as_json: bool


def question_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that every question has; the command gets them as `asking`."""

    @click.option("--url", envvar="CAVALIER_URL", help="Ask this service.  [default: compute here]")
    @token_option
    @data_option
    @threads_option
    @click.option("--again", is_flag=True, help="Compute it, even if the answer is known or an equal job has finished.")
    @click.option("--anyway", is_flag=True, help="Begin it here even if it takes more than a week.")
    @click.option("--spec", "only_spec", is_flag=True, help="Print the job specification and run nothing.")
    @json_option
    @wraps(command)
    def decorate(**options: Any) -> None:  # noqa: ANN401  click's options
        own = {name: options.pop(name) for name in Asking.__dataclass_fields__}
        command(asking=Asking(**own), **options)

    return decorate


def numbers(text: str) -> str | list[int]:
    """Return text such as "1,1" as a list of numbers, any other as it is."""
    return [int(part) for part in text.split(",")] if COORDINATES.fullmatch(text) else text


def answer(
    specification: dict[str, Any], asking: Asking, *, svg: Path | None = None, first: int = 1
) -> dict[str, object] | None:
    """Print the specification, or run its job to the end and print and return the result.

    Squares stay as they were typed: errors quote them so, and the answer is written like them.
    """
    given = {name: value for name, value in specification.items() if value is not None}
    if asking.only_spec:
        print_json({name: _write_field(value) for name, value in given.items()})
        return None
    result = find_result(given, asking, svg=svg)
    if asking.as_json:
        print_json(result)
    else:
        show_finding(console(), result, View(by_name(squares_of(given)), first=first))
    if result["job"]["id"] is None:
        echo_known()
    elif not asking.as_json:
        echo_message(f"--json prints all that job {result['job']['id']} found, --spec what it was asked", err=True)
    if result["job"]["state"] != "succeeded":
        raise SystemExit(FAILED)
    return result


def echo_known() -> None:
    """Say that nothing was computed."""
    echo_message("this was known already; --again computes it", err=True)


def find_result(given: dict[str, Any], asking: Asking, *, svg: Path | None = None) -> dict[str, Any]:
    """Run the job of a specification to the end and return its result, or return a known answer."""
    named = by_name(squares_of(given))
    return _at_a_service(given, asking, named=named) if asking.url else _here(given, asking, svg, named=named)


def _write_field(value: object) -> object:
    """Return a field as specifications are mostly written: coordinates are lists of numbers."""
    if isinstance(value, list):
        return [_write_field(one) for one in value]
    return numbers(value) if isinstance(value, str) else value


def _here(specification: dict[str, object], asking: Asking, svg: Path | None, *, named: bool) -> dict[str, Any]:
    with lasting():
        from cli.processes.known import known_here, refuse_long_run  # noqa: PLC0415  loads the engine, which a service's answer does without

    known = None if asking.again else known_here(specification, asking.data, named=named)
    if known is not None:
        return known
    if not asking.anyway:
        refuse_long_run(specification, asking.data)
    with lasting():
        from cli.processes.run import run_to_end  # noqa: PLC0415  loads the workers, which a known answer does without

    return run_to_end(specification, asking.data, asking.threads, reuse=not asking.again, svg=svg, named=named)


def _at_a_service(specification: dict[str, object], asking: Asking, *, named: bool) -> dict[str, Any]:
    from cli.service.connection import service  # noqa: PLC0415  as above, the other way round
    from cli.service.jobs import follow  # noqa: PLC0415  as above

    with service(asking.url or "", asking.token) as client:
        known = None if asking.again else "first"
        job = client.submit(specification, reuse=not asking.again, known=known, named=named)
        if "known" in job:
            return job
        follow(client, job["id"])
        return client.result(job["id"], named=named)
