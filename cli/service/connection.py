"""The service that a command talks to; what it refuses ends the command as any other problem."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from http import HTTPStatus

import click

from cavalier.errors import AddressError, NoAnswerError, OtherServerError, ProblemError
from cavalier.transport import Transport
from cli.errors import ProblemError as CommandProblemError
from cli.errors import problem
from cli.options import DEFAULT_URL, json_option, token_option
from language.current import current

url_option = click.option("--url", envvar="CAVALIER_URL", default=DEFAULT_URL, show_default=True, help="The service.")


@contextmanager
def service(url: str, token: str | None = None) -> Iterator[Transport]:
    """Open the connections to a service for as long as a command talks to it."""
    try:
        with Transport(url, token, language=current()) as transport:
            yield transport
    except ProblemError as error:
        raise CommandProblemError(error.document) from error
    except AddressError as error:
        raise problem("No address", f"--url {error}", status=HTTPStatus.BAD_REQUEST) from error
    except NoAnswerError as error:
        detail = f"{error}. `cavalier serve` starts a service; --url names another"
        raise problem("No answer", detail) from error
    except OtherServerError as error:
        raise problem("No Cavalier", f"{error}; --url names another service") from error


def service_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add --url, --token and --json to a command that talks to a service, which it gets as `client`."""

    @wraps(command)
    def decorate(*, url: str, token: str | None, **options: object) -> None:
        with service(url, token) as client:
            command(client=client, **options)

    return url_option(token_option(json_option(decorate)))
