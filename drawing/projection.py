"""Boards in space, seen from any side: boxes, glued or not, and surfaces of cubes, tori, cylinders, Moebius strips."""

from __future__ import annotations

from html import escape
from itertools import combinations, product
from math import cos, pi, radians, sin

import numpy as np
from numpy.typing import NDArray

from drawing.graph import edges_of
from drawing.path_lines import seen_leap
from drawing.style import BLUE, ORANGE, hexadecimal, number, style_sheet
from engine.boards.board import Board
from engine.boards.move_graph import move_graph
from engine.boards.surfaces.cube import FACES
from engine.errors import InvalidProblemError
from language.translate import gettext

Points = NDArray[np.float64]

EXTENT = 300
"""Units of the drawing from the middle to the farthest point."""
TUBE = 0.45
"""The thickness of a torus, as a share of its ring."""

STRIP = 0.9
"""The width of a Moebius strip, in units of its ring's radius."""

DASHES = ' stroke-dasharray="5 4"'

CORNERS = ((-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5))


def in_space(board: Board) -> bool:
    """Whether the board has a place in space: Klein bottles and projective planes cut through themselves.

    A box of three dimensions always has one, however its sides are joined: moves over them are drawn in two halves.
    """
    surface = len(board.shape) == 2 and board.surface in ("torus", "cylinder", "moebius")
    return surface or board.joining.folded or _is_solid(board)


def _is_solid(board: Board) -> bool:
    return len(board.shape) == 3 and not board.joining.folded


def space_svg(board: Board, piece: tuple[int, ...], square: int | None, *, turn: float = 30, tilt: float = 25) -> str:
    """Return the board in space with arrows for the moves from a square, or with a line for every move if it is None.

    turn, tilt: degrees by which it is turned to the right, and its far side raised towards the reader.
    """
    if not in_space(board):
        raise InvalidProblemError("/board", f"{board.label} has no picture in space")
    pairs = edges_of(board, piece)
    centres = _place(board, board.coordinates.astype(np.float64))
    corners = np.stack([_place(board, _shift(board, shift)) for shift in CORNERS], axis=1)
    middle, reach = centres.mean(axis=0), float(np.linalg.norm(corners - centres.mean(axis=0), axis=-1).max())

    def view(points: Points) -> Points:
        return _rotate((points - middle) * (EXTENT / reach), turn, tilt)

    seen, faces = view(centres), view(corners)
    parts: list[tuple[float, str]] = []
    if not _is_solid(board):
        colours = board.coordinates[:, -2:].sum(axis=1) % 2
        for face, colour in zip(faces, colours.tolist(), strict=True):
            name = "cv-dark" if colour else "cv-light"
            parts.append(
                (
                    float(face[:, 2].mean()),
                    f'<path class="{name}" stroke="#8a8172" stroke-width=".5" opacity=".9" d="{_path(face)}z"/>',
                )
            )
    else:
        parts += [
            (float(p[2]), f'<circle cx="{number(p[0])}" cy="{number(p[1])}" r="3" fill="#8a8172"/>') for p in seen
        ]
        parts += [
            (float(edge[:, 2].min()), f'<path class="cv-edge" d="{_path(edge)}"/>') for edge in view(_frame(board))
        ]
    arrow_head = "" if square is None else ' marker-end="url(#arrow)"'
    if square is not None:
        targets = [int(target) for target in move_graph(board, piece).neighbours[square] if target >= 0]
        pairs = np.array([(square, target) for target in targets], dtype=np.int32).reshape(-1, 2)
    for a, b in pairs.tolist():
        broken = _halves(board, piece, a, b)
        if broken is None:
            parts.append(_line(seen[a], seen[b], arrow_head))
        else:
            out, back = view(broken)
            parts += [_line(out[0], out[1], DASHES), _line(back[0], back[1], DASHES + arrow_head)]
    if square is not None:
        parts += [_dot(seen[target], ORANGE) for target in targets] + [_dot(seen[square], BLUE)]
    parts.sort(key=lambda one: one[0])
    title = gettext("%(board)s in space", board=board.label)
    title += "" if square is None else gettext(", moves from %(square)s", square=board.square(square))
    box = f"{-1.1 * EXTENT:g} {-1.1 * EXTENT:g} {2.2 * EXTENT:g} {2.2 * EXTENT:g}"
    arrow = f'<path d="M0 0L8 4L0 8z" fill="{hexadecimal(BLUE)}"/>'
    ends = 'refX="11" refY="4" markerWidth="5" markerHeight="5" orient="auto"'
    marker = f'<defs><marker id="arrow" viewBox="0 0 8 8" {ends}>{arrow}</marker></defs>'
    head = f'viewBox="{box}" role="img" class="cv-text" aria-label="{escape(title, quote=True)}"'
    inside = f"<title>{escape(title)}</title>{style_sheet()}{marker}{''.join(part for _, part in parts)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{inside}</svg>\n'


