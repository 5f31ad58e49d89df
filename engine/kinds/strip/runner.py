"""Runs the shard of a family: its sweeps, the search for a recurrence modulo two primes, and its growth."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.errors import KernelLimitError
from engine.kinds.running.checkpoint_files import load_or_begin, spill
from engine.kinds.running.shard_runner import NoTours, Shard
from engine.kinds.strip.specification import StripProblem
from engine.search.strip.growth import growth_of
from engine.search.strip.massey import massey
from engine.search.strip.primes import primes_for
from engine.search.strip.steps import Int64s
from engine.search.strip.sweep import CONFIRMING, OPERATOR, StripSweep

SPARE = 64
"""Terms that confirm a recurrence, beyond those that determine it."""

MIN_FILE_BYTES = 1 << 16
"""An array of an operator of at least this many bytes is written once, to a file, not with each checkpoint."""

MAX_STEP = 1 << 20
"""States of one step at most, but for those of one square: some tenths of a second."""

MIN_TERMS = 128
MAX_PROOF_TERMS = 5_000
"""The most terms that are counted for a proof alone."""

GROWTH_OF_TERMS = 1.5
"""The factor by which the number of terms grows from one trial to the next."""

COLUMNS = ("order", "after", "used", "proved")


class StripRunner(NoTours):
    """The unit of work is a state taken through a square; of open tours, all paths are swept beside the cycles."""

    def __init__(self, shard: Shard[StripProblem]) -> None:
        """Open the shard at its last checkpoint; without one, before the first layer."""
        spec = shard.problem.spec
        self._spec, self._memory = spec, shard.memory
        self._files = None if shard.files is None else shard.files.own
        sorts = {"closed": (False,), "any": (True,), "open": (True, False)}[spec.tours]
        families = [spec.family_of(paths=paths) for paths in sorts]
        self._primes = np.array(primes_for(families[0].bits(spec.terms)), dtype=np.int64)
        saved, self._before = load_or_begin(shard.checkpoint, shard.files)
        self._target, self._found, self._growth = max(spec.terms, MIN_TERMS if spec.order else 1), [], []
        self._rules = np.empty((0, 0), dtype=np.uint32)
        if saved is not None:
            self._target = int(saved["target"][0])
            self._found, self._growth = saved["found"].tolist(), saved["growth"].tolist()
            self._rules = saved["rules"].astype(np.uint32)
        self._sweeps = [
            StripSweep(family, self._primes, spec.terms, None if saved is None else _part(saved, number))
            for number, family in enumerate(families)
        ]

    def step(self, work: int) -> int:
        """Take at least `work` states through a square; KernelLimitError for want of memory."""
        done = 0
        while done < min(work, MAX_STEP) and not self.is_finished:
            sweep = min(self._sweeps, key=lambda each: (each.count, each.repeats))
            if sweep.count < self._target or not all(each.repeats for each in self._sweeps):
                done += sweep.advance()
                self._check_memory(sweep)
            elif self._spec.order and (more := self._seek()):
                self._target = more
            else:
                self._growth = self._bounds()
                done += sum(len(step.ends) for step in self._sweeps[0].steps) + 1
        return done

    def _check_memory(self, sweep: StripSweep) -> None:
        if sweep.bytes > self._memory:
            raise KernelLimitError(
                f"the sweep needs more than {self._memory >> 20} MiB: more than CAVALIER_SWEEP_MEMORY allows; "
                "ask for fewer terms, or for a narrower family"
            )

    def _seek(self) -> int:
        """Look for a recurrence; return how many terms are needed to learn more, 0 for none."""
        rules = [massey(self._column(number), int(self._primes[number])) for number in range(CONFIRMING)]
        results = [(len(np.trim_zeros(rule, "b")) - 1, len(rule) - 1) for rule in rules]
        (order, length), terms = results[0], self._sweeps[0].count
        if len(set(results)) == 1 and terms >= 2 * length + SPARE:
            if order > self._spec.order:
                return 0
            bound = self._longest
            self._found = [order, length, terms, int(terms >= length + bound)]
            self._rules = np.array([rule[: order + 1] for rule in rules])
            return length + bound if terms < length + bound <= MAX_PROOF_TERMS else 0
        hopeless = min(length for _, length in results) > self._spec.order + SPARE + 2 * self._sweeps[0].first
        return 0 if hopeless else int(self._target * GROWTH_OF_TERMS)

    @property
    def _longest(self) -> int:
        """A bound on the length of the recurrence; for a difference, the factor n counts the second bound twice."""
        return sum(sweep.longest * (1 + number) for number, sweep in enumerate(self._sweeps))

    def _column(self, number: int) -> Int64s:
        """Return the terms modulo one of the first primes."""
        columns = [np.array([term[number] for term in sweep.terms()], np.int64) for sweep in self._sweeps]
        if len(columns) == 1:
            return columns[0]
        squares = self._sweeps[0].family.height * np.arange(1, len(columns[0]) + 1)
        prime = int(self._primes[number])
        difference: Int64s = (columns[0] - squares * columns[1] % prime) % prime
        return difference

    def _bounds(self) -> list[float]:
        """Return the bounds of the growth from one board to the next."""
        sweep = self._sweeps[0]
        growth = growth_of(sweep.steps, sweep.endings)
        low, high = (bound ** (1 / sweep.period) for bound in (growth.low, growth.high))
        return [float(np.nextafter(low, 0.0)) if low else 0.0, float(np.nextafter(high, np.inf)) if high else 0.0]

    @property
    def is_finished(self) -> bool:
        """Whether terms, recurrence and growth are known."""
        return bool(self._growth)

    @property
    def progress(self) -> float:
        """The share counted of the terms requested so far; more may be requested later."""
        if self.is_finished:
            return 1.0
        ahead = max(self._target, 2 * self._spec.order if self._sweeps[0].states and self._spec.order else 0)
        return 0.99 * min(1.0, min(sweep.count for sweep in self._sweeps) / max(1, ahead))

    def checkpoint(self) -> Arrays:
        """Return the sweeps, with their operators."""
        parts = {
            f"{number}.{name}": array
            for number, sweep in enumerate(self._sweeps)
            for name, array in sweep.checkpoint().items()
        }
        own: dict[str, NDArray[np.generic]] = {
            "target": np.array([self._target], dtype=np.int64),
            "found": np.array(self._found, dtype=np.int64),
            "growth": np.array(self._growth, dtype=np.float64),
            "rules": self._rules,
        }
        before = b"" if self.is_finished else self._before  # at the end nothing may show how the work was cut
        return spill({**own, **parts}, self._files, before, self._steady(parts))

    def _steady(self, parts: Arrays) -> list[str]:
        """Return the names of the large arrays of known operators, which no longer change."""
        known = [number for number, sweep in enumerate(self._sweeps) if sweep.repeats]
        names = (f"{number}.{name}" for number in known for name in OPERATOR)
        return [name for name in names if parts[name].nbytes >= MIN_FILE_BYTES]

    def statistics(self) -> Arrays:
        """Return the boards counted and, once finished, all that the result says."""
        sweep = self._sweeps[0]
        statistics: dict[str, NDArray[np.generic]] = {"counted": np.array([sweep.count], dtype=np.int64)}
        if not self.is_finished:
            return statistics
        terms = [part.terms()[: self._spec.terms] for part in self._sweeps]
        residues = np.array(terms[0], dtype=np.int64)
        if len(terms) > 1:
            squares = sweep.family.height * np.arange(1, len(residues) + 1)[:, np.newaxis]
            residues = (residues - squares * np.array(terms[1], dtype=np.int64) % self._primes) % self._primes
        statistics |= {
            "primes": self._primes,
            "terms": residues,
            "states": np.array(sweep.states, dtype=np.int64),
            "entries": np.array([sweep.entries], dtype=np.int64),
            "period": np.array([sweep.period], dtype=np.int64),
            "first": np.array([sweep.first], dtype=np.int64),
            "digest": np.array([sweep.digest], dtype=np.str_),
            "growth": np.array(self._growth, dtype=np.float64),
        }
        if self._found:
            statistics["order"] = np.array(self._found, dtype=np.int64)
            statistics["confirming"] = self._primes[:CONFIRMING]
            statistics["rules"] = self._rules
        return statistics


def _part(saved: Arrays, number: int) -> Arrays:
    """Return the checkpoint of one of the sweeps."""
    prefix = f"{number}."
    return {name.removeprefix(prefix): array for name, array in saved.items() if name.startswith(prefix)}
