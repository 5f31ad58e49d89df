"""Which stages serve a method, in the order in which they are tried."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial

from engine.construction.flat_boards.scheme import flat_answer
from engine.construction.heuristics.rules import RULES
from engine.construction.request import Request
from engine.kinds.construct.specification import ConstructSpecification
from engine.kinds.construct.stages.base import Stage
from engine.kinds.construct.stages.direct import OnceStage, squirrel_cull_answer
from engine.kinds.construct.stages.heuristic import HeuristicStage
from engine.kinds.construct.stages.proof import proof
from engine.kinds.construct.stages.quotient import QuotientStage
from engine.kinds.construct.stages.search import SearchStage
from engine.kinds.construct.stages.two_factor import TwoFactorStage
from engine.streams.registry import open_stream

SEARCH_NODES = 1_000_000
"""Squares that the exact search may enter for each of the `attempts` of a specification."""

QUICK_SEARCH = 2_000
"""Squares that `auto` lets the search enter per square of the board before it turns to 2-factors ..."""

QUICK_NODES = 4_000_000
"""... but no more than these: a large board is better served by 2-factors."""

QUICK_ATTEMPTS = 20
"""2-factors and walks that `auto` tries on the way."""

StageMaker = Callable[[], Stage]


def stages(request: Request, spec: ConstructSpecification) -> list[StageMaker]:
    """Return a maker of each stage, called when its turn comes."""
    seed, attempts = seed_word(spec.rng.generator, spec.rng.seed), spec.attempts
    search = partial(SearchStage, request, seed, SEARCH_NODES * attempts)
    factor = partial(TwoFactorStage, request, seed, attempts)
    blocks = partial(OnceStage, "blocks", request, flat_answer)
    check = partial(OnceStage, "proof", request, proof)
    if spec.method in RULES:
        return [partial(HeuristicStage, spec.method, request, seed, attempts, run_all=spec.until == "all")]
    if spec.method == "squirrel-cull":
        mended = spec.table == "mended"
        return [partial(OnceStage, spec.method, request, partial(squirrel_cull_answer, mended=mended))]
    by_method: dict[str, list[StageMaker]] = {
        "quotient": [check, partial(QuotientStage, request, seed, SEARCH_NODES * attempts)],
        "blocks": [check, blocks],
        "two-factor": [check, factor],
        "search": [check, search],
        "auto": [check, blocks] if request.whole_flat else [check, *_any_shape(request, seed), search],
    }
    return by_method[spec.method]


def _any_shape(request: Request, seed: int) -> list[StageMaker]:
    """Return the quick tries of `auto` on boards that no scheme covers."""
    return [
        partial(SearchStage, request, seed, min(QUICK_SEARCH * request.board.size, QUICK_NODES)),
        partial(TwoFactorStage, request, seed, QUICK_ATTEMPTS),
        partial(HeuristicStage, "roth", request, seed, QUICK_ATTEMPTS),
    ]


def seed_word(generator: str, seed: int) -> int:
    """Return a 64-bit seed for the generator and seed of a specification: a hash of four raw draws."""
    return int.from_bytes(hashlib.sha256(open_stream(generator, seed).raw(4).tobytes()).digest()[:8], "little")
