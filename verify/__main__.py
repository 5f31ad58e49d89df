"""`python -m verify`: recount the figures of the atlas by the independent program, as far as time allows."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import click

from engine.boards.labels import parse_board
from findings.atlas.entries import all_entries
from verify.atlas import Checker, recounts
from verify.checker import NAME


@click.command()
@click.option("--seconds", type=click.FloatRange(min=0), default=2.0, show_default=True, help="Bound for each figure.")
@click.option(
    "--squares",
    type=click.IntRange(min=3),
    default=400,
    show_default=True,
    help="The largest number of squares of a board.",
)
@click.option("--board", "labels", multiple=True, help="Only this board.")
@click.option("--memory", type=click.IntRange(min=1), default=1024, show_default=True, help="MiB sorted at once.")
@click.option("--out", type=click.Path(path_type=Path), help="File for the verdicts, as JSON.")
def main(*, seconds: float, squares: int, labels: tuple[str, ...], memory: int, out: Path | None) -> None:
    """Count what the atlas holds again by the program `knightcount`, modulo a prime; exit code 1 where one differs."""
    entries = [
        entry
        for entry in all_entries()
        if (not labels or entry.board in labels) and parse_board(entry.board).size <= squares
    ]
    checker, found = Checker(memory=memory, seconds=seconds), []
    for entry, board, figure in recounts(entries):
        verdict = checker.verdict(entry, board, figure)
        found.append(verdict)
        if verdict.verdict != "not tried":
            click.echo(
                f"{verdict.entry}  {verdict.quantity} from {verdict.start}: {verdict.verdict}, {verdict.seconds:.1f} s"
            )
    numbers = Counter(verdict.verdict for verdict in found)
    whole = {one.entry for one in found} - {one.entry for one in found if one.verdict != "confirmed"}
    others = ", ".join(f"{number} {verdict}" for verdict, number in numbers.items() if verdict != "confirmed")
    click.echo(f"{NAME}: {numbers['confirmed']} of {len(found)} figures confirmed, {others or 'no other'}")
    click.echo(f"{len(whole)} of {len(entries)} entries confirmed in full")
    if out is not None:
        out.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n", encoding="utf-8")
    if numbers["contradicted"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
