"""`cavalier atlas certify --checker`: entries of the atlas counted again here by an independent program."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence

import click

from cli.errors import problem
from cli.output import echo_message, with_subject
from findings.atlas.certification import with_recount
from findings.atlas.entries import Entry
from language.translate import gettext_noop, translate
from verify.atlas import Checker, Verdict, recounts
from verify.checker import NAME, PRIME, NoCompilerError, source_digest

MEMORY = 1024
"""MiB that the program sorts at once."""

VERDICTS = {
    "confirmed": gettext_noop("confirmed"),
    "contradicted": gettext_noop("contradicted"),
    "too long": gettext_noop("takes too long"),
    "too wide": gettext_noop("too wide"),
    "not tried": gettext_noop("not tried"),
}


def recount_entries(entries: Sequence[Entry], seconds: float, minutes: float | None) -> dict[str, Entry]:
    """Return entries whose every figure the program confirms, small boards first; after Ctrl-C, those confirmed so far.

    seconds: the bound of each count. ValueError names the first figure that it contradicts.
    """
    checker, end = Checker(memory=MEMORY, seconds=seconds), None if minutes is None else time.monotonic() + 60 * minutes
    confirmed: dict[str, list[Verdict]] = defaultdict(list)
    try:
        for entry, board, figure in recounts([one for one in entries if one.specification["kind"] == "enumerate"]):
            if end is not None and time.monotonic() > end:
                break
            verdict = checker.verdict(entry, board, figure)
            words = translate(VERDICTS[verdict.verdict])
            click.echo(with_subject(f"{entry.key} {figure.quantity} {figure.start}", words), err=True)
            if verdict.verdict == "contradicted":
                raise ValueError(f"{entry.key}: {NAME} contradicts {figure.quantity} from {figure.start}")
            if verdict.verdict == "confirmed":
                confirmed[entry.key].append(verdict)
    except NoCompilerError as error:
        raise problem("Not counted again", str(error)) from error
    except KeyboardInterrupt:
        echo_message("the same command goes on from here", err=True)
    whole = [one for one in entries if len(confirmed[one.key]) == one.exact_values]
    return {one.key: _with_verdicts(one, confirmed[one.key]) for one in whole if one.exact_values}


def _with_verdicts(entry: Entry, confirmed: Sequence[Verdict]) -> Entry:
    program = {
        "program": NAME,
        "source": source_digest(),
        "seconds": round(sum(one.seconds for one in confirmed), 3),
    }
    return with_recount(entry, len(confirmed), PRIME, program)
