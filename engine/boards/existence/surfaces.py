"""Closed knight's tours on glued boards, on the surface of a cube and in boxes: the published theorems."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from engine.boards.existence.rectangle import closed_rectangle
from engine.boards.existence.verdict import Existence, Question
from engine.boards.piece import KNIGHT

FROM_MEMORY = "the statement is quoted without the text at hand"
SEARCHED = "checked by exact search, outside this project, for up to 9 rows and 14 columns"

Answer = Existence | None


def surface_theorems(question: Question) -> Answer:
    """Answer for the knight on a whole board with glued sides, on a cube or in a box."""
    board = question.board
    theorem = _glued_box if board.joining.is_glued and len(board.shape) > 2 else THEOREMS.get(board.surface)
    if theorem is None or board.present is not None or question.piece != KNIGHT or board.size <= 2:
        return None
    closed = theorem(board.shape)
    if closed is None:
        return None
    if question.tours == "closed":
        # The existence of a closed tour does not imply a tour between two given squares.
        return closed if closed.impossible or len(question.ends) < 2 else None
    if closed.verdict == "possible" and question.tours == "any" and len(question.ends) < 2:
        words = f"{closed.explanation} A closed tour can start on any square, and end there."
        return Existence("possible", words, closed.source, closed.status)
    return None


def _torus(shape: tuple[int, ...]) -> Answer:
    rule = "Every m x n torus has a closed knight's tour."
    source = "J. J. Watkins and R. L. Hoenigman, Knight's tours on a torus, Mathematics Magazine 70 (1997) 175-184"
    return Existence("possible", f"{rule} This one is {_by(shape)}.", source, f"{FROM_MEMORY}; {SEARCHED}")


def _cylinder(shape: tuple[int, ...]) -> Answer:
    rows, around = shape
    rule = (
        "A cylinder of m rows and n columns around has a closed knight's tour unless m = 1 < n, "
        "or m is 2 or 4 and n is even."
    )
    source = "J. J. Watkins, Knight's tours on cylinders and other surfaces, Congressus Numerantium 143 (2000) 117-127"
    missing = rows == 1 or (rows in (2, 4) and around % 2 == 0)
    return _answer(missing, f"{rule} This one is {_by(shape)}.", source, f"{FROM_MEMORY}; {SEARCHED}")


def _moebius(shape: tuple[int, ...]) -> Answer:
    rows, around = shape
    rule = (
        "A Moebius strip of m rows and n columns around has a closed knight's tour unless m = 1 < n, or n = 1 and "
        "m is 3, 4 or 5, or m = 2 and n is even, or m = 4 and n is odd, or m = 3 and n = 4."
    )
    source = (
        "J. J. Watkins, Across the Board: The Mathematics of Chessboard Problems, Princeton University Press (2004)"
    )
    missing = (
        rows == 1 or (around == 1 and rows in (3, 4, 5)) or (rows, around % 2) in ((2, 0), (4, 1)) or shape == (3, 4)
    )
    return _answer(missing, f"{rule} This one is {_by(shape)}.", source, f"{FROM_MEMORY}; {SEARCHED}")


def _closed_surface(shape: tuple[int, ...]) -> Answer:
    """Klein bottle and projective plane: no theorem, but every small board was searched."""
    rows, columns = shape
    if rows > 9 or columns > 14:
        return None
    return Existence(
        "possible", "A closed tour of this board was found.", "exact search for up to 9 rows and 14 columns"
    )


def _cube(shape: tuple[int, ...]) -> Answer:
    rule = "The surface of every n x n x n cube has a closed knight's tour."
    source = "Y. Qing and J. J. Watkins, Knight's tours for cubes and boxes, Congressus Numerantium 181 (2006) 41-48"
    side = shape[1]
    status = f"{FROM_MEMORY}; confirmed here by a tour for n = 1 to {MAX_CUBE}"
    return (
        Existence("possible", f"{rule} Here n = {side}.", source, status)
        if side <= MAX_CUBE
        else Existence("unknown", f"{rule} The statement is not confirmed here for n = {side}.", source, status)
    )


MAX_CUBE = 12


def _box(shape: tuple[int, ...]) -> Answer:
    sides = sorted(side for side in shape if side > 1)
    if len(sides) < 2:
        return None
    if len(sides) == 2:
        return closed_rectangle(sides[0], sides[1])
    rule = (
        "A box of d >= 3 dimensions with sides 2 <= n1 <= ... <= nd (sides of 1 left out) has a closed knight's tour "
        "unless the number of squares is odd, or n(d-1) = 2, or nd = 3."
    )
    source = (
        "J. Erde, B. Golenia and S. Golenia, The closed knight tour problem in higher dimensions, Electronic Journal "
        "of Combinatorics 19(4) (2012) P9; for d = 3 J. DeMaio and B. Mathew, Which chessboards have a closed knight's "
        "tour within the rectangular prism?, Electronic Journal of Combinatorics 18 (2011) P8"
    )
    status = f"{FROM_MEMORY}; checked by exact search, outside this project, on 30 boxes of three and four dimensions"
    missing = prod(sides) % 2 == 1 or sides[-2] == 2 or sides[-1] == 3
    return _answer(missing, f"{rule} Here the sides are {_by(tuple(sides))}.", source, status)


def _glued_box(shape: tuple[int, ...]) -> Answer:
    """Quote the theorem of boxes where it has a tour: joining sides takes no move away, and no theorem says more."""
    box = _box(shape)
    if box is None or box.verdict != "possible":
        return None
    words = f"The moves of the box with the same sides are moves here too. {box.explanation}"
    return Existence("possible", words, box.source, box.status)


def _answer(missing: bool, words: str, source: str, status: str) -> Existence:
    return Existence("impossible" if missing else "possible", words, source, status)


def _by(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))


THEOREMS: dict[str, Callable[[tuple[int, ...]], Answer]] = {
    "torus": _torus,
    "cylinder": _cylinder,
    "moebius": _moebius,
    "klein": _closed_surface,
    "projective": _closed_surface,
    "cube": _cube,
    "box": _box,
}
