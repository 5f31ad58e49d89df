"""Independent populations of sequential Monte Carlo, one after the other, and their sums."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.kinds.running.shard_runner import Shard
from engine.kinds.running.stream_words import words_of
from engine.kinds.sample.estimates.scaled_values import in_unit
from engine.kinds.sample.estimates.start_classes import MAX_PAIRED_SQUARES, pair_groups, start_groups
from engine.kinds.sample.smc.potentials import pilot_particles, pilot_runs, potentials_tried, usual_potential
from engine.kinds.sample.specification import SampleProblem
from engine.kinds.sample.targets import StreamTarget
from engine.sampling import sequential_monte_carlo as smc
from engine.sampling.strands import Strands
from engine.sampling.transfer_matrix import Course, StrandRun
from engine.search.symmetry_reductions import square_of_least_degree


class PopulationRunner:
    """Populations; the unit of work is one generation: every particle of one population moves one square on.

    First come those of a pilot, if the target has one; they only show how much their estimates vary.
    """

    DIRECTIONS = 1
    """How many directed tours from its start each closed tour found stands for."""

    def __init__(self, shard: Shard[SampleProblem]) -> None:
        problem, target, checkpoint = shard.problem, StreamTarget.of(shard), shard.checkpoint
        spec = problem.spec
        self.spec, self.graph, self.goal = spec, problem.graph, target.units
        self.closed = spec.tours == "closed"
        # Every closed tour passes every square: a start with few moves tells as much as all starts together.
        starts = [square_of_least_degree(problem.graph)] if self.closed else problem.starts
        self.starts = np.array(starts, dtype=np.int32)
        self.scale = len(problem.starts) * self.DIRECTIONS if self.closed else 1
        self.trials, self.trial_runs = potentials_tried(target), pilot_runs(spec, target.stream)
        asked = spec.potential if isinstance(spec.potential, list) else usual_potential(spec.tours)
        self.logarithms = target.potential or tuple(asked)
        self.block = words_of(spec.rng, target.stream, checkpoint)
        self.keep = 0 if spec.store == "none" else target.keep
        self.groups = np.zeros(self.graph.size, dtype=np.int64)
        self.groups[self.starts] = 0 if self.closed else start_groups(problem)
        self.pairs = np.empty((0, 0), dtype=np.int64)
        if not self.closed and self.graph.size <= MAX_PAIRED_SQUARES:
            self.pairs = pair_groups(problem.board)
        fresh = self._nothing()
        self.state: dict[str, NDArray[np.int64 | np.float64]] = (
            fresh if checkpoint is None else {name: np.array(checkpoint[name]) for name in fresh}
        )
        self.running: smc.PopulationRun | StrandRun = (
            self._first() if checkpoint is None or "weight" not in checkpoint else self._resume(checkpoint)
        )
        self._tours: list[NDArray[np.int32]] = []

    def _nothing(self) -> dict[str, NDArray[np.int64 | np.float64]]:
        """Return the sums of no populations."""
        parts, pairs = 1 + int(self.groups.max()) + 1, int(self.pairs.max()) + 1 if self.pairs.size else 0
        return {
            "pilot": np.zeros(0),
            "runs": np.zeros(1, dtype=np.int64),
            "stored": np.zeros(1, dtype=np.int64),
            "exponent": np.zeros(1, dtype=np.int64),
            "sums": np.zeros(parts),
            "squares": np.zeros(parts),
            "largest": np.zeros(1),
            "pair_sums": np.zeros(pairs),
            "pair_squares": np.zeros(pairs),
        }

    @property
    def _in_pilot(self) -> bool:
        return len(self.state["pilot"]) < len(self.trials) * self.trial_runs

    def _shape(self) -> smc.Potential:
        """Return the potential of the next population."""
        logarithms = self.trials[len(self.state["pilot"]) // self.trial_runs] if self._in_pilot else self.logarithms
        return smc.potential(logarithms, int(self.graph.degrees.max()))

    def _first(self) -> smc.PopulationRun | StrandRun:
        size = pilot_particles(self.spec, len(self.starts)) if self._in_pilot else self.spec.particles
        shape, paths = self._shape(), self._stores_more
        population = smc.first_population(self.graph, self.starts, size, shape, closed=self.closed, paths=paths)
        return smc.PopulationRun(self.graph, self.starts, shape, self.spec.tours, population)

    def _resume(self, checkpoint: Arrays) -> smc.PopulationRun | StrandRun:
        arrays: dict[str, Any] = {name: np.array(checkpoint[name]) for name in smc.Population._fields}
        visited = int(np.asarray(checkpoint["visited"])[0])
        population = smc.Population(**arrays)
        return smc.PopulationRun(self.graph, self.starts, self._shape(), self.spec.tours, population, visited)

    @property
    def _stores_more(self) -> bool:
        """Whether more tours are to be stored."""
        return not self._in_pilot and (self.keep is None or int(self.state["stored"][0]) < self.keep)

    def step(self, work: int) -> int:
        """Run at most `work` generations."""
        done = 0
        while done < work and not self.is_finished:
            if not self.running.is_finished:  # on one square a population is born finished
                self.running.advance(self.block)
            done += 1
            if self.running.is_finished:
                self._close()
                self.running = self._first()
        return done

    def _close(self) -> None:
        """Add a finished population to the sums and draw a tour from it, if one is requested."""
        weights, exponent = self.running.weights() * self.scale, int(self.running.population.exponent[0])
        if self._in_pilot:
            self.state["pilot"] = np.append(self.state["pilot"], _logarithm(weights.sum(), exponent))
            return
        self.state["runs"] += 1
        if not weights.any():
            return
        self._add(weights, exponent)
        if self._stores_more:
            self._tours.append(self.running.drawn_tour(weights, self.block))
            self.state["stored"] += 1

    def _add(self, weights: NDArray[np.float64], unit: int) -> None:
        """Add the weights of a finished population, in units of 2**`unit`, to the sums, in the larger unit of both."""
        exponent = unit
        if self.state["largest"][0] > 0:
            exponent = max(exponent, int(self.state["exponent"][0]))
        self.state |= in_unit(self.state, exponent)
        self.state["exponent"][0] = exponent
        weights = np.ldexp(weights, unit - exponent)
        starts, ends = self.running.ends
        parts = np.bincount(self.groups[starts], weights, minlength=len(self.state["sums"]) - 1)
        found = np.concatenate([[weights.sum()], parts]).astype(np.float64)
        self.state |= {
            "sums": self.state["sums"] + found,
            "squares": self.state["squares"] + found * found,
            "largest": np.maximum(self.state["largest"], found[:1]),
        }
        if self.pairs.size:
            groups = self.pairs[starts, ends]
            pairs = np.asarray(np.bincount(groups, weights, minlength=len(self.state["pair_sums"])), np.float64)
            self.state |= {
                "pair_sums": self.state["pair_sums"] + pairs,
                "pair_squares": self.state["pair_squares"] + pairs * pairs,
            }

    @property
    def is_finished(self) -> bool:
        """Whether all populations of the round are done."""
        return not self._in_pilot and int(self.state["runs"][0]) >= self.goal

    @property
    def progress(self) -> float:
        """Share of the round's populations, in the pilot or after it."""
        runs, goal = int(self.state["runs"][0]), self.goal
        if self._in_pilot:
            runs, goal = len(self.state["pilot"]), len(self.trials) * self.trial_runs
        return min(1.0, (runs + (self.running.visited - self.running.FIRST) / self.graph.size) / max(1, goal))

    def checkpoint(self) -> Arrays:
        """Return the stream, the sums and the unfinished population, if there is one."""
        saved = {**self.block.checkpoint(), **self.statistics()}
        if self.running.visited > self.running.FIRST:
            arrays = self.running.population._asdict()
            saved |= {name: array.copy() for name, array in arrays.items()}
            saved["visited"] = np.array([self.running.visited], dtype=np.int64)
        return saved

    def statistics(self) -> Arrays:
        """Return runs; sums and sums of squares of the estimates, total first, then by class of starts, and by ends.

        In units of two to the power of `exponent`, or their squares. Of the pilot: logarithms of its estimates.
        """
        return {name: array.copy() for name, array in self.state.items()}

    def take_tours(self) -> NDArray[np.int32]:
        """Return the tours drawn since the last call, one from each population."""
        found, self._tours = self._tours, []
        return np.stack(found) if found else np.empty((0, self.graph.size), dtype=np.int32)


class StrandRunner(PopulationRunner):
    """Populations of strands: every generation settles one square."""

    DIRECTIONS = 2

    @cached_property
    def course(self) -> Course:
        """The squares in the order in which they are settled."""
        return Course(self.graph, self.starts, self.spec.tours)

    def _first(self) -> StrandRun:
        return StrandRun(self.course, self.course.first(self.spec.particles, paths=self._stores_more))

    def _resume(self, checkpoint: Arrays) -> StrandRun:
        arrays: dict[str, Any] = {name: np.array(checkpoint[name]) for name in Strands._fields}
        return StrandRun(self.course, Strands(**arrays), int(np.asarray(checkpoint["visited"])[0]))


def _logarithm(value: float, exponent: int) -> float:
    """Return the natural logarithm of value * 2**exponent."""
    return math.log(value) + exponent * math.log(2.0) if value > 0 else -math.inf
