"""The symmetries of a board as a group: its classes, and how many tours have exactly the symmetries of a subgroup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from engine.boards.board import Board
from engine.boards.move_graph import MoveGraph
from engine.boards.symmetry import symmetries
from engine.errors import InvalidProblemError
from engine.kinds.symmetry.specification import SymmetryType
from engine.search.frontier.folding import FoldedBoard, fold
from engine.search.frontier.problem import adjacency_of
from engine.tours.symmetry_type import plane_names, type_name

MAX_SYMMETRIES = 256
"""The most symmetries of a board whose group is analysed."""

Permutation = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class SymmetryClass:
    """Symmetries that others of the board take to each other; all leave equally many tours as they are.

    row: the number of the first one in the board's table of symmetries. rows: those of all. name: for people.
    folded: the board folded by the first one.
    """

    row: int
    rows: tuple[int, ...]
    name: str
    folded: FoldedBoard


@dataclass(frozen=True)
class _Group:
    """Permutations by their rows; row 0 is the identity."""

    elements: tuple[Permutation, ...]
    row_of: Mapping[Permutation, int]

    def product(self, first: int, second: int) -> int:
        """Return the row of the first symmetry followed by the second."""
        return self.row_of[tuple(self.elements[second][square] for square in self.elements[first])]

    def inverse(self, row: int) -> int:
        """Return the row of the inverse of a symmetry."""
        places = {image: square for square, image in enumerate(self.elements[row])}
        return self.row_of[tuple(places[square] for square in range(len(places)))]

    def conjugates(self, row: int) -> set[int]:
        """Return the rows of all conjugates of a symmetry."""
        return {self.product(self.product(self.inverse(by), row), by) for by in range(len(self.elements))}

    def generate(self, rows: Sequence[int]) -> frozenset[int]:
        """Return the rows of the subgroup that some symmetries generate."""
        found, new = {0}, {0}
        while new:
            new = {self.product(one, row) for one in new for row in rows} - found
            found |= new
        return frozenset(found)


@lru_cache(maxsize=32)
def _group(board: Board) -> _Group:
    table = symmetries(board)
    if len(table) > MAX_SYMMETRIES:
        raise InvalidProblemError("/board", f"has {len(table)} symmetries: at most {MAX_SYMMETRIES} are counted by")
    elements = tuple(map(tuple, table.tolist()))
    return _Group(elements, {element: row for row, element in enumerate(elements)})


@lru_cache(maxsize=32)
def symmetry_classes(graph: MoveGraph) -> tuple[SymmetryClass, ...]:
    """Return the classes of all symmetries but the identity; InvalidProblemError for more than MAX_SYMMETRIES."""
    group, adjacency = _group(graph.board), adjacency_of(graph)
    left, classes = set(range(1, len(group.elements))), []
    while left:
        rows = tuple(sorted(group.conjugates(min(left))))
        left -= set(rows)
        folded = fold(adjacency, group.elements[rows[0]])
        classes.append(SymmetryClass(rows[0], rows, _name(graph.board, rows, folded.order), folded))
    return tuple(classes)


def _name(board: Board, rows: Sequence[int], order: int) -> str:
    if board.surface != "flat":
        return f"order {order}, symmetry {rows[0]}"
    return ", ".join(plane_names(board, symmetries(board)[list(rows)]))


def types(board: Board, tours: Mapping[int, int]) -> list[SymmetryType]:
    """Return how many tours have exactly which symmetries; empty where that does not follow.

    tours: by symmetry, those that it leaves as they are. It follows where no tour can have two symmetries that are not
    both powers of one: the tours with all symmetries of a subgroup are then those that its generator leaves.
    """
    group = _group(board)
    having = [row for row, number in tours.items() if number]
    generated = {group.generate([row]): row for row in having}
    for pair in combinations(having, 2):
        both = group.generate(pair)
        if both not in generated and both <= set(having):
            return []
    just: dict[frozenset[int], int] = {}
    for subgroup in sorted(generated, key=len, reverse=True):
        just[subgroup] = tours[generated[subgroup]] - sum(n for larger, n in just.items() if larger > subgroup)
    alike: dict[frozenset[frozenset[int]], int] = {}
    for subgroup, number in just.items():
        images = frozenset(_images(group, subgroup))
        alike[images] = alike.get(images, 0) + number
    rows = [
        SymmetryType(
            symmetries=" or ".join(sorted(type_name(board, symmetries(board)[sorted(one)]) for one in images)),
            tours=str(number),
            classes=str(number * len(next(iter(images))) // len(group.elements)),
        )
        for images, number in alike.items()
    ]
    return sorted(rows, key=lambda row: -int(row.tours))


def _images(group: _Group, subgroup: frozenset[int]) -> set[frozenset[int]]:
    """Return the conjugates of a subgroup."""
    return {
        frozenset(group.product(group.product(group.inverse(by), row), by) for row in subgroup)
        for by in range(len(group.elements))
    }