def _halves(board: Board, piece: tuple[int, ...], first: int, second: int) -> Points | None:
    """Return the halves, float64 (2, 2, 3), of a move over the joined sides of a box; None where it stays inside."""
    if not (_is_solid(board) and board.joining.is_glued):
        return None
    places = board.coordinates[[first, second]].astype(np.float64)
    here, there = (list(map(int, place)) for place in places)
    leaps = np.array([seen_leap(board, piece, here, there), seen_leap(board, piece, there, here)])
    if np.array_equal(places[0] + leaps[0], places[1]):
        return None
    ends = np.stack([places, places + leaps / 2], axis=1)
    ends[1] = ends[1, ::-1]  # the second half leads in
    return _place(board, ends.reshape(-1, 3)).reshape(2, 2, 3)


def _frame(board: Board) -> Points:
    """Return the twelve edges of a box, float64 (12, 2, 3), through its outermost squares."""
    ends = [(1.0, float(side)) for side in board.shape]
    corners = list(product(*ends))
    edges = [(a, b) for a, b in combinations(corners, 2) if sum(x != y for x, y in zip(a, b, strict=True)) == 1]
    return _place(board, np.array(edges).reshape(-1, 3)).reshape(-1, 2, 3)


def _shift(board: Board, shift: tuple[float, float]) -> Points:
    """Return the squares' coordinates moved down and to the right within the square."""
    places = board.coordinates.astype(np.float64)
    places[:, -2:] += shift
    return places


def _place(board: Board, places: Points) -> Points:
    """Return the points of space, float64 (k, 3), of places given in 1-based coordinates, as squares are."""
    if _is_solid(board):
        return places[:, [2, 0, 1]] * [1.0, -1.0, 1.0]
    if board.joining.folded:
        face = FACES[places[:, 0].astype(np.int64) - 1].astype(np.float64)
        side = board.shape[-1]
        down, right = (places[:, 1] - 0.5) / side, (places[:, 2] - 0.5) / side
        return np.asarray(face[:, 0] + face[:, 1] * down[:, None] + face[:, 2] * right[:, None])
    rows, columns = board.shape
    around = 2 * pi * (places[:, 1] - 0.5) / columns
    if board.surface == "torus":
        tube = 2 * pi * (places[:, 0] - 0.5) / rows
        ring = 1 + TUBE * np.cos(tube)
        return np.stack([ring * np.cos(around), TUBE * np.sin(tube), ring * np.sin(around)], axis=1)
    height = ((places[:, 0] - 0.5) / rows - 0.5) * 2 * pi * rows / columns
    if board.surface == "cylinder":
        return np.stack([np.cos(around), height, np.sin(around)], axis=1)
    width = STRIP * ((places[:, 0] - 0.5) / rows - 0.5)
    ring = 1 + width * np.cos(around / 2)
    return np.stack([ring * np.cos(around), width * np.sin(around / 2), ring * np.sin(around)], axis=1)


def _rotate(points: Points, turn: float, tilt: float) -> Points:
    """Return the points as seen: x to the right, y down, z towards the reader."""
    a, b = radians(turn), radians(tilt)
    x, y, z = points[..., 0], points[..., 1], points[..., 2]
    right, near = x * cos(a) + z * sin(a), z * cos(a) - x * sin(a)
    return np.stack([right, y * cos(b) + near * sin(b), near * cos(b) - y * sin(b)], axis=-1)


def _path(points: Points) -> str:
    return "M" + "L".join(f"{number(float(x))} {number(float(y))}" for x, y, _ in points)


def _line(start: Points, end: Points, more: str) -> tuple[float, str]:
    path, colour = _path(np.stack([start, end])), hexadecimal(BLUE)
    return float(max(start[2], end[2])) + 1, f'<path fill="none" stroke="{colour}" stroke-width="2"{more} d="{path}"/>'


def _dot(point: Points, colour: tuple[int, int, int]) -> tuple[float, str]:
    place = f'cx="{number(float(point[0]))}" cy="{number(float(point[1]))}"'
    return float(point[2]) + 2, f'<circle class="cv-ring" {place} r="6" fill="{hexadecimal(colour)}"/>'
