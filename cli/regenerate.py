"""`cavalier regenerate`: make a constructed tour again from its recipe, whatever its size."""

from __future__ import annotations

from pathlib import Path
from typing import IO

import click
import numpy as np

from cli.errors import invalid, problem
from cli.options import read_spec, spec_argument
from engine.runners.construction import construct, request_of
from engine.specification.kinds import ConstructSpecification
from engine.specification.parse import InvalidSpecificationError, parse_specification
from engine.tours.text import directions_text, grid_text


@click.command(short_help="Make a constructed tour again and write it to a file.")
@spec_argument
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--digest", help="The digest that the tour must have.")
def regenerate(*, spec: IO[bytes], out: Path, digest: str | None) -> None:
    """Run the construction in SPEC, a recipe or any specification of kind "construct", and write its tour to OUT.

    OUT ends in .npy (square numbers as 32-bit integers), .txt (grid of move numbers) or .dir (start and directions).
    """
    try:
        specification = parse_specification(read_spec(spec))
    except InvalidSpecificationError as error:
        raise invalid([{"pointer": fault.pointer, "detail": fault.message} for fault in error.faults]) from error
    if not isinstance(specification, ConstructSpecification) or out.suffix not in (".npy", ".txt", ".dir"):
        raise problem("Nothing to regenerate", "give a construction, and a file .npy, .txt or .dir", status=422)
    report, tour = construct(specification)
    if tour is None:
        raise problem("No tour", report["explanation"])
    if digest is not None and digest != report["tour"]["digest"]:
        raise problem("Another tour", f"the digest of the tour is {report['tour']['digest']}")
    request = request_of(specification)
    if out.suffix == ".npy":
        np.save(out, tour)
    else:
        text = (
            grid_text(request.board, tour)
            if out.suffix == ".txt"
            else directions_text(request.board, request.piece, tour)
        )
        out.write_text(text)
    click.echo(f"{len(tour)} squares, digest {report['tour']['digest']}")
