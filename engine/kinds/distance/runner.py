"""Shards of distance jobs: a list of searches over the move graph, one after the other, in bounded steps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.piece import directions_of
from engine.boards.symmetry import square_classes
from engine.distances.barred_walk import BarredWalk
from engine.distances.breadth_first import UNREACHED, BreadthFirstSearch, shortest_path
from engine.distances.collecting_walk import collecting_order
from engine.distances.fewest_moves import fewest_moves
from engine.distances.path_count import ShortestPathCount
from engine.distances.reach_order import depth_first_order, until
from engine.kinds.distance.planner import MAX_LISTED, SourceTarget, all_pairs, body_of, endpoints, number_of
from engine.kinds.distance.specification import DistanceProblem
from engine.kinds.running.shard_runner import NoTours, Shard

MAX_DIAMETER_SQUARES = 4096
"""Boards of at most this many squares get their diameter: one search per class of squares."""

Task = tuple[str, int]
"""What to do and the square to search from."""


class DistanceRunner(NoTours):
    """Goes through the tasks of a distance job.

    "from" finds the distances from the start, "count" the numbers of shortest paths, "row" the distances between
    the squares to collect, "leg" a stretch of the walk that collects them, "width" the farthest square from one of
    each class; "barred" finds a walk that collects them though some squares are barred. `_found` holds what the result
    needs, `_kept` what only later tasks need.
    """

    def __init__(self, shard: Shard[DistanceProblem]) -> None:
        spec, checkpoint = shard.problem.spec, shard.checkpoint
        self._problem = shard.problem
        self._graph = self._problem.graph
        board = self._problem.board
        self._source, self._target = endpoints(self._problem, SourceTarget.of(shard))
        self._wants_diameter = self._graph.size <= MAX_DIAMETER_SQUARES and not all_pairs(spec)
        self._via = [number_of(board, square) for square in spec.via]
        self._found: dict[str, NDArray[np.generic]] = {}
        self._kept: dict[str, NDArray[np.generic]] = {}
        self._index = 0
        if checkpoint is None:
            self._begin_task()
        else:
            self._restore(checkpoint)

    @property
    def _tasks(self) -> list[Task]:
        """All tasks known so far: the legs of the walk follow from the rows."""
        tasks: list[Task] = [("from", self._source)]
        if self._target is not None:
            tasks.append(("count", self._target))
        elif self._graph.size <= MAX_LISTED:
            tasks.append(("count", self._source))
        if self._problem.spec.walk is not None:
            tasks.append(("barred", self._source))
        else:
            tasks += [("row", square) for square in self._via]
        tasks += [("leg", int(square)) for square in self._kept.get("stops", np.zeros(0))[1:]]
        if self._wants_diameter:
            tasks += [("width", int(square)) for square in square_classes(self._problem.board).representatives]
        return tasks

    @property
    def is_finished(self) -> bool:
        """Whether all tasks are done."""
        return self._index == len(self._tasks)

    @property
    def progress(self) -> float:
        """The share of the tasks done; a search under way counts by the squares it has left."""
        if self.is_finished:
            return 1.0
        return (self._index + self._search.head / self._graph.size) / len(self._tasks)

    def step(self, work: int) -> int:
        """Leave at most `work` squares."""
        done = 0
        while done < work and not self.is_finished:
            done += self._search.advance(work - done)
            if self._search.is_finished:
                task, square = self._tasks[self._index]
                getattr(self, f"_finish_{task}")(square)
                self._index += 1
                self._begin_task()
        return done

    def _begin_task(self) -> None:
        if self.is_finished:
            return
        task, square = self._tasks[self._index]
        self._search: BreadthFirstSearch | ShortestPathCount | BarredWalk
        if task == "count":
            direction = 1 if self._target is None else -1
            self._search = ShortestPathCount(self._graph, np.asarray(self._kept["reach"], np.int32), square, direction)
        elif task == "barred":
            body = body_of(self._problem.spec)
            self._search = BarredWalk(self._graph, self._via, square, self._target, body)
        else:
            self._search = BreadthFirstSearch(self._graph, square)

    @property
    def _distance(self) -> NDArray[np.int32]:
        assert isinstance(self._search, BreadthFirstSearch)
        return self._search.distance

    def _finish_from(self, _source: int) -> None:
        reach = self._kept["reach"] = self._distance
        self._found["histogram"] = np.bincount(reach[reach != UNREACHED])
        if self._target is not None:
            self._found["distance"] = reach[[self._target]]
            self._found["path"] = shortest_path(self._graph, reach, self._target)
            if self._problem.board.joining.is_bordered:
                self._find_combination(self._target)
        elif self._graph.size <= MAX_LISTED:
            self._found["distance"] = reach
        if self._graph.size <= MAX_LISTED and not all_pairs(self._problem.spec):
            self._order_squares(reach)

    def _order_squares(self, reach: NDArray[np.int32]) -> None:
        """Keep the squares in the order in which breadth-first and depth-first search enter them."""
        assert isinstance(self._search, BreadthFirstSearch)
        breadth = until(self._search.queue[: self._search.tail], self._target)
        depth, moves = depth_first_order(self._graph, self._source, self._target)
        self._found["breadth_first"], self._found["depth_first"] = breadth.copy(), depth
        self._found["breadth_first_moves"] = np.array([reach[breadth[-1]]], dtype=np.int32)
        self._found["depth_first_moves"] = np.array([moves], dtype=np.int32)

    def _find_combination(self, target: int) -> None:
        """Find the smallest combination of directions that makes the displacement; empty where there is none."""
        board = self._problem.board
        displacement = np.subtract(board.square(target), board.square(self._source)).tolist()
        found = fewest_moves(directions_of(self._problem.piece, board.dimensions), displacement)
        counts = np.zeros(0, dtype=np.int64) if found is None or found.counts is None else found.counts
        self._found["combination"] = counts
        self._found["combination_bound"] = np.array([-1 if found is None else found.lower_bound])

    def _finish_count(self, _origin: int) -> None:
        assert isinstance(self._search, ShortestPathCount)
        squares = np.arange(self._graph.size) if self._target is None else np.array([self._source])
        self._found["limbs"] = self._search.counts_of(squares)

    def _finish_row(self, _square: int) -> None:
        ends = [*self._via, self._source, self._source if self._target is None else self._target]
        row = self._distance[ends][None, :]
        rows = self._kept["rows"] = np.vstack([self._kept["rows"], row]) if "rows" in self._kept else row
        if len(rows) == len(self._via):
            self._choose_order(rows.astype(np.int64))

    def _choose_order(self, rows: NDArray[np.int64]) -> None:
        """Decide in which order to collect; without a walk there are no stops, hence no legs."""
        count = len(self._via)
        end = None if self._target is None else rows[:, count + 1]
        if rows.min() == UNREACHED:
            self._found["walk_length"] = self._found["walk_bound"] = np.array([-1])
            return
        found = collecting_order(rows[:, :count], rows[:, count], end)
        collected = [self._via[index] for index in found.order]
        last = [] if self._target is None else [self._target]
        self._kept["stops"] = np.array([self._source, *collected, *last], dtype=np.int32)
        self._found["collected"] = np.array(collected, dtype=np.int32)
        self._found["walk"] = np.array([self._source], dtype=np.int32)
        self._found["walk_length"] = np.array([found.length])
        self._found["walk_bound"] = np.array([found.lower_bound])

    def _finish_barred(self, _source: int) -> None:
        assert isinstance(self._search, BarredWalk)
        found = self._search
        self._found["walk"] = found.walk
        self._found["collected"] = np.array(found.collected_squares, dtype=np.int32)
        self._found["walk_length"] = np.array([len(found.walk) - 1])
        self._found["walk_bound"] = np.array([found.lower_bound])

    def _finish_leg(self, _stop: int) -> None:
        """Add the way to this stop: a shortest path from it to the current end of the walk, reversed."""
        walk = self._found["walk"]
        way = shortest_path(self._graph, self._distance, int(walk[-1]))[::-1]
        self._found["walk"] = np.concatenate([walk, way[1:]])

    def _finish_width(self, _square: int) -> None:
        farthest = max(int(self._distance.max()), int(self._found.get("diameter", np.zeros(1))[0]))
        self._found["diameter"] = np.array([farthest])

    def checkpoint(self) -> Arrays:
        """Return the results so far, the index of the task and the search under way."""
        state: dict[str, NDArray[np.generic]] = {"place": np.array([self._index])}
        state |= {f"found_{name}": array for name, array in self._found.items()}
        state |= {f"kept_{name}": array for name, array in self._kept.items()}
        return state if self.is_finished else state | self._search.checkpoint()

    def _restore(self, state: Arrays) -> None:
        self._index = int(state["place"][0])
        self._found = {name[6:]: array for name, array in state.items() if name.startswith("found_")}
        self._kept = {name[5:]: array for name, array in state.items() if name.startswith("kept_")}
        self._begin_task()
        if not self.is_finished:
            self._search.restore(state)

    def statistics(self) -> Arrays:
        """Return the arrays that the result needs."""
        return dict(self._found)
