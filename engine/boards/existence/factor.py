"""No 2-factor: the moves cannot give every square the two tour neighbours it needs.

A tour uses two moves at each square (one at an end of an open tour). Relax this to a flow: each square sends that many
units, along different moves, and receives as many. If the largest flow is too small there is no tour, and the minimum
cut names squares that ask for more than their neighbours can give. On a bipartite board the relaxation is exact: the
flow exists just where a set of disjoint cycles through all squares does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.boards.existence.verdict import Existence, Question, proved_impossible
from engine.boards.move_graph import MoveGraph

MAX_SQUARES = 2048


def no_two_factor(question: Question, graph: MoveGraph) -> Existence | None:
    """Refute a tour by a flow; boards of more than MAX_SQUARES or fewer than three squares are skipped."""
    if not 3 <= graph.size <= MAX_SQUARES:
        return None
    demand, moves = _with_free_ends(question, graph)
    crowded = _find_minimum_cut(demand, moves)
    return None if crowded is None else _explain(question, graph, demand, moves, crowded)


def _with_free_ends(question: Question, graph: MoveGraph) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return how many tour neighbours each square needs, and the moves as rows (from, to), both ways.

    Where an end of an open tour is not prescribed, one more vertex stands for "before the first and after the last
    square"; it is joined to every square that may be an end.
    """
    origins, columns = np.nonzero(graph.neighbours >= 0)
    moves = np.stack([origins, graph.neighbours[origins, columns]], axis=1).astype(np.int64)
    demand = np.full(graph.size, 2, dtype=np.int32)
    if question.tours == "closed":
        return demand, moves
    demand[list(question.ends)] = 1
    free = 2 - len(question.ends)
    if free == 0:
        return demand, moves
    others = np.setdiff1d(np.arange(graph.size), question.ends)
    outside = np.full(len(others), graph.size)
    joined = np.concatenate([moves, np.stack([others, outside], axis=1), np.stack([outside, others], axis=1)])
    return np.append(demand, np.int32(free)), joined


def _find_minimum_cut(demand: NDArray[np.int32], moves: NDArray[np.int64]) -> NDArray[np.bool_] | None:
    """Return the side of a minimum cut, bool (2 x vertices + 2,), or None where the flow meets every demand.

    Vertices: a sender and a receiver for each square, then the source and the sink.
    """
    from scipy.sparse import csr_array  # noqa: PLC0415  slow to load, and questions of whole rectangles do without it
    from scipy.sparse.csgraph import breadth_first_order, maximum_flow  # noqa: PLC0415  as above

    count = len(demand)
    source, sink = 2 * count, 2 * count + 1
    every = np.arange(count)
    tails = np.concatenate([np.full(count, source), moves[:, 0], every + count])
    heads = np.concatenate([every, moves[:, 1] + count, np.full(count, sink)])
    room = np.concatenate([demand, np.ones(len(moves), dtype=np.int32), demand]).astype(np.int32)
    network = csr_array((room, (tails, heads)), shape=(sink + 1, sink + 1))
    result = maximum_flow(network, source, sink)
    if result.flow_value == demand.sum():
        return None
    left = network - result.flow
    left.data[left.data < 0] = 0
    left.eliminate_zeros()
    reached = np.zeros(sink + 1, dtype=np.bool_)
    reached[breadth_first_order(left, source, return_predecessors=False)] = True
    return reached


def _explain(
    question: Question,
    graph: MoveGraph,
    demand: NDArray[np.int32],
    moves: NDArray[np.int64],
    reached: NDArray[np.bool_],
) -> Existence:
    """Put the minimum cut into words: `askers` need more than `givers` and the moves elsewhere offer."""
    count = len(demand)
    askers, givers = reached[:count], reached[count : 2 * count]
    required, offered = int(demand[askers].sum()), int(demand[givers].sum())
    spare = int((askers[moves[:, 0]] & ~givers[moves[:, 1]]).sum())
    kind = "closed tour" if question.tours == "closed" else "tour"
    outside = (
        ""
        if count == graph.size
        else (" (Ends of the tour that are not prescribed count as neighbours of one more place, outside the board.)")
    )
    return proved_impossible(
        f"Every square of a {kind} has two neighbours in it{'' if question.tours == 'closed' else ', an end one'}."
        f"{outside} The squares {_list(question, graph, askers)} need {required} neighbours together. The squares "
        f"{_list(question, graph, givers)} can serve as neighbours at most {offered} times together, and to other "
        f"squares they have only {spare} moves: {offered} + {spare} < {required}. So there is no such tour."
    )


def _list(question: Question, graph: MoveGraph, chosen: NDArray[np.bool_]) -> str:
    squares = np.flatnonzero(chosen)
    words = [question.name(int(square)) if square < graph.size else "outside" for square in squares[:24]]
    return "{" + ", ".join(words) + (f", ... ({len(squares)} in all)" if len(squares) > 24 else "") + "}"
