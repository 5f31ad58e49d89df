"""The shards of a search: subtrees of about equal size, in search order, and the cutting of those that prove large.

Before the search the subtrees are cut by Knuth's estimates: the largest first, until none is expected to hold more than
a fair share. Estimates of deep trees are rough, so the search itself corrects them. A shard pauses when it has entered
as many squares as its round allows; when all are finished or paused, the paused ones give branches that they have not
tried to new shards, unless enough of them are left to keep many workers busy. Rounds double in length. How far a
shard gets before it pauses depends only on numbers of squares, never on when or where it ran. So do all shards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from heapq import heapify, heappop, heappush

from engine.boards.board import Board
from engine.boards.move_graph import MoveGraph
from engine.boards.symmetry import square_classes
from engine.kinds.common.kind import ShardPlan, ShardRecord
from engine.kinds.common.subtree_splitting import SubtreeTarget, cut_again
from engine.kinds.enumerate.search_options import Branching, branching_of, prunings_of
from engine.kinds.enumerate.specification import EnumerateProblem, EnumerateSpecification
from engine.search.knuth_probes import Probes
from engine.search.symmetry_reductions import first_moves, is_balanced, square_of_least_degree
from engine.search.tree import branches, descend

SHARDS = 64
"""The least number of shards a search without a limit is cut into, where its tree is wide enough."""

MIN_SUBTREE = 1 << 14
"""A subtree of at most this many squares, by an estimate that may be ten times too low, is not cut: it is searched in
less time than a shard takes to be committed."""

MAX_DEPTH = 12
"""Levels below the first move at which subtrees are still cut."""

PROBES = 4
MAX_PROBED_SQUARES = 400
"""On larger boards every branch of a node is taken to be equally large: no search of them ends."""

ROUND = 1 << 30
"""Squares that a shard enters in its first round: some seconds."""

LABEL = 96


class SearchTarget(SubtreeTarget):
    """The subtree of a search below a node that branches lead to from the start square.

    until: the squares that it may enter before it pauses. multiplicity: images of the first move that it stands for.
    cycle: it counts each closed tour once, in one direction. hopeless: no tour starts there; nothing is searched.
    limit, keep: what is left to count and to store, where the order of the search matters.
    """

    start: int
    multiplicity: int | None = None
    cycle: bool = False
    hopeless: bool = False
    limit: int | None = None
    keep: int | None = None


Part = tuple[float, tuple[int, ...], list[int], SearchTarget]
"""The negative of the expected size, place in search order, path of the root, target."""


def searched_for(problem: EnumerateProblem) -> dict[int, int]:
    """Return for each start square, in order, the one that is searched in its place: itself without symmetry."""
    starts = problem.starts.tolist()
    prunings = prunings_of(problem.spec, problem.graph)
    if "cycle" in prunings:
        return dict.fromkeys(starts, square_of_least_degree(problem.graph))
    if "symmetry" not in prunings:
        return {start: start for start in starts}
    class_of = square_classes(problem.board).class_of
    first: dict[int, int] = {}
    return {start: first.setdefault(int(class_of[start]), start) for start in starts}


def probes_of(spec: EnumerateSpecification, graph: MoveGraph) -> Probes:
    """Return the probes of the tree that the search of `spec` walks."""
    pruned = {"exits", "forced"} <= prunings_of(spec, graph)
    return Probes(graph, tied=branching_of(spec)["tied"], closing=spec.tours == "closed" if pruned else None)


def ordered_shards(problem: EnumerateProblem, *, whole: bool) -> list[ShardPlan]:
    """Return all subtrees in search order; `whole`: one for each start square (and orbit of first moves), not cut."""
    spec, graph = problem.spec, problem.graph
    starts = dict.fromkeys(searched_for(problem).values())
    targets = [target for start in starts for target in _roots(spec, graph, start)]
    targets = targets if whole else _evenly(spec, graph, targets)
    return [_shard(problem.board, index, target) for index, target in enumerate(targets)]


def first_round(problem: EnumerateProblem) -> list[ShardPlan]:
    """Return all subtrees with what each may enter in the first round."""
    shards = ordered_shards(problem, whole=False)
    begin = {"round": 0, "until": ROUND}
    return [_shard(problem.board, shard.index, SearchTarget.of(shard).model_copy(update=begin)) for shard in shards]


def next_round(problem: EnumerateProblem, shards: Sequence[ShardRecord]) -> list[ShardPlan]:
    """Return the paused shards with their next share and, where they are few, new ones cut off from them."""
    return cut_again(shards, SearchTarget, partial(_shard, problem.board), SHARDS, ROUND)


def _shard(board: Board, index: int, target: SearchTarget) -> ShardPlan:
    return ShardPlan(index, _label(board, target), target.to_json())


def _roots(spec: EnumerateSpecification, graph: MoveGraph, start: int) -> list[SearchTarget]:
    """Return the targets of one start square before they are cut."""
    prunings = prunings_of(spec, graph)
    if "colour" in prunings and not is_balanced(graph, start, closed=spec.tours == "closed"):
        return [SearchTarget(start=start, branches=(), hopeless=True)]
    if "cycle" in prunings:
        moves = range(len(graph.lists[start]) - 1)
        return [SearchTarget(start=start, branches=(move,), cycle=True) for move in moves]
    orbits = first_moves(graph, start) if "symmetry" in prunings else {}
    shares = [SearchTarget(start=start, branches=(move,), multiplicity=size) for move, size in orbits.items()]
    return shares or [SearchTarget(start=start, branches=())]


def _evenly(spec: EnumerateSpecification, graph: MoveGraph, targets: Sequence[SearchTarget]) -> list[SearchTarget]:
    """Cut the largest subtrees, by estimate, until there are SHARDS and none is larger than its share; in order.

    Small trees stay in fewer parts: none of at most MIN_SUBTREE squares is cut.
    """
    rule = branching_of(spec)
    probes = probes_of(spec, graph) if graph.size <= MAX_PROBED_SQUARES else None
    parts: list[Part] = []
    for index, target in enumerate(targets):
        path = descend(graph, target.start, target.branches, **rule)
        size = 1.0 if probes is None else probes.nodes(path, PROBES)
        parts.append((0.0 if target.hopeless else -size, (index,), path, target))
    total = -sum(part[0] for part in parts)
    done: list[Part] = []
    heapify(parts)
    least = MIN_SUBTREE if probes else 0.0
    while parts and -parts[0][0] > least and len(parts) < 2 * SHARDS:
        if len(parts) + len(done) >= SHARDS and -parts[0][0] <= total / SHARDS:
            break
        part = heappop(parts)
        children = _children(part, graph, rule, probes)
        done += [] if children else [part]
        for child in children:
            heappush(parts, child)
    return [part[3] for part in sorted([*parts, *done], key=lambda part: part[1])]


def _children(part: Part, graph: MoveGraph, rule: Branching, probes: Probes | None) -> list[Part]:
    size, place, path, target = part
    if target.hopeless or len(place) > MAX_DEPTH:
        return []
    squares = branches(graph, path[-1], path, **rule)
    return [
        (
            -probes.nodes([*path, square], PROBES) if probes else size / len(squares),
            (*place, number),
            [*path, square],
            target.model_copy(update={"branches": (*target.branches, number)}),
        )
        for number, square in enumerate(squares)
    ]


def _label(board: Board, target: SearchTarget) -> str:
    label = f"start {board.square(target.start)}"
    if target.branches:
        label += ", branches " + " ".join(str(number + 1) for number in target.branches)
    return label if len(label) <= LABEL else f"{label[: LABEL - 3]}..."
