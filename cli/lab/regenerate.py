"""`cavalier regenerate`: make a constructed tour again from its recipe, whatever its size."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO

import click
import numpy as np
from numpy.typing import NDArray

from cli.errors import invalid, problem
from cli.options import FILE, first_option, read_spec, spec_argument
from cli.output import echo_message
from cli.show.tour_file import write_drawing
from drawing.amounts import amount
from engine.construction.request import Request
from engine.kinds.construct.runner import construct, request_of
from engine.kinds.construct.specification import ConstructSpecification
from engine.kinds.parse import InvalidSpecificationError, parse_problem
from engine.specification.problem import BoardProblem
from engine.tours.format import direction_pieces, grid_lines
from language.translate import gettext

FORMS = (".npy", ".txt", ".dir", ".svg")


@click.command(short_help="Make a constructed tour again and write it to a file.")
@spec_argument
@click.argument("out", type=FILE)
@click.option("--digest", help="The digest that the tour must have.")
@first_option
def regenerate(*, spec: IO[bytes], out: Path, digest: str | None, first: int) -> None:
    """Run the construction in SPEC, a recipe or any specification of kind "construct", and write its tour to OUT.

    OUT ends in .npy (square numbers as 32-bit integers), .txt (grid of move numbers), .dir (start and directions) or
    .svg (drawing). Memory is that of the tour's square numbers, whatever the form.
    """
    try:
        asked = parse_problem(read_spec(spec))
    except InvalidSpecificationError as error:
        raise invalid([{"pointer": fault.pointer, "detail": fault.message} for fault in error.faults]) from error
    if (
        not isinstance(asked, BoardProblem)
        or not isinstance(asked.spec, ConstructSpecification)
        or out.suffix not in FORMS
    ):
        raise problem("Nothing to regenerate", f"give a construction, and a file {', '.join(FORMS)}", status=422)
    report, tour = construct(asked)
    if tour is None:
        raise problem("No tour", report["explanation"])
    if digest is not None and digest != report["tour"]["digest"]:
        raise problem("Another tour", f"the digest of the tour is {report['tour']['digest']}")
    _write(request_of(asked), tour, out, first, closed=report["tour"]["closed"])
    size, digest = amount(len(tour), "square"), report["tour"]["digest"]
    echo_message(gettext("%(squares)s, digest %(digest)s", squares=size, digest=digest))


def _write(request: Request, tour: NDArray[np.int32], out: Path, first: int, *, closed: bool) -> None:
    """Write the tour in the form that the file's suffix names."""
    if out.suffix == ".npy":
        np.save(out, tour)
    elif out.suffix == ".svg":
        write_drawing(request.board, request.piece, tour, out, closed=closed)
    else:
        by_grid = out.suffix == ".txt"
        pieces = grid_lines(request.board, tour, first) if by_grid else _directions(request, tour)
        with out.open("w", encoding="utf-8") as file:
            file.writelines(pieces)


def _directions(request: Request, tour: NDArray[np.int32]) -> Iterator[str]:
    if not request.board.joining.is_bordered:
        raise problem("No directions", "directions name moves on flat boards and boxes only", status=422)
    return direction_pieces(request.board, request.piece, tour)
