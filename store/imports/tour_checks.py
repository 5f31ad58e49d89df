"""Tours of an import: checked by the independent checker, their classes computed again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.symmetry import symmetries
from engine.tours.canonical import class_keys, classify
from engine.tours.verify import closing, first_fault, valid
from store.imports.records import TourRecord
from store.models.boards import TourRow, TourRun
from store.stored_tours import TourBatch, class_text, own_run, packer, short_keys

KEYS_AT_ONCE = 500


def checked(
    board: Board, piece: tuple[int, ...], records: Sequence[TourRecord]
) -> tuple[TourBatch, list[tuple[int, str]]]:
    """Return the tours as the database takes them and, by their indices, the faults of records that are not sound."""
    paths, faults = _paths(board, records)
    places, tours = list(paths), np.array(list(paths.values()), dtype=np.int32).reshape(len(paths), board.size)
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


def new_ones(session: Session, board_id: int, batch: TourBatch) -> TourBatch | None:
    """Return the tours of a batch that are neither held on this board nor earlier in the batch; None without any."""
    held = _held(session, board_id, sorted(set(batch.class_keys.tolist())))
    kept = []
    for index, path in enumerate(batch.paths):
        packed = path.tobytes()
        if packed not in held:
            held.add(packed)
            kept.append(index)
    if not kept:
        return None
    return TourBatch(**{name: getattr(batch, name)[kept] for name in TourBatch.__dataclass_fields__})


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
    for number, (index, record) in enumerate(records):
        found = {
            "closed": bool(batch.closed[number]),
            "symmetry": int(batch.symmetry[number]),
            "class_": class_text(int(batch.class_keys[number])),
        }
        for name, value in found.items():
            said = getattr(record, name)
            if said not in (None, value):
                yield index, f"{name.rstrip('_')}: {said} in the file, {value} when computed again"


def _held(session: Session, board_id: int, keys: Sequence[int]) -> set[bytes]:
    """Return the packed paths of the tours of these classes that the board has."""
    paths: set[bytes] = set()
    for first in range(0, len(keys), KEYS_AT_ONCE):
        statement = (
            select(TourRow.path)
            .join(TourRun, own_run())
            .where(TourRow.class_key.in_(keys[first : first + KEYS_AT_ONCE]), TourRun.board_id == board_id)
        )
        paths.update(session.scalars(statement))
    return paths
