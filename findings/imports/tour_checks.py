"""Imported tours: verified by the independent checker and classified again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.symmetry import symmetries
from engine.tours.canonical import class_keys, classify
from engine.tours.verify import closing, first_fault, valid
from findings.imports.records import BadLineError, TourLine, TourRecord, parse_line
from store.tours.bulk_rows import find_stored
from store.tours.encoding import TourBatch, class_texts, packer, short_keys

DIGITS = b"0123456789"
MAX_DIGITS = 6
CHUNK = 1 << 14
"""Squares read at a time: the intermediate arrays stay in the processor's cache."""


def check_tours(
    board: Board, piece: tuple[int, ...], lines: Sequence[TourLine]
) -> tuple[TourBatch, list[tuple[int, str]]]:
    """Return the tours as a batch for the database and, by index, the faults of unsound lines."""
    faults: list[tuple[int, str]] = []
    places, found = list(range(len(lines))), _all_paths(board, [line.squares for line in lines])
    if found is None:
        paths, faults = _paths(board, lines)
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
    return batch, [*faults, *_contradictions(batch, places, [lines[index] for index in places])]


def new_ones(session: Session, board_id: int, batch: TourBatch) -> NDArray[np.bool_]:
    """Return which tours are neither stored on this board nor earlier in the batch: bool (k,)."""
    fresh, first = np.zeros(len(batch), dtype=np.bool_), dict[bytes, int]()
    length, packed = batch.paths.shape[1], batch.paths.tobytes()
    for index in range(len(batch)):
        first.setdefault(packed[index * length : (index + 1) * length], index)
    fresh[list(first.values())] = True
    fresh[find_stored(session, board_id, batch.class_keys, batch.paths)] = False
    return fresh


def _all_paths(board: Board, texts: Sequence[bytes]) -> NDArray[np.int32] | None:
    """Return all tours as square numbers, int32 (k, size); None if one is faulty or written differently."""
    dimensions, most = board.coordinates.shape[1], board.coordinates.max(axis=0)
    outline = b"[%b]" % b",".join([b"[%b]" % (b"," * (dimensions - 1))] * board.size)
    weights = np.append(np.cumprod(most[:0:-1] + 1)[::-1], 1)
    numbers = np.full(int((most + 1).prod()), -1, dtype=np.int32)
    numbers[board.coordinates @ weights] = np.arange(board.size)
    paths, step = np.empty((len(texts), board.size), dtype=np.int32), max(1, CHUNK // board.size)
    for begin in range(0, len(texts), step):
        part = texts[begin : begin + step]
        if any(text.translate(None, DIGITS) != outline for text in part):
            return None
        found = _positive(b"".join(part))
        if found is None or len(found) != len(part) * board.size * dimensions:  # an empty coordinate
            return None
        coordinates = [found[axis::dimensions] for axis in range(dimensions)]
        if any(int(column.max()) > side for column, side in zip(coordinates, most.tolist(), strict=True)):
            return None
        places = sum(column * weight for column, weight in zip(coordinates, weights.tolist(), strict=True))
        paths[begin : begin + step] = numbers[places].reshape(len(part), board.size)
    return None if paths.min() < 0 else paths


def _positive(text: bytes) -> NDArray[np.int64] | None:
    """Return the numbers in a bracketed text, int64 (k,); None if one begins with 0 or is too long."""
    digits = np.frombuffer(text, dtype=np.uint8) - np.uint8(ord("0"))  # other characters are larger than 9
    inside = digits < 10
    last = np.flatnonzero(inside[:-1] > inside[1:])
    numbers = digits[last].astype(np.int64)
    longer = np.flatnonzero(inside[last - 1])
    for place in range(1, MAX_DIGITS):
        if not len(longer):
            break
        numbers[longer] += 10**place * digits[last[longer] - place].astype(np.int64)
        more = inside[last[longer] - place - 1]
        if (numbers[longer[~more]] < 10**place).any():
            return None
        longer = longer[more]
    return None if len(longer) or not numbers.all() else numbers


@lru_cache(maxsize=8)
def _numbers(board: Board) -> dict[tuple[int, ...], int]:
    return {tuple(square): number for number, square in enumerate(board.coordinates.tolist())}


def _paths(board: Board, lines: Sequence[TourLine]) -> tuple[dict[int, list[int]], list[tuple[int, str]]]:
    """Parse line by line: return the tours as square numbers by index, and the faults of the others."""
    numbers, paths, faults = _numbers(board), {}, []
    for index, line in enumerate(lines):
        try:
            record = parse_line(line.line)
            assert isinstance(record, TourRecord)
            path = [numbers[tuple(square)] for square in record.squares]
        except BadLineError as error:
            faults.append((index, str(error)))
            continue
        except KeyError as error:
            faults.append((index, f"squares: {list(error.args[0])} is not a square of {board.label}"))
            continue
        if len(path) == board.size:
            paths[index] = path
        else:
            faults.append((index, f"squares: {len(path)} squares; the board has {board.size}"))
    return paths, faults


def _contradictions(batch: TourBatch, places: Sequence[int], lines: Sequence[TourLine]) -> Iterator[tuple[int, str]]:
    """Yield the indices of lines whose own claims are false."""
    compared: dict[str, tuple[list[object], list[object]]] = {
        "closed": ([line.head.closed for line in lines], batch.closed.tolist()),
        "symmetry": ([line.head.symmetry for line in lines], batch.symmetry.tolist()),
        "class": ([line.class_ for line in lines], class_texts(batch.class_keys).tolist()),
    }
    for name, (claims, computed) in compared.items():
        if claims != computed:
            for index, claim, value in zip(places, claims, computed, strict=True):
                if claim not in (None, value):
                    shown = [one.decode() if isinstance(one, bytes) else one for one in (claim, value)]
                    yield index, f"{name}: {shown[0]} in the file, {shown[1]} when computed again"
