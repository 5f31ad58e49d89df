"""Draw the pictures of the documentation's explanations, without words, so that they serve in every language.

    python -m experiments.explanations [FOLDER]

writes SVG files into docs/images unless another folder is named.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from drawing.canvas import Canvas, text
from drawing.graph import graph_svg
from drawing.moves import moves_svg
from drawing.style import BLUE, CELL, ORANGE, PURPLE, hexadecimal, number, style_sheet
from drawing.tour import add_marker, tour_svg
from drawing.tree import tree_svg
from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.piece import KNIGHT, NAMES
from engine.features.corner_types import REPRESENTATIVES, Pattern
from findings.atlas.tours import PRINTED

Edge = tuple[int, int]
Pieces = tuple[tuple[int, ...], ...]
"""Paths of a settled part, by their squares."""

SIDE = 6
CUT = 3
"""Columns of the 6x6 board that a sweep has settled."""
COLOURS = tuple(map(hexadecimal, (BLUE, ORANGE, PURPLE, (0x2A, 0x8F, 0x5B), (0x8A, 0x81, 0x72))))
WORKERS = COLOURS[:2]
LEAPERS = ("wazir", "fers", "dabbaba", "knight", "alfil", "camel", "zebra", "giraffe", "antelope")


def main() -> None:
    """Write every picture."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs/images"))
    folder = parser.parse_args().folder
    for name, picture in pictures():
        (folder / f"{name}.svg").write_text(picture, encoding="utf-8")


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the name and the SVG document of each picture."""
    chessboard = parse_board("8x8")
    yield "graph-8x8", graph_svg(chessboard, KNIGHT)
    yield "half-turn-tour", tour_svg(chessboard, KNIGHT, _printed_tour(chessboard, "Euler, 1759"), closed=True)
    yield "leapers", _leapers()
    yield "equal-states", _equal_states()
    yield "cut-strips", _cut_strips()
    yield "small-tree", _small_tree()
    yield "killed-slice", _killed_slice()
    yield "corner-types", _corner_types()


def _printed_tour(board: Board, job: str) -> NDArray[np.int32]:
    """Return one of the printed tours that come with every database, as square numbers."""
    lines = map(json.loads, PRINTED.read_text(encoding="utf-8").splitlines())
    squares = next(line["squares"] for line in lines if line.get("job") == job and "squares" in line)
    return np.array([board.index(square) for square in squares], dtype=np.int32)


def _leapers() -> str:
    """Draw the moves of nine pieces from the middle of a board of 9x9, three in a row, smallest leap first."""
    board, side = parse_board("9x9"), 11 * CELL
    drawn = "".join(
        f'<svg x="{column * side}" y="{row * side}" width="{side}" height="{side}">'
        f"{moves_svg(board, NAMES[name])}</svg>" + text(column * 11 + 5.5, row * 11 + 0.5, name, 26, "cv-label")
        for (row, column), name in zip(np.ndindex(3, 3), LEAPERS, strict=True)
    )
    return _document(f"The moves of {', '.join(LEAPERS)}", (0, 0, 3 * side, 3 * side), drawn)


def cycles(board: Board) -> Iterator[list[int]]:
    """Yield the closed tours of a small board as lists of squares, from its first square."""
    neighbours = [[int(other) for other in row if other >= 0] for row in move_graph(board, KNIGHT).neighbours]
    path, used = [0], {0}

    def may_close() -> bool:
        """Whether each free square can still have two moves."""
        ends = {path[0], path[-1]}
        free = (square for square in range(board.size) if square not in used)
        return all(sum(other not in used or other in ends for other in neighbours[square]) > 1 for square in free)

    def onward() -> Iterator[list[int]]:
        if len(path) == board.size:
            if path[0] in neighbours[path[-1]] and path[1] < path[-1]:
                yield list(path)
        elif may_close():
            for square in neighbours[path[-1]]:
                if square not in used:
                    path.append(square)
                    used.add(square)
                    yield from onward()
                    used.remove(path.pop())

    return onward()


def _settled(board: Board, cycle: Sequence[int]) -> tuple[list[Edge], list[Edge]]:
    """Return the moves of a closed tour with an end in the settled columns, and the others."""
    settled = board.coordinates[:, 1] <= CUT
    moves = list(pairwise([*cycle, cycle[0]]))
    return [one for one in moves if settled[list(one)].any()], [one for one in moves if not settled[list(one)].any()]


def _paths(moves: Sequence[Edge]) -> Pieces:
    """Return the paths that moves make, each from its smaller end, sorted."""
    near: dict[int, list[int]] = defaultdict(list)
    for one, other in moves:
        near[one].append(other)
        near[other].append(one)
    found, seen = [], set[int]()
    for end in sorted(square for square, others in near.items() if len(others) == 1):
        if end not in seen:
            path = [end]
            while following := [one for one in near[path[-1]] if one not in path[-2:]]:
                path.append(following[0])
            seen |= set(path)
            found.append(tuple(path))
    return tuple(found)


def _equal_states() -> str:
    """Draw two different left halves with the same loose ends in the same pairs, and one right half for both."""
    board = parse_board(f"{SIDE}x{SIDE}")
    halves: dict[tuple[object, ...], dict[frozenset[frozenset[int]], tuple[Pieces, list[Edge]]]] = defaultdict(dict)
    for cycle in cycles(board):
        left, right = _settled(board, cycle)
        paths = _paths(left)
        alike = halves[tuple((path[0], path[-1]) for path in paths), frozenset(sum(paths, ()))]
        alike[frozenset(map(frozenset, left))] = paths, right
        if len(paths) > 2 and len(alike) > 1:
            break
    wide = parse_board("mask:" + "/".join(["#" * SIDE + "." + "#" * SIDE] * SIDE))
    canvas = Canvas(wide, "Two left halves of 6x6 in the same state, completed alike", labelled=False)
    (first, right), (second, _) = list(alike.values())[:2]
    for half, shift in ((first, 0), (second, SIDE + 1)):
        for move in right:
            _line(canvas, board, move, shift, 'stroke="#8a8172" stroke-dasharray="2 7"')
        for path, colour in zip(half, COLOURS, strict=False):
            _line(canvas, board, path, shift, f'stroke="{colour}"')
            for end in (path[0], path[-1]):
                row, column = board.square(end)
                add_marker(canvas, wide.index([row, column + shift]), colour)
        x = number((CUT + shift) * CELL)
        canvas.add(f'<path class="cv-edge" stroke-dasharray="6 5" d="M{x} -24v{number(SIDE * CELL + 48)}"/>')
    return canvas.svg()


def _line(canvas: Canvas, board: Board, squares: Sequence[int], shift: int, style: str) -> None:
    places = ((board.coordinates[one, 1] - 0.5 + shift, board.coordinates[one, 0] - 0.5) for one in squares)
    data = "L".join(f"{number(float(x) * CELL)} {number(float(y) * CELL)}" for x, y in places)
    canvas.add(f'<path class="cv-path" {style} d="M{data}"/>')


def _cut_strips() -> str:
    """Draw a strip of dominoes with a smooth cut, and one with two dominoes that stick out."""
    covers = (
        ((0, 0, 1, 2), (1, 0, 2, 1), (1, 1, 2, 1), (3, 0, 1, 2)),
        ((0, 0, 2, 1), (0, 1, 2, 1), (2, 0, 1, 2), (3, 0, 2, 1), (3, 1, 2, 1)),
    )
    drawn = []
    for row, dominoes in enumerate(covers):
        top = row * 3.4 * CELL
        drawn.append(
            "".join(
                f'<rect x="{number(c * CELL + 3)}" y="{number(top + r * CELL + 3)}" width="{w * CELL - 6}" '
                f'height="{h * CELL - 6}" rx="8" fill="{COLOURS[0] if w == 1 else COLOURS[1]}"/>'
                for c, r, w, h in dominoes
            )
            + f'<path class="cv-edge" d="M0 {number(top)}h{8 * CELL}M0 {number(top + 2 * CELL)}h{8 * CELL}"/>'
            + f'<path class="cv-edge" stroke-dasharray="6 5" d="M{4 * CELL} {number(top - 20)}v{2 * CELL + 40}"/>'
        )
    return _document("Two states of a cut", (-10, -30, 8 * CELL + 20, 5.4 * CELL + 60), "".join(drawn))


def _small_tree() -> str:
    """Draw the tree of the text with the chance of each node; the tour is orange."""
    parents = (-1, 0, 1, 1, 1, 0, 5, 6)
    chances = ("1", "1/2", "1/6", "1/6", "1/6", "1/2", "1/2", "1/2")
    whole = [node == len(parents) - 1 for node in range(len(parents))]
    title = "Chances of a walk in a small tree"
    return _document(title, (0, 0, 480, 190), tree_svg(parents, chances, whole, [False] * len(parents), title))


def _killed_slice() -> str:
    """Draw three shards over time: slices of two workers, one slice lost with its worker and done again."""
    high, gap = 26, 16
    slices = (
        ((0, 70, 0), (80, 70, 0), (160, 70, 0), (240, 70, 0), (430, 70, 1)),
        ((0, 110, 1), (120, 110, 1), (240, 110, 1)),
        ((360, 60, 1), (510, 60, 1)),
    )
    killed = (320, 40)
    drawn = [
        f'<rect x="{x}" y="{top}" width="{width}" height="{high}" rx="5" fill="{WORKERS[worker]}"/>'
        f'<circle class="cv-ring" cx="{x + width}" cy="{top + high / 2}" r="5" fill="{WORKERS[worker]}"/>'
        for top, blocks in zip(range(0, 3 * (high + gap), high + gap), slices, strict=True)
        for x, width, worker in blocks
    ]
    x, width = killed
    middle = high / 2
    drawn += [
        f'<rect x="{x}" y="0" width="{width}" height="{high}" rx="5" class="cv-edge" stroke-dasharray="4 4"/>',
        f'<path stroke="#c0392b" stroke-width="4" d="M{x + width - 9} {middle - 9}l18 18m0 -18l-18 18"/>',
        f'<path class="cv-edge" stroke-dasharray="2 6" d="M{x + width + 14} {middle}H426"/>',
        f'<path class="cv-edge" d="M0 {3 * (high + gap) + 4}H580m-8 -5l8 5l-8 5"/>',
    ]
    return _document("Slices of three shards by two workers", (-10, -14, 600, 3 * (high + gap) + 32), "".join(drawn))


def _corner_types() -> str:
    """Draw the thirteen types: the moves at the corners of 8x8 in blue, the paths that join them in orange."""
    in_row, side, label = 5, 10, 9.2
    drawn = []
    for place, pattern in enumerate(REPRESENTATIVES):
        row, column = divmod(place, in_row)
        last = len(REPRESENTATIVES) % in_row if row == len(REPRESENTATIVES) // in_row else in_row
        left, top = (column + (in_row - last) / 2) * side * CELL, row * (side + 0.5) * CELL
        drawn.append(
            f'<g transform="translate({number(left)} {number(top)})"><path class="cv-light" d="M0 0h320v320h-320z"/>'
            f'<path class="cv-edge" d="M0 0h320v320h-320z"/>{_joined_corners(pattern)}'
            f"{text(4, label, str(place + 1), 40, 'cv-label')}</g>"
        )
    rows = -(-len(REPRESENTATIVES) // in_row)
    box = (-20, -20, (in_row * side - 2) * CELL + 40, (rows * (side + 0.5) - 0.5) * CELL + 40)
    return _document("Thirteen ways in which a closed tour joins the corners", box, "".join(drawn))


def _joined_corners(pattern: Pattern) -> str:
    """Return the four corners with their moves, and a curve from each to the next."""
    stops = []
    for down, right, is_wide in pattern:
        corner = np.array([7 * right, 7 * down])
        inwards = 1 - 2 * np.array([right, down])
        wide, tall = corner + inwards * [2, 1], corner + inwards * [1, 2]
        stops.append((wide, corner, tall) if is_wide else (tall, corner, wide))
    curves, wedges = "", ""
    for (enter, corner, leave), (following, _, _) in zip(stops, [*stops[1:], stops[0]], strict=True):
        points = [" ".join(number(float(part + 0.5) * CELL) for part in point) for point in (enter, corner, leave)]
        pull = (leave + following) / 4 + [1.75, 1.75]
        to, by = (" ".join(number(float(part + 0.5) * CELL) for part in point) for point in (following, pull))
        curves += f'<path class="cv-path" stroke="{COLOURS[1]}" d="M{points[2]}Q{by} {to}"/>'
        wedges += f'<path class="cv-path" stroke="{COLOURS[0]}" stroke-width="8" d="M{"L".join(points)}"/>'
    return curves + wedges


def _document(title: str, box: tuple[float, float, float, float], drawn: str) -> str:
    view = " ".join(map(number, box))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" role="img" class="cv-text" '
        f'aria-label="{escape(title, quote=True)}"><title>{escape(title)}</title>{style_sheet()}{drawn}</svg>\n'
    )


if __name__ == "__main__":
    main()
