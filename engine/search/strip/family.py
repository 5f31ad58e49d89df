"""Families of boards that grow along one side, and the tables by which a sweep goes along them. Never loads numba.

A strip is cut into layers across the side that grows. A square has moves into its own layer and into the `reach` layers
on either side, so all layers from number `reach` on have the same tables, as long as the end of the board is far.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from math import lgamma, log, prod

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.piece import Piece
from engine.boards.symmetry import is_automorphism, symmetries
from engine.errors import InvalidProblemError
from engine.search.frontier.bound import state_bounds
from engine.search.frontier.problem import SweepProblem, adjacency_of
from engine.search.frontier.steps import MAX_SLOTS, MAX_WATCHED, build_steps, frontiers

Tables = list[NDArray[np.int64]]
"""The tables of the steps of one or more layers."""

MAX_SQUARES = 20
"""Squares of a layer at most."""

MAX_SYMMETRIES = 64


@dataclass(frozen=True)
class Family:
    """Boards whose label has `n` in place of one side.

    sides: of one layer. is_ring: whether the layers are rings, as of a cylinder. paths: whether tours with two ends,
    closing or not, are counted instead of cycles.
    """

    sides: tuple[int, ...]
    piece: Piece
    is_ring: bool = False
    paths: bool = False

    @property
    def name(self) -> str:
        """The family's name: that of its boards, with n for the side that grows."""
        if self.is_ring:
            return f"cylinder:nx{self.sides[0]}"
        return "x".join(map(str, (*self.sides, "n")))

    @property
    def height(self) -> int:
        """The squares of a layer."""
        return prod(self.sides)

    @property
    def reach(self) -> int:
        """The layers on either side that a layer has moves to, at most."""
        return max(self.piece)

    @property
    def margin(self) -> int:
        """The number of layers at the end of a board that have tables of their own."""
        return 2 * self.reach

    @property
    def axis(self) -> int:
        """The side that grows."""
        return 0 if self.is_ring else len(self.sides)

    def label(self, layers: int) -> str:
        """Return the label of the board of this many layers."""
        return re.sub("n(?=x|$)", str(layers), self.name)

    def problem(self, layers: int) -> SweepProblem:
        """Return the sweep of the board of this many layers: it counts cycles, for paths through an apex."""
        board = parse_board(self.label(layers), "/family")
        adjacency, size = adjacency_of(move_graph(board, self.piece)), board.size
        order = np.lexsort([*board.coordinates.T[::-1], board.coordinates[:, self.axis]])
        if not self.paths:
            return SweepProblem(adjacency).with_order(order.tolist())
        widened = (*((*row, size) for row in adjacency), tuple(range(size)))
        return SweepProblem(widened, apex=size).with_order(order.tolist())

    def end_tables(self, layers: int, first: int) -> Tables:
        """Return the tables of the board of this many layers from layer `first` on."""
        problem = self.problem(layers)
        return build_steps(problem, self._symmetries(layers))[first * self.height :]

    @cached_property
    def tables(self) -> Tables:
        """The tables of the first layers of a strip without end; the last of these layers stands for all others."""
        layers = self.reach + 2 + 2 * self.margin + MAX_WATCHED // self.height + 1
        tables = build_steps(self.problem(layers), self._symmetries(layers))
        first, height = self.reach * self.height, self.height
        one, other = tables[first : first + height], tables[first + height : first + 2 * height]
        if not all(map(np.array_equal, one, other)):
            raise InvalidProblemError("/family", f"the layers of {self.name} are not alike")
        return tables[: first + height]

    def layer_tables(self, layer: int) -> Tables:
        """Return the tables of one layer of a strip without end."""
        first = min(layer, self.reach) * self.height
        return self.tables[first : first + self.height]

    def bits(self, layers: int) -> int:
        """Return how many bits the count of the board of this many layers has at most (H. Minc, L. M. Bregman)."""
        apex = _bits_of_choice(layers * self.height) if self.paths else 0.0
        return int(layers * self._bits_of_layer + apex) + 2

    @cached_property
    def _bits_of_layer(self) -> float:
        """The bits of the choices on a layer far from both ends, where squares have most moves."""
        problem = self.problem(2 * self.reach + 1)
        middle = problem.order[self.reach * self.height : (self.reach + 1) * self.height]
        return sum(_bits_of_choice(len(problem.adjacency[square])) for square in middle)

    @cached_property
    def slots(self) -> int:
        """The squares that a state describes, at most."""
        layers = 2 * self.reach + 1
        return max(map(len, frontiers(self.problem(layers)))) + 1

    @cached_property
    def widest(self) -> float:
        """A bound on the states before any square of a strip without end."""
        problem = self.problem(2 * self.reach + 4)
        return float(state_bounds(problem).max())

    def _symmetries(self, layers: int) -> list[list[int]]:
        """Return the symmetries of the board that leave each square in its layer."""
        board: Board = parse_board(self.label(layers), "/family")
        graph, at = move_graph(board, self.piece), board.coordinates[:, self.axis]
        images = (image for image in symmetries(board) if np.array_equal(at[image], at))
        return [image.tolist() for image in images if is_automorphism(graph, image)][:MAX_SYMMETRIES]


def _bits_of_choice(choices: int) -> float:
    return lgamma(choices + 1) / (choices * log(2)) if choices else 0.0


def parse_family(name: str, piece: Piece, *, paths: bool = False) -> Family:
    """Return the family of a name such as 5xn, 2x3xn or cylinder:nx5; InvalidProblemError at /family or /piece."""
    surface, _, sides = name.rpartition(":")
    parts = sides.split("x")
    if surface not in ("", "cylinder") or parts.count("n") != 1 or len(parts) < 2:
        message = "is no family such as '5xn', '2x3xn' or 'cylinder:nx5': a label with n for one side"
        raise InvalidProblemError("/family", f"{name[:80]!r} {message}")
    if surface and (len(parts) != 2 or parts[0] != "n"):
        raise InvalidProblemError("/family", f"{name[:80]!r}: a cylinder grows along its axis, as 'cylinder:nx5' does")
    parse_board(
        (f"{surface}:" if surface else "") + "x".join("1" if part == "n" else part for part in parts), "/family"
    )
    fixed = tuple(int(part) for part in parts if part != "n")
    if prod(fixed) > MAX_SQUARES:
        raise InvalidProblemError("/family", f"a layer has {prod(fixed)} squares, more than the {MAX_SQUARES} allowed")
    family = Family(fixed, piece, is_ring=bool(surface), paths=paths)
    if family.reach * family.height > MAX_SLOTS:
        message = f"a sweep of {family.name} has {family.reach * family.height} squares in view, more than {MAX_SLOTS}"
        raise InvalidProblemError("/piece" if family.height <= MAX_SLOTS // 2 else "/family", message)
    return family
