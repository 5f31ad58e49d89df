"""`cavalier note`: notes and tags of jobs, campaigns and boards, over HTTP."""

from __future__ import annotations

from http import HTTPStatus
from itertools import islice
from urllib.parse import quote

import click

from cavalier.errors import ProblemError
from cavalier.transport import Document, Transport
from cli.errors import nothing
from cli.options import print_json
from cli.output import echo_message
from cli.service.connection import service_options
from cli.service.jobs import MAX_ON_A_PAGE
from language.translate import gettext

RESOURCES = ("jobs", "campaigns", "boards")


@click.command(short_help="Put notes and tags on a job, a campaign or a board, or show them.")
@click.argument("subject", metavar="JOB|CAMPAIGN|BOARD")
@click.argument("text", required=False)
@click.option("--tag", "tags", multiple=True, help="Add this tag; may be repeated.")
@click.option(
    "--limit", type=click.IntRange(min=1), default=20, show_default=True, help="Show at most this many notes."
)
@service_options
def note(
    subject: str, text: str | None, *, tags: tuple[str, ...], limit: int, client: Transport, as_json: bool
) -> None:
    """Put the Markdown TEXT on a job, a campaign (by their ids) or a board (by its label).

    Without TEXT and --tag: show the tags and the newest notes.
    """
    address, known = _find(client, subject)
    if text is not None:
        made = client.post(f"{address}/notes", {"text": text, "tags": list(tags)})
        if as_json:
            print_json(made)
        else:
            echo_message(f"note {made['id']} stands on {subject}")
        return
    if tags:
        known = client.post(f"{address}/tags", {"tags": list(tags)})
    notes = [] if tags else list(islice(client.items(f"{address}/notes", limit=min(limit, MAX_ON_A_PAGE)), limit))
    if as_json:
        print_json({"tags": known["tags"], "notes": notes})
        return
    if known["tags"]:
        listed = ", ".join(one["name"] for one in known["tags"])
        click.echo(gettext("Tags: %(tags)s", tags=listed))
    for one in notes:
        click.echo(f"{one['created_at'][:16].replace('T', ' ')} UTC{', ' + one['author'] if one['author'] else ''}")
        click.echo(one["text"] + "\n")
    if not known["tags"] and not notes:
        raise nothing(f"note on {subject}")


def _find(client: Transport, subject: str) -> tuple[str, Document]:
    """Return the address of the subject with this id or label, and its tags; else the problem of the last resource."""
    for resource in RESOURCES:
        address = f"/{resource}/{quote(subject, safe='')}"
        try:
            return address, client.get(f"{address}/tags")
        except ProblemError as error:
            if error.status != HTTPStatus.NOT_FOUND or resource == RESOURCES[-1]:
                raise
    raise AssertionError
