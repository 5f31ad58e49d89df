"""Tours of an import: checked by the independent checker, their classes computed again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.symmetry import symmetries
from engine.tours.canonical import class_keys, classify
from engine.tours.verify import closing, first_fault, valid
from store.imports.records import TourRecord
from store.tours.rows import held
from store.tours.stored import TourBatch, class_texts, packer, short_keys


def checked(
    board: Board, piece: tuple[int, ...], records: Sequence[TourRecord]
) -> tuple[TourBatch, list[tuple[int, str]]]:
    """Return the tours as the database takes them and, by their indices, the faults of records that are not sound."""
    faults: list[tuple[int, str]] = []
    places, found = list(range(len(records))), _all_paths(board, records)
    if found is None:
        paths, faults = _paths(board, records)
        places, found = list(paths), np.array(list(paths.values()), dtype=np.int32).reshape(len(paths), board.size)
    tours = found
    legal = valid(board, piece, tours)
    for number in np.flatnonzero(~legal).tolist():
        fault = first_fault(board, piece, tours[number])
        faults.append((places[number], f"squares: {fault.reason if fault else 'no tour'}"))
    tours, places = tours[legal], [index for index, sound in zip(places, legal.tolist(), strict=True) if sound]
    closed, pack = closing(board, piece, tours), packer(board, piece).pack
    classes = classify(tours, closed, symmetries(board))
    keys = short_keys(class_keys(pack(classes.canonical)))
    batch = TourBatch(tours[:, 0], tours[:, -1], closed, classes.stabiliser, keys, pack(tours))
    return batch, [*faults, *_contradictions(batch, [(index, records[index]) for index in places])]


def new_ones(session: Session, board_id: int, batch: TourBatch) -> NDArray[np.bool_]:
    """Return which tours of a batch are neither held on this board nor earlier in the batch: bool (k,)."""
    fresh = np.zeros(len(batch), dtype=np.bool_)
    fresh[np.unique(batch.paths, axis=0, return_index=True)[1]] = True
    fresh[held(session, board_id, batch.class_keys, batch.paths)] = False
    return fresh


def _all_paths(board: Board, records: Sequence[TourRecord]) -> NDArray[np.int32] | None:
    """Return all tours as numbers of squares, int32 (k, size); None where one is at fault."""
    squares = list(chain.from_iterable(record.squares for record in records))
    dimensions = board.coordinates.shape[1]
    if {len(record.squares) for record in records} != {board.size} or set(map(len, squares)) != {dimensions}:
        return None
    try:
        places = np.fromiter(chain.from_iterable(squares), dtype=np.int64).reshape(-1, dimensions)
    except OverflowError:
        return None
    if places.min() < 1 or (places > board.coordinates.max(axis=0)).any():
        return None
    numbers = np.full(board.coordinates.max(axis=0) + 1, -1, dtype=np.int32)
    numbers[tuple(board.coordinates.T)] = np.arange(board.size)
    paths = numbers[tuple(places.T)].reshape(len(records), board.size)
    return None if paths.min() < 0 else paths


@lru_cache(maxsize=8)
def _numbers(board: Board) -> dict[tuple[int, ...], int]:
    return {tuple(square): number for number, square in enumerate(board.coordinates.tolist())}


def _paths(board: Board, records: Sequence[TourRecord]) -> tuple[dict[int, list[int]], list[tuple[int, str]]]:
    """Return the tours as numbers of squares by the indices of their records, and the faults of the others."""
    numbers, paths, faults = _numbers(board), {}, []
    for index, record in enumerate(records):
        try:
            path = [numbers[tuple(square)] for square in record.squares]
        except KeyError as error:
            faults.append((index, f"squares: {list(error.args[0])} is not a square of {board.label}"))
            continue
        if len(path) == board.size:
            paths[index] = path
        else:
            faults.append((index, f"squares: {len(path)} squares; the board has {board.size}"))
    return paths, faults


def _contradictions(batch: TourBatch, records: Sequence[tuple[int, TourRecord]]) -> Iterator[tuple[int, str]]:
    """Yield the indices of records that say of themselves what is not so."""
    classes = class_texts(batch.class_keys).astype(str).tolist()
    computed = {"closed": batch.closed.tolist(), "symmetry": batch.symmetry.tolist(), "class_": classes}
    for name, values in computed.items():
        for (index, record), value in zip(records, values, strict=True):
            said = getattr(record, name)
            if said not in (None, value):
                yield index, f"{name.rstrip('_')}: {said} in the file, {value} when computed again"
