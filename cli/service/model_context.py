"""`cavalier mcp`: a server of the Model Context Protocol, by which language models use a service."""

from __future__ import annotations

import importlib.util

import click

from cavalier.client import Client
from cli.errors import problem
from cli.options import token_option
from cli.service.connection import service, url_option


@click.command("mcp", short_help="Let language models ask the service, over the Model Context Protocol.")
@click.option(
    "--http", "port", type=click.IntRange(1, 65535), help="Port for HTTP.  [default: standard input and output]"
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on, with --http.")
@url_option
@token_option
def mcp(*, port: int | None, host: str, url: str, token: str | None) -> None:
    """Serve tools for language models: known facts, jobs, tours by number, drawings, SQL.

    A program starts it and talks to it over standard input and output; with --http it listens at /mcp. It needs the
    extra `mcp`: pip install 'cavalier[mcp]'.
    """
    if importlib.util.find_spec("mcp") is None:
        raise problem("Not installed", "this needs the extra `mcp`: pip install 'cavalier[mcp]'", status=501)
    from cli.service.model_tools import make_server  # noqa: PLC0415  what it loads is not always installed

    with service(url, token) as transport:
        server = make_server(Client(transport, cache=None))
        if port is None:
            server.run()
        else:
            server.run("streamable-http", host=host, port=port)
