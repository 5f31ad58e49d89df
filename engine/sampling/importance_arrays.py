"""Importance walks on boards of any size, at the cost of the squares they visit and of their neighbours.

Same words, same walks, same tallies as `importance_walks` on small boards. The unvisited neighbours of each
square are counted as squares are taken, and what a walk changed is undone square by square. When few squares are left,
they are numbered anew and become masks, on which all ways to finish are counted. Ends are not drawn beforehand.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.copying import copy_to
from engine.jit import kernel
from engine.sampling.completion import FREE_END, completions
from engine.sampling.importance import WORD, Proposal
from engine.sampling.tallies import BATCHES, WORDS_OVER, Rows, Tallies, WalkBoard, count_completions, tally_tour
from engine.search.bits import ONE

MAX_MOVES = 64

NOWHERE = ONE << np.uint64(63)
"""A square beyond the last ones, added to the closing squares so that their mask is never 0 where tours must close."""


class ImportanceScratch(NamedTuple):
    """Where walks are made; between two of them it is as `importance_room` made it.

    path: int32 (size,). free: uint8 (size,), 1 for an unvisited square. exits: uint8 (size,), its unvisited neighbours.
    closing: uint8 (size,), 1 where tours must close and this is a neighbour of the start. numbers: int32 (size,), the
    numbers of the last squares. masks: uint64 (64,), their neighbours among them. stack: uint64 (64, 4), for counting.
    moves: int32 (64,), where the next one may lead.
    """

    path: NDArray[np.int32]
    free: NDArray[np.uint8]
    exits: NDArray[np.uint8]
    closing: NDArray[np.uint8]
    numbers: NDArray[np.int32]
    masks: NDArray[np.uint64]
    stack: NDArray[np.uint64]
    moves: NDArray[np.int32]


def importance_room(board: WalkBoard) -> ImportanceScratch:
    """Return the room for walks on a board whose largest degree is at most 64."""
    size = len(board.degrees)
    return ImportanceScratch(
        path=np.zeros(size, dtype=np.int32),
        free=np.ones(size, dtype=np.uint8),
        exits=board.degrees.astype(np.uint8),
        closing=np.zeros(size, dtype=np.uint8),
        numbers=np.zeros(size, dtype=np.int32),
        masks=np.zeros(64, dtype=np.uint64),
        stack=np.zeros((64, 4), dtype=np.uint64),
        moves=np.zeros(MAX_MOVES, dtype=np.int32),
    )


@kernel
def importance_array_walks(
    board: WalkBoard,
    draw: Proposal,
    words: NDArray[np.uint32],
    cursor: int,
    span: tuple[int, int],
    tallies: Tallies,
    room: ImportanceScratch,
    output: tuple[NDArray[np.int32], int],
) -> tuple[int, int, int]:
    """Make walks span[0]..span[1]-1 while the words last; return cursor, next walk, rows written."""
    done, goal = span
    found, written = output
    size, starts = len(board.degrees), len(board.starts)
    while done < goal and words.size - cursor >= size + WORDS_OVER and (len(found) == 0 or written < len(found)):
        number, batch = done % starts, (done // starts) % BATCHES
        start = int(board.starts[number])
        _mark_closing(board, start, room, np.uint8(draw.closed))
        visited, alive, weight, end, cursor = _one_walk(board, draw, start, words, cursor, room, tallies)
        done += 1
        tallies.walks[batch, number] += 1
        if visited == size:
            tally_tour(board, tallies, room.path, weight, (batch, number))
            if len(found):
                copy_to(found[written], room.path)
                written += 1
        elif alive:
            ways, closed = _ways_to_finish(board.neighbours, board.degrees, visited, end, draw.closed, room)
            count_completions(tallies, (ways * weight, closed * weight), (batch, number, end))
        _mark_closing(board, start, room, np.uint8(0))
        for depth in range(visited):
            _leave(board, int(room.path[depth]), room)
    return cursor, done, written


@kernel
def _mark_closing(board: WalkBoard, start: int, room: ImportanceScratch, mark: np.uint8) -> None:
    """Write a mark on every neighbour of the start."""
    row = start << board.neighbours.shift
    for j in range(board.degrees[start]):
        room.closing[board.neighbours.squares[row + j]] = mark


@kernel
def _enter(board: WalkBoard, square: int, depth: int, room: ImportanceScratch) -> None:
    """Visit a square: its neighbours lose an exit."""
    room.path[depth], room.free[square] = square, 0
    row = square << board.neighbours.shift
    for j in range(board.degrees[square]):
        room.exits[board.neighbours.squares[row + j]] -= np.uint8(1)


@kernel
def _leave(board: WalkBoard, square: int, room: ImportanceScratch) -> None:
    """Undo `_enter`."""
    room.free[square] = 1
    row = square << board.neighbours.shift
    for j in range(board.degrees[square]):
        room.exits[board.neighbours.squares[row + j]] += np.uint8(1)


@kernel
def _one_walk(
    board: WalkBoard,
    draw: Proposal,
    start: int,
    words: NDArray[np.uint32],
    cursor: int,
    room: ImportanceScratch,
    tallies: Tallies,
) -> tuple[int, bool, float, int, int]:
    """Walk until the last `tail` squares; return squares visited, whether it is alive, 1 / probability, end, cursor."""
    size, here, end, weight = len(board.degrees), start, len(board.degrees), 1.0
    _enter(board, here, 0, room)
    for length in range(1, size):
        if size - length <= draw.tail:
            return length, True, weight, end, cursor
        choices, aside, other = _onward(board, here, size - length, end, draw.closed, room)
        tallies.moves[length - 1, choices] += 1
        tallies.widths[length - 1] += weight
        if choices == 0:
            return length, False, 0.0, end, cursor
        here, share, cursor = _drawn_move(draw.attraction, choices, words, cursor, room)
        weight *= share
        if end == size and not draw.closed and aside < size:
            end = aside if aside != here else other
        _enter(board, here, length, room)
    tallies.moves[size - 1, 0] += 1
    tallies.widths[size - 1] += weight
    return size, True, weight, end, cursor


@kernel
def _onward(
    board: WalkBoard, here: int, left: int, end: int, closed: bool, room: ImportanceScratch
) -> tuple[int, int, int]:
    """List in room.moves the moves that may lead to a tour, as `completion.onward`; return how many there are.

    left: the number of unvisited squares. end: the last square, or the board's size where none is settled. Returned
    too: the lowest two neighbours of `here` that have two exits only, or the board's size.
    """
    size, row, near, lonely = len(board.degrees), here << board.neighbours.shift, 0, 0
    first, second = size, size
    if left > 1 and end < size and room.exits[end] == 0:
        return 0, first, second
    for j in range(board.degrees[here]):
        square = int(board.neighbours.squares[row + j])
        if room.free[square] == 0 or (square == end) != (left == 1 and end < size):
            continue
        exits = room.exits[square] + room.closing[square]
        if left > 1 and exits == 0:
            return 0, first, second
        if left == 1 and closed and room.closing[square] == 0:
            continue
        if left > 1 and exits == 1:
            first, second = (square, second) if lonely == 0 else (first, square if lonely == 1 else second)
            lonely += 1
        room.moves[near] = square
        near += 1
    spare = 1 if end == size and not closed else 0
    if lonely > spare + 1:
        return 0, first, second
    if lonely > spare:
        room.moves[0], near = first, 1
        if lonely == 2:
            room.moves[1], near = second, 2
    return near, first, second


@kernel
def _drawn_move(
    attraction: NDArray[np.float64], choices: int, words: NDArray[np.uint32], cursor: int, room: ImportanceScratch
) -> tuple[int, float, int]:
    """Return a move drawn by attraction, 1 / its probability, and the cursor; a single one takes no word."""
    if choices == 1:
        return int(room.moves[0]), 1.0, cursor
    total = 0.0
    for index in range(choices):
        square = room.moves[index]
        total += attraction[room.exits[square] + room.closing[square]]
    drawn = (words[cursor] + 0.5) * WORD * total
    index = 0
    while True:
        square = room.moves[index]
        share = attraction[room.exits[square] + room.closing[square]]
        index += 1
        if index == choices or drawn < share:
            return int(square), total / share, cursor + 1
        drawn -= share


@kernel
def _ways_to_finish(
    neighbours: Rows, degrees: NDArray[np.int32], visited: int, end: int, closed: bool, room: ImportanceScratch
) -> tuple[int, int]:
    """Count the ways to finish a walk, and those of them that close; at most 63 squares are left."""
    squares, shift = neighbours
    left, size = 0, len(degrees)
    for square in range(size):
        if room.free[square]:
            room.numbers[square] = left
            left += 1
    here, start, last, free = int(room.path[visited - 1]), int(room.path[0]), FREE_END, np.uint64(0)
    for square in range(size):
        if room.free[square] or square == here:
            mask = _mask_of(squares, square << shift, int(degrees[square]), room)
            number = int(room.numbers[square]) if square != here else left
            room.masks[number] = mask
            free |= (ONE << np.uint64(number)) if square != here else np.uint64(0)
            last = number if square == end else last
    beside = _mask_of(squares, start << shift, int(degrees[start]), room)
    closing = beside | NOWHERE if closed else np.uint64(0)
    return completions(room.masks, (left, free, last), closing, beside, room.stack)


@kernel
def _mask_of(squares: NDArray[np.uint32], row: int, degree: int, room: ImportanceScratch) -> np.uint64:
    """Return the unvisited squares of a row, by their new numbers."""
    mask = np.uint64(0)
    for j in range(degree):
        square = squares[row + j]
        if room.free[square]:
            mask |= ONE << np.uint64(room.numbers[square])
    return mask
