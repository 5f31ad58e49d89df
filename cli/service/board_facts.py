"""`cavalier known`: what the record says of a board, without computing anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

import click
from rich.console import Console

from cli.errors import invalid, nothing, problem
from cli.lazy import lasting
from cli.options import data_option, json_option, print_json, record_url_option, token_option
from cli.output import phrase_quantity
from cli.show.documents import console, listing, print_whole, say
from cli.show.sources import sources_of
from drawing.amounts import amount
from drawing.numbers import group_digits, plus_minus
from engine.boards.squares import by_name
from engine.errors import InvalidProblemError
from engine.features.extremes import QUANTITIES
from engine.kinds.figure_scope import LENGTHS
from language.translate import gettext, gettext_noop, translate
from phrasing.pieces import by_piece
from phrasing.vocabulary import quantity_name

Known = tuple[list[dict[str, Any]], str | None, str | None]
"""The statements; the sentence that answers what is asked; and one that says that the answer is not known."""


@click.command("known", short_help="Show what is known about a board, with its sources.")
@click.argument("board")
@click.option("--start", help="How many tours begin on this square, a1 or 1,1?")
@click.option("--end", help="How many of them end on this square? With --start.")
@click.option("--closed/--open", "closed", default=None, help="How many closed, or open, tours?")
@record_url_option
@token_option
@data_option
@json_option
def show_facts(
    board: str,
    *,
    start: str | None,
    end: str | None,
    closed: bool | None,
    url: str | None,
    token: str | None,
    data: Path,
    as_json: bool,
) -> None:
    """Print the facts known of BOARD, by jobs, in the atlas or published, each with its sources.

    With --start, --end, --closed or --open: the exact number of these tours in one sentence.
    """
    if end is not None and start is None:
        raise click.UsageError(gettext("--end needs --start"))
    given = {"start": start, "end": end, "tours": None if closed is None else "closed" if closed else "open"}
    asked = {name: value for name, value in given.items() if value is not None}
    statements, sentence, unknown = _at_a_service(url, token, board, asked) if url else _here(data, board, asked)
    if as_json:
        print_json(statements)
    if not statements and sentence is None:
        question = f"{board} --start {start}" if start else board
        question += "" if closed is None else " --closed" if closed else " --open"
        advice = gettext_noop(f"`cavalier count {question}` or `cavalier estimate {question}` makes one")
        if unknown is not None:
            makes = translate(advice)
            raise problem("Nothing found", f"{unknown} {makes}.")
        raise nothing(f"figure known of {board}", advice)
    if as_json:
        return
    if not asked:
        show_known(console(), board, statements)
        return
    say(console(), sentence or "")
    if statements:
        say(console(), gettext("Exact, by %(sources)s.", sources=sources_of(statements[0])))


def show_known(out: Console, board: str, statements: list[dict[str, Any]]) -> None:
    """Print what is known of all start squares together, and how much more there is."""
    whole = [one for one in statements if one["subject"]["starts"] == "all"]
    others = len(statements) - len(whole)
    rows = [(_what(one), _value(one), translate(one["reliability"]), sources_of(one)) for one in whole]
    if rows:
        print_whole(out, listing(f"what is known of {board}", ["", "", "", "source"], rows), words_last=True)
    if others:
        more = amount(others, "figure")
        say(out, f"and {more} of single start squares: --json has them all")


def _here(data: Path, board: str, asked: dict[str, str]) -> Known:
    """Return the known facts or answer from the record of the data folder."""
    with lasting():
        from cli.database.connect import newest_database  # noqa: PLC0415  a service's answer does without the database
        from engine.boards.labels import parse_board  # noqa: PLC0415  as above
        from findings.statements.board_facts import gather_board_facts  # noqa: PLC0415  as above
        from findings.statements.statement import as_json  # noqa: PLC0415  as above

    try:
        found = parse_board(board)
        if asked:
            from findings.statements.known_answer import (  # noqa: PLC0415  loads all that phrases an answer
                answer_words,
                known_answer,
                question_about,
                unknown_words,
            )

            question = question_about(found, **asked)  # type: ignore[arg-type]  # by name
    except InvalidProblemError as error:
        raise invalid([{"pointer": error.pointer, "detail": error.message}]) from error
    with newest_database(data) as database, database.reading() as session:
        if not asked:
            return as_json(gather_board_facts(session, found)), None, None
        answer, named = known_answer(session, question), by_name(asked.values())
        return as_json(answer.figures), answer_words(answer, named=named), unknown_words(answer, named=named)


def _at_a_service(url: str, token: str | None, board: str, asked: dict[str, str]) -> Known:
    from cli.service.connection import service  # noqa: PLC0415  the data folder's answer does without

    with service(url, token) as client:
        document = client.get(f"/boards/{quote(board, safe='')}", **asked)
    return document["statements"], document.get("answer"), document.get("unknown")


def _what(one: dict[str, Any]) -> str:
    by = by_piece(one["subject"]["piece"])
    rule = (one["restriction"] or {}).get("rule")
    ruled = gettext(", by %(rule)s", rule=rule) if rule else ""
    if one["quantity"] in (*LENGTHS, *QUANTITIES):
        return translate(quantity_name(one["quantity"])) + by
    what = gettext(
        "%(convention)s %(quantity)s",
        convention=translate(one["convention"]),
        quantity=phrase_quantity(one["quantity"]).replace("_", " "),
    )
    return f"{what}{by}{ruled}"


def _value(one: dict[str, Any]) -> str:
    if one["exact"]:
        return group_digits(one["value"])
    return plus_minus(one["value"], one["standard_error"] or 0.0)
