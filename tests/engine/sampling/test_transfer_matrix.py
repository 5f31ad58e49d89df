"""Transfer-matrix Monte Carlo: its kernel beside a slow twin, and its estimates beside exact counts."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from engine.boards.existence.verdict import Tours
from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.sampling.transfer_matrix import END, Course, StrandRun, Strands, log_phi
from engine.streams.registry import open_stream
from engine.streams.word_block import WordBlock
from tests.in_memory import estimate, sample

WORD = 2.0**-32


class Twin:
    """A partial tour as links between places; `size` and `size` + 1 are its ends, joined unless it must close."""

    def __init__(self, course: Course, links: frozenset[tuple[int, int]] = frozenset()) -> None:
        self.course, self.links, self.size = course, links, course.size
        self.open = course.tours != "closed"

    def need(self, vertex: int) -> int:
        """Return how many links a vertex still needs."""
        wanted = 2 if vertex < self.size else int(self.open)
        return wanted - sum(vertex in link for link in self.links)

    def near(self, vertex: int) -> set[int]:
        """Return the squares a move away."""
        return {int(other) for other in self.course.neighbours[vertex] if other >= 0}

    def closed_strands(self) -> list[int]:
        """Return the length of each circuit formed by the links, including the link between the ends."""
        found, links = [], [set(link) for link in self.links] + [{self.size, self.size + 1}] * self.open
        while links:
            part, links = [links[0]], links[1:]
            while joined := [link for link in links if any(link & other for other in part)]:
                part += joined
                links = [link for link in links if link not in joined]
            vertices = set().union(*part)
            if len(part) == len(vertices):
                found.append(len(part))
        return found

    def possible(self, settled: int) -> bool:
        """Whether all needs are met so far, the ends are of the right colours and no circuit is shorter than a tour."""
        colour, apart = self.course.ground.colour, self.course.ground.apart
        ends = [min(link) for link in self.links if max(link) >= self.size]
        if len(ends) == 2 and apart and colour[ends[0]] == colour[ends[1]]:
            return False
        whole = self.size + 2 * self.open
        return (
            all(self.need(vertex) == 0 for vertex in range(settled + 1))
            and all(self.need(vertex) >= 0 for vertex in range(self.size + 2))
            and all(length == whole for length in self.closed_strands())
        )

    def logarithm(self, settled: int) -> float:
        """Return ln Phi when the places up to `settled` are settled."""
        later = [vertex for vertex in range(settled + 1, self.size) if self.need(vertex)]
        total = 0.0
        for vertex in later:
            room = sum(other in later for other in self.near(vertex))
            total += float(log_phi(self.need(vertex), np.array(room), closed=not self.open))
        waiting = [end for end in range(2) if self.need(self.size + end)]
        for end in waiting:
            left = int(self.course.ground.may[end, settled + 1 :].sum())
            total += math.log(END * left) if left else -math.inf
        return total + math.log(0.5) * bool(waiting and self.course.ground.apart)

    def choices(self, square: int) -> dict[frozenset[tuple[int, int]], float]:
        """Return Phi after over Phi before for every choice of links of a square to later vertices."""
        may = self.course.ground.may
        later = [vertex for vertex in self.near(square) if vertex > square]
        later += [self.size + end for end in range(2) if may[end, square]]
        found = {}
        for chosen in combinations(later, self.need(square)):
            after = Twin(self.course, self.links | {(square, other) for other in chosen})
            if after.possible(square):
                ratio = math.exp(after.logarithm(square) - self.logarithm(square - 1))
                if ratio > 0.0:
                    found[after.links] = ratio
        return found


def told_apart(graph: MoveGraph, tours: Tours, starts: list[int] | None = None) -> Course:
    """Return the course of a board, from all starts if none are given."""
    return Course(graph, np.arange(graph.size, dtype=np.int32) if starts is None else np.array(starts, np.int32), tours)


@pytest.mark.parametrize(
    ("label", "tours", "starts"),
    [
        ("4x5", "any", None),
        ("5x5", "any", None),
        ("3x4", "open", [0, 5]),
        ("5x6", "closed", None),
        ("mask:####./#####/##.##/#####/#####", "any", None),
        ("torus:4x4", "closed", None),
    ],
)
def test_the_kernel_is_its_slow_twin(label: str, tours: Tours, starts: list[int] | None) -> None:
    """Each particle's weight changes by the sum of Phi after over Phi before, and its links are one of the choices."""
    course = told_apart(move_graph(parse_board(label), (1, 2)), tours, starts)
    run = StrandRun(course, course.first(40, paths=True))
    block = WordBlock(open_stream("pcg64dxsm", 7))
    first = float(np.log(run.population.weight[0])) + math.log(2.0) * run.population.exponent[0]
    assert first == pytest.approx(Twin(course).logarithm(-1))
    seen = 0
    while not run.is_finished and run.population.weight.any():
        square = run.visited
        twins = [Twin(course, linked(run.population, particle, square)) for particle in range(40)]
        before = run.population.weight.copy()
        run.settle(block)
        for particle in np.flatnonzero(before).tolist():
            choices = twins[particle].choices(square)
            factor = run.population.weight[particle] / before[particle]
            assert factor == pytest.approx(sum(choices.values()), rel=1e-9)
            if factor:
                assert linked(run.population, particle, square + 1) in choices
                seen += 1
        run.resample(0.5)
        run.visited += 1
    assert seen > 300


def linked(strands: Strands, particle: int, settled: int) -> frozenset[tuple[int, int]]:
    """Return the links of the places settled so far."""
    rows = strands.links[particle, :settled].tolist()
    return frozenset((place, other) for place, row in enumerate(rows) for other in row if other >= 0)


@pytest.mark.parametrize(
    ("label", "tours", "starts", "exact"),
    [
        ("5x5", "any", None, 1728),
        ("5x5", "any", [[1, 1]], 304),
        ("6x6", "any", None, 6_637_920),
        ("6x6", "closed", None, 36 * 2 * 9_862),
        ("6x6", "closed", [[1, 1]], 2 * 9_862),
        ("6x6", "open", None, 6_637_920 - 36 * 2 * 9_862),
        ("3x10", "any", None, 2 * 3_048),
    ],
)
def test_it_is_unbiased(label: str, tours: Tours, starts: list[list[int]] | None, exact: int) -> None:
    """The estimate lies within four standard errors of the exact number (OEIS A165134, A001230, A169696)."""
    chosen = {} if starts is None else {"starts": starts}
    fields = {"board": label, "tours": tours, "method": "transfer-matrix", "particles": 2000, **chosen}
    found = sample(**fields, budget={"walks": 80_000})[0].estimates[0]

    assert abs(found.value - exact) < 4 * found.standard_error
    assert found.standard_error < 0.06 * exact


def test_estimates_by_start_and_cycles() -> None:
    """Estimates by start and of cycles agree with exact counts: on 5x5 304 from a corner, 0 from the other colour."""
    result = sample(board="5x5", method="transfer-matrix", particles=2000, budget={"walks": 80_000})[0]
    by_start = {tuple(found.square): found for found in result.estimates if found.square}
    assert abs(by_start[1, 1].value - 304) < 4 * by_start[1, 1].standard_error
    assert by_start[1, 2].value == 0
    closed = sample(board="6x6", tours="closed", method="transfer-matrix", particles=2000, budget={"walks": 80_000})[0]
    cycles = estimate(closed, "cycles")
    assert abs(cycles.value - 9_862) < 4 * cycles.standard_error
