"""Independent populations of sequential Monte Carlo, one after the other, and what they add up to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph
from engine.kinds.base import Arrays
from engine.kinds.sampling.groups import PAIRED_SQUARES, pair_groups, start_groups
from engine.runners.random_words import words_of
from engine.sampling import sequential_monte_carlo as smc
from engine.specification.kinds import SampleSpecification
from engine.specification.problem import resolve

CLOSED_POTENTIAL = (-20.0, -20.0, -0.8, -0.3)
"""A square of a closed tour needs two exits; one is as good as none."""


class PopulationRunner:
    """Populations; the unit of work is one generation: every particle of one population moves one square on."""

    def __init__(self, spec: SampleSpecification, target: Mapping[str, Any], checkpoint: Arrays | None) -> None:
        problem = resolve(spec)
        self.spec, self.graph, self.goal = spec, problem.graph, int(target["units"])
        self.closed = spec.tours == "closed"
        # Every closed tour passes every square: a start with few moves tells as much as all starts together.
        self.starts = _quietest(problem.graph) if self.closed else problem.starts
        self.scale = len(problem.starts) if self.closed else 1
        usual = CLOSED_POTENTIAL if self.closed else smc.DEFAULT_POTENTIAL
        logarithms = usual if spec.potential is None else tuple(spec.potential)
        self.shape = smc.potential(logarithms, int(self.graph.degrees.max()))
        self.block = words_of(spec, target, checkpoint)
        self.keep = 0 if spec.store == "none" else target.get("keep")
        self.groups = np.zeros(self.graph.size, dtype=np.int64)
        self.groups[self.starts] = 0 if self.closed else start_groups(problem)
        self.pairs = np.empty((0, 0), dtype=np.int64)
        if not self.closed and self.graph.size <= PAIRED_SQUARES:
            self.pairs = pair_groups(problem.board)
        fresh = self._nothing()
        self.state = fresh if checkpoint is None else {name: np.array(checkpoint[name]) for name in fresh}
        self.running = self._first() if checkpoint is None or "weight" not in checkpoint else self._resumed(checkpoint)
        self._tours: list[NDArray[np.int32]] = []

    def _nothing(self) -> dict[str, NDArray[Any]]:
        """Return the sums of no populations."""
        parts = 1 + int(self.groups.max()) + 1
        return {
            "runs": np.zeros(1, dtype=np.int64),
            "stored": np.zeros(1, dtype=np.int64),
            "sums": np.zeros(parts),
            "squares": np.zeros(parts),
            "largest": np.zeros(1),
            "pairs": np.zeros((2, int(self.pairs.max()) + 1 if self.pairs.size else 0)),
        }

    def _first(self) -> smc.PopulationRun:
        population = smc.first_population(
            self.graph, self.starts, self.spec.particles, self.shape, closed=self.closed, paths=self._wanted
        )
        return smc.PopulationRun(self.graph, self.starts, self.shape, self.spec.tours, population)

    def _resumed(self, checkpoint: Arrays) -> smc.PopulationRun:
        arrays: dict[str, Any] = {name: np.array(checkpoint[name]) for name in smc.Population._fields}
        visited = int(np.asarray(checkpoint["visited"])[0])
        return smc.PopulationRun(
            self.graph, self.starts, self.shape, self.spec.tours, smc.Population(**arrays), visited
        )

    @property
    def _wanted(self) -> bool:
        """Whether more tours are to be stored."""
        return self.keep is None or int(self.state["stored"][0]) < self.keep

    def step(self, work: int) -> int:
        """Run at most `work` generations."""
        done = 0
        while done < work and not self.finished:
            if not self.running.finished:  # on one square a population is born finished
                self.running.advance(self.block)
            done += 1
            if self.running.finished:
                self._close()
                self.running = self._first()
        return done

    def _close(self) -> None:
        """Add a finished population to the sums and draw a tour from it, if one is wanted."""
        weights, population = self.running.weights() * self.scale, self.running.population
        parts = np.bincount(self.groups[population.start], weights, minlength=len(self.state["sums"]) - 1)
        found = np.concatenate([[weights.sum()], parts])
        self.state["runs"] += 1
        self.state["sums"] += found
        self.state["squares"] += found**2
        self.state["largest"][0] = max(float(self.state["largest"][0]), float(found[0]))
        if self.pairs.size:
            groups = self.pairs[population.start, population.here]
            pairs = np.bincount(groups, weights, minlength=self.state["pairs"].shape[1])
            self.state["pairs"] += np.stack([pairs, pairs**2])
        if population.path.shape[1] and found[0] > 0:
            self._tours.append(smc.drawn_tour(population, weights, self.block))
            self.state["stored"] += 1

    @property
    def finished(self) -> bool:
        """Whether all populations of the round are done."""
        return int(self.state["runs"][0]) >= self.goal

    @property
    def progress(self) -> float:
        """Share of the round's populations."""
        done = int(self.state["runs"][0]) + (self.running.visited - 1) / self.graph.size
        return min(1.0, done / max(1, self.goal))

    def checkpoint(self) -> Arrays:
        """Return the stream, the sums and, if one is on its way, the population."""
        saved = {**self.block.checkpoint(), **self.statistics()}
        if self.running.visited > 1:
            arrays = self.running.population._asdict()
            saved |= {name: array.copy() for name, array in arrays.items()}
            saved["visited"] = np.array([self.running.visited], dtype=np.int64)
        return saved

    def statistics(self) -> Arrays:
        """Return runs; sums and sums of squares of the estimates, total first, then by class of starts, and by ends."""
        return {name: array.copy() for name, array in self.state.items()}

    def take_tours(self) -> NDArray[np.int32]:
        """Return the tours drawn since the last call, one from each population."""
        found, self._tours = self._tours, []
        return np.stack(found) if found else np.empty((0, self.graph.size), dtype=np.int32)


def _quietest(graph: MoveGraph) -> NDArray[np.int32]:
    """Return the square with the fewest moves, the lowest-numbered of them."""
    return np.array([int(np.argmin(graph.degrees))], dtype=np.int32)
