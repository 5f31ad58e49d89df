"""What people would call a job: its question in a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.boards.labels import parse_board
from engine.boards.squares import square_name
from engine.errors import InvalidProblemError
from engine.programs import RULE

SORTS = {"any": "tours", "closed": "closed tours", "open": "open tours"}
ONE = {"any": "A tour", "closed": "A closed tour", "open": "An open tour"}


def job_title(specification: Mapping[str, Any], board: str | None) -> str:
    """Return a job's question. specification: as stored; board: the label of its board, None where it has none."""
    kind = str(specification["kind"])
    if board is None:
        return _without_board(kind, specification)
    words = {
        "enumerate": _enumeration,
        "sample": _sampling,
        "construct": _construction,
        "distance": _distance,
    }.get(kind, _other)
    return words(specification, board) + _piece(specification.get("piece"))


def square_words(board: str, square: Sequence[int]) -> str:
    """Return a square's name on flat boards ("a1"), its coordinates ("1,1") on others."""
    try:
        found = parse_board(board)
        return square_name(found, found.index(list(square))) or ",".join(map(str, square))
    except InvalidProblemError:
        return ",".join(map(str, square))


def _without_board(kind: str, specification: Mapping[str, Any]) -> str:
    if kind == "test-generator":
        return f"Test of the generator {specification['generator']}"
    return "Imported tours" if kind == "import" else kind.capitalize()


def _enumeration(specification: Mapping[str, Any], board: str) -> str:
    sort = SORTS[specification.get("tours", "any")]
    limit = specification.get("limit") or {}
    if "tours" in limit:
        first = f"The first {limit['tours']:,} {sort} of {board}"
    elif "nodes" in limit:
        first = f"A search for {sort} of {board}, up to {limit['nodes']:,} squares entered"
    else:
        first = f"All {sort} of {board}"
    ruled = " by Warnsdorff's rule" if specification.get("method") == RULE else ""
    return first + ruled + _starts(specification, board, by_end=bool(specification.get("by_end")))


def _starts(specification: Mapping[str, Any], board: str, *, by_end: bool) -> str:
    starts = specification.get("starts", "all")
    if starts == "all":
        return ", by both ends" if by_end else ", by start square" if specification.get("tours") != "closed" else ""
    if len(starts) == 1:
        return f" from {square_words(board, starts[0])}"
    return f" from {len(starts)} squares"


def _sampling(specification: Mapping[str, Any], board: str) -> str:
    sort = SORTS[specification.get("tours", "any")]
    method = specification.get("method")
    if method == RULE:
        return f"How often Warnsdorff's rule succeeds on {board}" + (", exactly" if specification.get("exact") else "")
    first = f"Uniform random {sort} of" if method == "frontier" else f"How many {sort} has"
    question = "" if method == "frontier" else "? An estimate"
    starts = specification.get("starts", "all")
    where = "" if starts == "all" else _starts(specification, board, by_end=False)
    return f"{first} {board}{where}{question}"


def _construction(specification: Mapping[str, Any], board: str) -> str:
    start, end = specification.get("start"), specification.get("end")
    ends = "" if start is None else f" from {square_words(board, start)}"
    ends += "" if end is None else f" to {square_words(board, end)}"
    return f"{ONE[specification.get('tours', 'any')]} of {board}{ends}"


def _distance(specification: Mapping[str, Any], board: str) -> str:
    start, end = specification["from"], specification.get("to", "all")
    if start == end == "all":
        return f"Distances between all squares of {board}"
    if "all" in (start, end):
        return f"Distances from {square_words(board, end if start == 'all' else start)} on {board}"
    if specification.get("via"):
        return f"A walk from {square_words(board, start)} that collects {len(specification['via'])} squares of {board}"
    return f"Moves from {square_words(board, start)} to {square_words(board, end)} on {board}"


def _other(specification: Mapping[str, Any], board: str) -> str:
    return f"{str(specification['kind']).capitalize()} of {board}"


def _piece(piece: Any) -> str:  # noqa: ANN401  the field as JSON
    return "" if piece in (None, "knight", [1, 2]) else f", by the ({','.join(map(str, piece))})-leaper"
