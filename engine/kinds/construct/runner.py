"""Runs a construction: stage after stage until one answers."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.squares import parse_square
from engine.construction.request import Answer, Request
from engine.kinds.construct.planner import MAX_STORED, read_report, write_report
from engine.kinds.construct.specification import ConstructProblem
from engine.kinds.construct.stages.base import Stage
from engine.kinds.construct.stages.extreme import ExtremeStage
from engine.kinds.construct.stages.plan import seed_word, stages
from engine.kinds.running.shard_runner import Shard
from engine.specification.normal_form import as_json
from engine.tours.verify import closing, first_fault
from engine.tours.verify_kernel import first_flat_fault

PREFIX = "stage:"
"""Marks the arrays of the present stage in a checkpoint."""

ONE_GO = 1 << 24
"""Squares per step where nothing waits for progress."""


class UnsoundConstructionError(RuntimeError):
    """A method handed over something that is not a tour of the requested kind."""


class ConstructionRunner:
    """The one shard of a construction; the unit of work is a square visited."""

    def __init__(self, shard: Shard[ConstructProblem]) -> None:
        """Open the shard at its last checkpoint; without one, before the first stage."""
        self._spec, checkpoint = shard.problem.spec, shard.checkpoint
        self.request = request_of(shard.problem)
        self._makers = stages(self.request, self._spec)
        self._past: list[dict[str, object]] = []
        self._report: Arrays | None = None
        self.tour: NDArray[np.int32] | None = None
        self._to_store = False
        self._wants_extreme = self._spec.fewest is not None or self._spec.most is not None
        if checkpoint is not None and "report" in checkpoint:
            self._report = dict(checkpoint)
            return
        self._past = [] if checkpoint is None else json.loads(checkpoint["past"].tobytes())
        self._stage = self._next_stage()
        if checkpoint is not None:
            self._stage.restore({key[len(PREFIX) :]: checkpoint[key] for key in checkpoint if key.startswith(PREFIX)})
        self._settle()

    def step(self, work: int) -> int:
        """Let the present stage visit about `work` squares, or answer."""
        if self.is_finished:
            return 0
        done = self._stage.step(work)
        self._settle()
        return max(1, done)

    def _settle(self) -> None:
        """Conclude with the stage's answer, or begin the next stage where it has no tour or an extreme is sought."""
        while self._report is None and self._stage.answer is not None:
            answer = self._stage.answer
            self._past.append(_row(self._stage, answer))
            wanting = self._wants_extreme and answer.verdict == "complete" and not isinstance(self._stage, ExtremeStage)
            if wanting or (answer.verdict == "not-found" and len(self._past) < len(self._makers)):
                self._stage = self._next_stage(answer.tour)
            else:
                self._conclude(answer)

    def _next_stage(self, tour: NDArray[np.int32] | None = None) -> Stage:
        """Return the next stage: the next method or, once one has found a tour, exchanges of its moves.

        tour: the one found; None where a checkpoint is to be restored.
        """
        if self._past and self._past[-1]["verdict"] == "complete":
            rng = self._spec.rng
            return ExtremeStage(self.request, self._spec, seed_word(rng.generator, rng.seed), tour)
        return self._makers[len(self._past)]()

    def _conclude(self, answer: Answer) -> None:
        tried = "; ".join(f"{row['method']}: {row['explanation']}" for row in self._past if row["method"] != "proof")
        words = tried if answer.verdict == "not-found" else f"{self._stage.name}: {answer.explanation}"
        report: dict[str, Any] = {"outcome": answer.verdict, "explanation": words, "stages": self._past}
        if answer.tour is not None:
            check(self.request, answer.tour)
            report["tour"] = _describe(self.request, answer.tour) | {"method": self._stage.name}
            if isinstance(self._stage, ExtremeStage):
                report["extreme"] = self._stage.report
            self.tour = answer.tour
            self._to_store = self._spec.store != "none" and len(answer.tour) <= MAX_STORED
            if not self._to_store:
                report["tour"]["recipe"] = as_json(self._spec)
        self._report = {"report": write_report(report)}

    @property
    def is_finished(self) -> bool:
        """Whether there is an answer, or no method left."""
        return self._report is not None

    @property
    def progress(self) -> float:
        """Stages done, and the share of the current one's budget; for an extreme, of its exchanges."""
        if self.is_finished:
            return 1.0
        if self._wants_extreme:
            return self._stage.progress if isinstance(self._stage, ExtremeStage) else 0.0
        return (len(self._past) + self._stage.progress) / len(self._makers)

    def checkpoint(self) -> Arrays:
        """Return the report if there is one, else the past stages and the present one's state."""
        if self._report is not None:
            return self._report
        past = np.frombuffer(json.dumps(self._past).encode(), dtype=np.uint8).copy()
        return {"past": past} | {PREFIX + name: array for name, array in self._stage.checkpoint().items()}

    def statistics(self) -> Arrays:
        """Return the report, when there is one."""
        return self._report or {}

    def take_tours(self) -> NDArray[np.int32]:
        """Return and forget the tour, if it is to be stored."""
        if not self._to_store or self.tour is None:
            return np.empty((0, self.request.board.size), np.int32)
        self._to_store = False
        return self.tour.reshape(1, -1)


