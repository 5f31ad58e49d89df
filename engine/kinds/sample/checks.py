"""The fields that sampling jobs may use: those that the method cannot heed are refused by name."""

from __future__ import annotations

from engine.boards.components import colouring
from engine.boards.piece import directions_of
from engine.errors import InvalidProblemError
from engine.kinds.sample.specification import SampleProblem, SampleSpecification

MAX_SQUARES = 4096
MAX_MASK_SQUARES = 64
MAX_MOVES = 64
MAX_BYTES = 1 << 28
"""Of a population: its checkpoint, a row of the database, is half of it, and a slice takes several times as much."""


OWN = {
    "order": ("rotating",),
    "potential": ("smc",),
    "particles": ("smc", "transfer-matrix"),
    "strength": ("importance",),
    "tail": ("importance",),
    "ends": ("importance",),
    "exact": ("warnsdorff",),
}
"""Fields that only some methods heed."""

POPULATIONS = {"smc": 1, "transfer-matrix": 0}
"""Methods whose unit of work is a population, and the number of squares that its particles have visited at first."""

WALKS = ("uniform", "rotating", "warnsdorff", "importance")
DRAWING = ("frontier", "index")
"""Methods that draw as many exactly uniform tours as are requested, where others estimate."""

DEFAULT_STRENGTH = 0.25
MAX_TAIL = 20
"""Counting 20 last squares exactly costs about as much as walking to them on 8x8, and halves the error."""


def check(problem: SampleProblem) -> None:
    """Raise InvalidProblemError at the first field that the method cannot heed."""
    spec = problem.spec
    for name, methods in OWN.items():
        given = getattr(spec, name) != type(spec).model_fields[name].get_default()
        if given and spec.method not in methods:
            raise InvalidProblemError(f"/{name}", f"{spec.method} walks have no {name}")
    size = problem.board.size
    if size > MAX_SQUARES:
        raise InvalidProblemError("/board", f"sampling takes boards of at most {MAX_SQUARES} squares")
    if spec.ends == "drawn" and size > MAX_MASK_SQUARES:
        raise InvalidProblemError("/ends", f"last squares are drawn on boards of at most {MAX_MASK_SQUARES} squares")
    if spec.exact and spec.store != "none":
        raise InvalidProblemError("/store", "no walk is made: an enumeration by warnsdorff finds the tours")
    if spec.method in WALKS and _moves(problem) > MAX_MOVES:
        raise InvalidProblemError("/piece", f"{spec.method} walks allow at most {MAX_MOVES} moves from a square")
    if spec.store == "classes":
        raise InvalidProblemError("/store", "random tours are stored as they come, not by class")
    if spec.store != "none" and spec.tail:
        raise InvalidProblemError("/tail", "tours whose last squares are only counted cannot be stored")
    if spec.method == "smc" and spec.tours != "closed" and spec.particles < problem.start_count:
        raise InvalidProblemError("/particles", f"at least one for each of the {problem.start_count} starts")
    if spec.method == "transfer-matrix" and colouring(problem.graph) is None:
        raise InvalidProblemError("/method", "transfer-matrix takes boards whose moves change between two colours")
    if spec.method in POPULATIONS and spec.particles * particle_bytes(spec, size) > MAX_BYTES:
        most = MAX_BYTES // particle_bytes(spec, size)
        raise InvalidProblemError("/particles", f"at most {most} on this board: more would take too much memory")


def _moves(problem: SampleProblem) -> int:
    """Return how many moves a walk has to choose among: rotating ones look in every direction, on the board or off."""
    if problem.spec.method == "rotating":
        return len(directions_of(problem.piece, problem.board.dimensions))
    return int(problem.graph.neighbours.shape[1])


def particle_bytes(spec: SampleSpecification, size: int) -> int:
    """Return the memory of one particle, doubled for the moment of resampling: the path only if tours are stored."""
    path = 2 * size if spec.store != "none" else 0
    if spec.method == "transfer-matrix":
        return 20 + 4 * size + 4 * path
    return 2 * (16 + 8 * -(-size // 64) + path)


def tail_of(spec: SampleSpecification, size: int) -> int:
    """Return how many last squares an importance walk leaves to exact counting."""
    if spec.tail is not None:
        return min(spec.tail, size - 1)
    return 0 if spec.store != "none" else min(MAX_TAIL, size // 3)


def draws_ends(spec: SampleSpecification, size: int) -> bool:
    """Whether an importance walk draws its last square beforehand."""
    return spec.ends != "free" and size <= MAX_MASK_SQUARES
