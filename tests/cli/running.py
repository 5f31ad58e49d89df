"""Commands run in this process against a service."""

from __future__ import annotations

from click.testing import CliRunner, Result

from cli.main import main
from tests.processes import EmbeddedService


def invoke(service: EmbeddedService, *arguments: str, text: str | None = None) -> Result:
    """Run a command against the service. text: its standard input."""
    return CliRunner(env={"CAVALIER_URL": service.url}).invoke(main, arguments, input=text)
