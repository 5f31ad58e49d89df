"""`cavalier known`: what the record says of a board, without computing anything."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from textwrap import shorten
from typing import Any
from urllib.parse import quote

import click
from rich.console import Console

from cli.errors import invalid, nothing
from cli.options import data_option, json_option, print_json, token_option
from cli.output import quantity_said
from cli.show.documents import console, listing, print_whole, say, square_text
from drawing.numbers import group_digits, plus_minus
from engine.errors import InvalidProblemError
from engine.kinds.figure_scope import LENGTHS
from findings.statements.statement import Statement
from language.translate import gettext, translate
from phrasing.vocabulary import quantity_name

MOST_SOURCES = 2
LONGEST_TITLE = 24


@click.command(short_help="Show what is known about a board, with its sources.")
@click.argument("board")
@click.option("--url", envvar="CAVALIER_URL", help="Ask this service.  [default: the data folder]")
@token_option
@data_option
@json_option
def known(board: str, *, url: str | None, token: str | None, data: Path, as_json: bool) -> None:
    """Print the facts known of BOARD, by jobs, in the atlas or published, each with its sources."""
    statements = _at_a_service(url, token, board) if url else _here(data, board)
    if as_json:
        print_json(statements)
    if not statements:
        raise nothing(f"figure known of {board}", f"`cavalier count {board}` or `cavalier estimate {board}` makes one")
    if not as_json:
        show_known(console(), board, statements)


def show_known(out: Console, board: str, statements: list[dict[str, Any]]) -> None:
    """Print what is known of all start squares together, and how much more there is."""
    whole = [one for one in statements if one["subject"]["starts"] == "all"]
    others = len(statements) - len(whole)
    rows = [(_what(one), _value(one), translate(one["reliability"]), _sources(one)) for one in whole]
    if rows:
        print_whole(out, listing(f"what is known of {board}", ["", "", "", "who says so"], rows), words_last=True)
    if others:
        say(out, f"and {others} figures of single start squares: --json has them all")


def _here(data: Path, board: str) -> list[dict[str, object]]:
    from pydantic import TypeAdapter  # noqa: PLC0415  a service's answer does without the database

    from cli.database.connect import newest_database  # noqa: PLC0415  as above
    from engine.boards.labels import parse_board  # noqa: PLC0415  as above
    from findings.statements.board_facts import known_statements  # noqa: PLC0415  as above

    try:
        found = parse_board(board)
    except InvalidProblemError as error:
        raise invalid([{"pointer": error.pointer, "detail": error.message}]) from error
    with newest_database(data) as database, database.reading() as session:
        statements = known_statements(session, found)
    written: list[dict[str, object]] = TypeAdapter(list[Statement]).dump_python(statements, mode="json")
    return written


def _at_a_service(url: str, token: str | None, board: str) -> list[dict[str, object]]:
    from cli.service.connection import service  # noqa: PLC0415  the data folder's answer does without

    with service(url, token) as client:
        statements: list[dict[str, object]] = client.get(f"/boards/{quote(board, safe='')}")["statements"]
    return statements


def _what(one: dict[str, Any]) -> str:
    piece = one["subject"]["piece"]
    by = "" if piece == [1, 2] else gettext(", piece %(piece)s", piece=square_text(piece))
    rule = (one["restriction"] or {}).get("rule")
    ruled = gettext(", by %(rule)s", rule=rule) if rule else ""
    if one["quantity"] in LENGTHS:
        return translate(quantity_name(one["quantity"])) + by
    what = gettext(
        "%(convention)s %(quantity)s",
        convention=translate(one["convention"]),
        quantity=quantity_said(one["quantity"]).replace("_", " "),
    )
    return f"{what}{by}{ruled}"


def _value(one: dict[str, Any]) -> str:
    if one["exact"]:
        return group_digits(one["value"])
    return plus_minus(one["value"], one["standard_error"] or 0.0)


def _sources(one: dict[str, Any]) -> str:
    certified = {source["method"] for source in one["sources"] if source["certificate"]}
    named = list(dict.fromkeys(_named(source, certified) for source in one["sources"]))
    others = len(named) - MOST_SOURCES + one["more"]
    methods = one["confirmed_by"]
    confirmed = gettext(", by %(number)s methods", number=len(methods)) if len(methods) > 1 else ""
    more = gettext(" and %(number)s more", number=others) if others > 0 else ""
    return ", ".join(named[:MOST_SOURCES]) + more + confirmed + "".join(map(_certificate, one.get("certificates", [])))


def _certificate(one: dict[str, Any]) -> str:
    job = one["job"][:6]
    if one.get("program"):
        made = gettext(", counted again by %(program)s", program=one["program"])
        return made if one["agrees"] else gettext(", CONTRADICTED by %(program)s", program=one["program"])
    if one["agrees"]:
        return gettext(", certified by job %(id)s", id=job)
    return gettext(", CONTRADICTED by the certificate of job %(id)s", id=job)


def _named(source: dict[str, Any], certified: Collection[str]) -> str:
    """Return a source in a few words: the number of its sequence, the job by its method, else its title's beginning.

    certified: methods by which an entry of the atlas that is certified has found the figure; all its entries by them
    are one source.
    """
    if source["link"]:
        return f"OEIS {source['link'].rpartition('/')[2]}"
    if source["kind"] == "job":
        return gettext("job %(id)s (%(method)s)", id=source["id"][:6], method=translate(source["method"]))
    if source["kind"] == "atlas":
        method = translate(source["method"])
        how = gettext("%(method)s, certified", method=method) if source["method"] in certified else method
        return gettext("%(title)s (%(how)s)", title=translate(source["title"]), how=how)
    return shorten(translate(source["title"]), LONGEST_TITLE, placeholder=" …")
