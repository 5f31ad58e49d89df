"""The contents of the atlas: boards x jobs in parts, each part a campaign.

One core counts a board, or estimates it to half a percent, in about a minute; boards of eight rows take some ten to
forty. To extend the parts, raise a number here and build.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Specification = Mapping[str, Any]

ALL: Specification = {"kind": "enumerate", "tours": "any", "method": "frontier"}
CYCLES: Specification = {"kind": "enumerate", "tours": "closed", "method": "frontier"}
BY_ENDS: Specification = {**ALL, "by_end": True}
BY_START: tuple[Specification, ...] = tuple(
    {**ALL, "starts": [[row, column]]} for row in range(1, 5) for column in range(row, 5)
)
"""One job for each class of start squares of 8x8; one job for all would be an entry that takes hours."""

CENSUS: Specification = {"kind": "census", "tours": "closed", "method": "weighted-sweep"}
DIRECTIONS: tuple[Specification, ...] = tuple({**CENSUS, "statistics": [name]} for name in ("moves_ene", "moves_nne"))
"""Closed tours by the moves in one direction; a reflection takes each of the other two to one of these."""

MOVES: Specification = {**CENSUS, "moves": True}

CYCLE_CLASSES: Specification = {"kind": "symmetry", "tours": "closed"}
OPEN_CLASSES: Specification = {"kind": "symmetry", "tours": "open"}


@dataclass(frozen=True)
class Family:
    """Boards of a label with "*" for a number from `first` to `last`; a label without "*" is one board.

    name: what readers see where the label is long.
    """

    label: str
    last: int = 1
    first: int = 1
    name: str = ""

    @property
    def boards(self) -> tuple[str, ...]:
        """Return their labels."""
        numbers = range(self.first, self.last + 1)
        return tuple(dict.fromkeys(self.label.replace("*", str(number)) for number in numbers))

    def __str__(self) -> str:
        if "*" not in self.label:
            return self.name or self.label
        return f"{self.label.replace('*', 'n')} (n = {self.first} to {self.last})"


@dataclass(frozen=True)
class Part:
    """Boards, each with each of these specifications. name: of the part and of its campaign."""

    name: str
    families: tuple[Family, ...]
    specifications: tuple[Specification, ...]

    @property
    def boards(self) -> tuple[str, ...]:
        """Return the labels of all boards, each once."""
        return tuple(dict.fromkeys(board for family in self.families for board in family.boards))

    @property
    def campaign(self) -> str:
        """Return the name of its campaign."""
        return f"Cavalier atlas: {self.name}"


def _by_rows(prefix: str, most: Mapping[int, int], first: int = 3) -> tuple[Family, ...]:
    """Return rectangles on a surface. most: the largest number of columns by rows; the smallest is `first`."""
    return tuple(Family(f"{prefix}{rows}x*", last, first) for rows, last in most.items())


def _by_columns(prefix: str, most: Mapping[int, int]) -> tuple[Family, ...]:
    """Return the rectangles of `_by_rows` with rows and columns exchanged, as some surfaces differ; from 3 rows on."""
    return tuple(Family(f"{prefix}*x{columns}", last, 3) for columns, last in most.items())


WAZIR: Specification = {**ALL, "piece": [1]}
"""One step along an axis: its tours are the Hamiltonian paths of the grid."""

CAMEL: Specification = {**ALL, "piece": [1, 3]}
GIRAFFE: Specification = {**ALL, "piece": [1, 4]}
ZEBRA: Specification = {**ALL, "piece": [2, 3]}
FERS: Specification = {**ALL, "piece": [1, 1]}
LEAPERS = (CAMEL, GIRAFFE, ZEBRA)
"""Leapers on flat boards: narrow ones, or those where proofs or forced moves leave little to sweep."""


def _closed(piece: Sequence[int]) -> Specification:
    return {**CYCLES, "piece": piece}


LETTERS = {
    "C": "### #.. ###",
    "H": "#.# ### #.#",
    "J": "..# #.# ###",
    "L": "#.. #.. ###",
    "T": "### .#. .#.",
    "U": "#.# #.# ###",
    "7": "### ..# ..#",
}
"""Letters of 3 x 3 pixels, each of 3 x 3 squares: strokes of `letter:` boards are four wide, too wide for a sweep."""


def _letters() -> tuple[Family, ...]:
    """Return the boards of these shapes."""
    rows = {name: ["".join(pixel * 3 for pixel in row) for row in text.split()] for name, text in LETTERS.items()}
    masks = {name: "/".join(row for row in shape for _ in range(3)) for name, shape in rows.items()}
    return tuple(Family(f"mask:{mask}", name=f"{name} of 9x9") for name, mask in masks.items())


TOURS_ESTIMATE: Specification = {
    "kind": "sample",
    "method": "transfer-matrix",
    "tours": "any",
    "particles": 1 << 15,
    "budget": {"walks": 1 << 21},
}
"""64 populations: an error of some 0.4 % on 10x10 and 12x12."""

CYCLES_ESTIMATE: Specification = {**TOURS_ESTIMATE, "tours": "closed"}

PRECISE_CYCLES_ESTIMATE: Specification = {**CYCLES_ESTIMATE, "budget": {"walks": 1 << 26}}
"""2048 populations: an error of less than 0.1 % on 9x10 and 12x12, for ten to fifty minutes of a core."""

PARTS = (
    Part("rectangles", (*_by_rows("", {3: 100, 4: 60, 5: 30, 6: 10, 7: 7}, 1), Family("*x*", 2)), (ALL,)),
    Part(
        "cycles of rectangles",
        (Family("5x*", 60, 21), Family("6x*", 20, 9), Family("7x*", 10, 8), Family("8x*", 10, 8)),
        (CYCLES,),
    ),
    Part("tours of 8x8 by start square", (Family("8x8"),), BY_START),
    Part("tours by both ends", (Family("3x*", 10, 7), Family("4x*", 6, 5), Family("5x*", 6, 5)), (BY_ENDS,)),
    Part("tori", _by_rows("torus:", {3: 12, 4: 8, 5: 6}), (ALL,)),
    Part(
        "cylinders",
        (*_by_rows("cylinder:", {3: 30, 4: 10, 5: 6, 6: 6}), *_by_columns("cylinder:", {2: 40, 3: 40, 4: 20, 5: 10})),
        (ALL,),
    ),
    Part(
        "Moebius strips",
        (*_by_rows("moebius:", {3: 20, 4: 8, 5: 8}), *_by_columns("moebius:", {3: 6, 4: 6, 5: 5})),
        (ALL,),
    ),
    Part(
        "Klein bottles and projective planes",
        (*_by_rows("klein:", {3: 10, 4: 8, 5: 5}), *_by_rows("projective:", {3: 8, 4: 6, 5: 5})),
        (ALL,),
    ),
    Part(
        "cubes and boxes",
        (Family("cube:*", 2), Family("2x2x*", 12), Family("2x3x*", 8), Family("2x4x*", 4), Family("3x3x*", 4)),
        (ALL,),
    ),
    Part(
        "boards with holes",
        (Family("heart"), Family("holed-8x8"), Family("ring:*x*-2", 7, 5), Family("ring:*x*-2", 10, 9)),
        (ALL,),
    ),
    Part("grid paths", _by_rows("", {2: 20, 3: 20, 4: 20, 5: 12, 6: 10, 7: 8, 8: 8, 9: 9}, 1), (WAZIR,)),
    Part(
        "grid paths on cylinders and tori",
        (*_by_rows("cylinder:", {3: 20, 4: 12, 5: 10, 6: 8}), *_by_rows("torus:", {3: 12, 4: 8, 5: 6})),
        (WAZIR,),
    ),
    Part("grid paths in boxes", (Family("2x3x*", 12), Family("3x3x*", 6)), (WAZIR,)),
    Part("other leapers on cylinders", (Family("cylinder:*x3", 14, 3),), (CAMEL, ZEBRA, FERS)),
    Part("other leapers on tori", (Family("torus:4x*", 8, 5), Family("torus:5x*", 6, 5)), LEAPERS),
    Part("the camel on flat boards", (Family("*x*", 10, 3),), (CAMEL,)),
    Part("the giraffe on flat boards", (*_by_rows("", {3: 30, 4: 16, 5: 23, 6: 12, 7: 7}), Family("7x9")), (GIRAFFE,)),
    Part(
        "the zebra on flat boards", (*_by_rows("", {3: 30, 4: 16, 5: 16, 6: 16, 7: 16}), Family("*x*", 9, 8)), (ZEBRA,)
    ),
    Part("closed tours of the giraffe", (Family("7x8"), Family("8x8")), (_closed([1, 4]),)),
    Part("closed tours of the (3,4)-leaper", (Family("7x*", 21),), (_closed([3, 4]),)),
    Part("closed tours of the (4,5)-leaper", (Family("9x*", 37),), (_closed([4, 5]),)),
    Part("letters and digits", _letters(), (ALL,)),
    Part("estimates of tours of large squares", (Family("*x*", 16, 9),), (TOURS_ESTIMATE,)),
    Part(
        "estimates of closed tours of large squares",
        tuple(Family(f"{side}x{side}") for side in (10, 14, 16)),
        (CYCLES_ESTIMATE,),
    ),
    Part("closed tours to a part in a thousand", (Family("9x10"), Family("12x12")), (PRECISE_CYCLES_ESTIMATE,)),
    Part(
        "censuses of closed tours",
        (
            *(Family("3x10"), Family("5x6"), Family("5x8"), Family("6x*", 12, 7), Family("7x8")),
            *(Family("torus:5x*", 6, 5), Family("cylinder:*x6", 6, 5)),
        ),
        (*DIRECTIONS, MOVES),
    ),
    Part("censuses of closed tours of squares", (Family("6x6"), Family("8x8")), (DIRECTIONS[0], MOVES)),
    Part("classes of closed tours", (*_by_rows("", {3: 40, 5: 20, 6: 9, 7: 8}), Family("8x8")), (CYCLE_CLASSES,)),
    Part("classes of open tours", _by_rows("", {3: 30, 4: 20, 5: 10, 6: 6}), (OPEN_CLASSES,)),
)
"""All parts, in the order in which they are built."""