def request_of(problem: ConstructProblem) -> Request:
    """Return the request that a specification states."""
    spec = problem.spec
    start, end = (
        None if s is None else parse_square(problem.board, s, p)
        for s, p in ((spec.start, "/start"), (spec.end, "/end"))
    )
    return Request(problem.board, problem.piece, spec.tours, start, end, spec.symmetry)


def construct(problem: ConstructProblem) -> tuple[dict[str, Any], NDArray[np.int32] | None]:
    """Run a construction to its end in one go; return its report and the tour, however large.

    With the recipe of a stored result this makes the tour again, which the digest in that result confirms.
    """
    runner = ConstructionRunner(Shard(problem, {}))
    while not runner.is_finished:
        runner.step(ONE_GO)
    report = read_report(runner.statistics()["report"])
    assert report is not None
    return report, runner.tour


def check(request: Request, tour: NDArray[np.int32]) -> None:
    """Verify a tour independently of how it was made; UnsoundConstructionError names the first fault."""
    if request.whole_flat:
        fault = first_flat_fault(request.board.shape[0], request.board.shape[1], tour)
    else:
        fault = first_fault(request.board, request.piece, tour)
    if fault is not None:
        raise UnsoundConstructionError(f"{fault.position}: {fault.reason}")
    ends = ((request.start, tour[0]), (request.end, tour[-1]))
    if any(required is not None and required != met for required, met in ends) or not request.accepts(
        _closes(request, tour)
    ):
        raise UnsoundConstructionError("the ends of the tour are not those requested")
    if request.symmetry is not None and not _is_left(request, tour):
        raise UnsoundConstructionError(f"{request.symmetry} does not leave the tour as it is")


def _is_left(request: Request, tour: NDArray[np.int32]) -> bool:
    """Whether the symmetry requested takes the moves of a tour to its moves."""
    moves = [*zip(tour.tolist(), np.roll(tour, -1).tolist(), strict=True)][: None if _closes(request, tour) else -1]
    image = request.quotient.image.tolist()
    pairs = {frozenset(move) for move in moves}
    return pairs == {frozenset((image[one], image[two])) for one, two in moves}


def digest_of(tour: NDArray[np.int32]) -> str:
    """Return the SHA-256 (hex) of a tour's square numbers as little-endian 32-bit integers."""
    return hashlib.sha256(np.ascontiguousarray(tour, dtype="<i4").data).hexdigest()


def _closes(request: Request, tour: NDArray[np.int32]) -> bool:
    return bool(closing(request.board, request.piece, tour[None, :])[0])


def _describe(request: Request, tour: NDArray[np.int32]) -> dict[str, object]:
    board = request.board
    ends = {"start": board.square(int(tour[0])), "end": board.square(int(tour[-1]))}
    return {"squares": len(tour), "closed": _closes(request, tour), "digest": digest_of(tour)} | ends


def _row(stage: Stage, answer: Answer) -> dict[str, Any]:
    """Return the report's row for a stage that has answered."""
    counts = {"attempts": stage.attempts, "successes": stage.successes}
    return {"method": stage.name, "verdict": answer.verdict, "explanation": answer.explanation} | counts
