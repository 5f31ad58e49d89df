"""A way as pictures in pixels: one for each step, put together as an animated GIF or packed as PNG files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from drawing.layout import Layout, layout_of
from drawing.path import GREEN, Way
from drawing.path_lines import Point, Stretch
from drawing.style import BLUE, ORANGE, PURPLE, Colour
from engine.errors import InvalidProblemError

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

SIDE = 480
"""Pixels of the longer side, within the limits of MIN_CELL and MAX_CELL."""
MAX_CELL, MIN_CELL = 48, 8
FINER = 2
"""Pictures are drawn this many times as large, then reduced, for smooth lines."""

MAX_FRAMES = 1500
STEP_MILLISECONDS, SQUARE_MILLISECONDS, LAST_MILLISECONDS = 90, 350, 2500
BACKGROUND, LIGHT, DARK = (255, 255, 255), (0xF6, 0xF1, 0xE7), (0xE3, 0xD9, 0xC6)
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of files in an archive: the same input gives the same bytes."""

COLOURS = 64


def way_gif(way: Way) -> bytes:
    """Return an endless animated GIF; arrivals on squares are shown longer than the steps between."""
    found = list(_frames(way))
    first, *others = (picture.quantize(COLOURS) for picture, _ in found)
    times = [time for _, time in found]
    file = io.BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0, disposal=1)
    return file.getvalue()


def way_frames(way: Way) -> bytes:
    """Return a ZIP archive of PNG pictures, 0000.png first."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for index, (picture, _) in enumerate(_frames(way)):
            png = io.BytesIO()
            picture.quantize(COLOURS).save(png, "PNG")
            archive.writestr(zipfile.ZipInfo(f"{index:04d}.png", EPOCH), png.getvalue())
    return file.getvalue()


def _frames(way: Way) -> Iterator[tuple[Image, int]]:
    """Yield each picture and the milliseconds for which it is shown."""
    way.check()
    layout = layout_of(way.board)
    moves = way.lines(layout)
    if sum(map(len, moves)) >= MAX_FRAMES:
        raise InvalidProblemError("/to", f"ways of fewer than {MAX_FRAMES} steps are made into pictures")
    paper = _Paper(layout)
    yield paper.picture(way, moves, 0, 0), SQUARE_MILLISECONDS
    for index, move in enumerate(moves):
        for part in range(1, len(move) + 1):
            arrived = part == len(move)
            last = arrived and index == len(moves) - 1
            time = LAST_MILLISECONDS if last else SQUARE_MILLISECONDS if arrived else STEP_MILLISECONDS
            yield paper.picture(way, moves, index, part), time


class _Paper:
    """The empty board in pixels."""

    def __init__(self, layout: Layout) -> None:
        from PIL import Image  # noqa: PLC0415  a tenth of a second to load, and most processes make no pixels

        wide, high = layout.width + 1, layout.height + 1
        cell = int(max(MIN_CELL, min(MAX_CELL, SIDE / max(wide, high))))
        self.cell = cell * FINER
        self.size = (round(wide * cell), round(high * cell))
        self._centres = layout.centres
        self._empty = Image.new("RGB", (self.size[0] * FINER, self.size[1] * FINER), BACKGROUND)
        draw = _drawing(self._empty)
        for panel in layout.panels:
            for row, column in np.argwhere(panel.present).tolist():
                x, y = self.at((panel.x + column, panel.y + row))
                box = (x, y, x + self.cell - 1, y + self.cell - 1)
                draw.rectangle(box, fill=DARK if (row + column) % 2 else LIGHT)

    def at(self, point: Point) -> Point:
        """Return the pixel of a place given in squares."""
        return (point[0] + 0.5) * self.cell, (point[1] + 0.5) * self.cell

    def picture(self, way: Way, moves: list[list[Stretch]], index: int, part: int) -> Image:
        """Return the board after `part` steps of move `index`."""
        image = self._empty.copy()
        draw = _drawing(image)
        arrived = index + (bool(moves) and part == len(moves[index]))
        met = set(way.squares[: arrived + 1].tolist())
        for goal in set(way.goals) - met:
            self._dot(draw, self._centre(goal), 0.34, GREEN)
        for number, move in enumerate(moves[: index + 1]):
            gone = way.gone_after(number)
            if gone is not None and arrived >= gone:
                continue
            colour = _between(number / max(1, len(moves) - 1))
            for start, end in move[: part if number == index else None]:
                draw.line([self.at(start), self.at(end)], fill=colour, width=max(2, self.cell // 12))
        self._dot(draw, self._centre(int(way.squares[0])), 0.16, BLUE)
        here = moves[index][part - 1][1] if moves and part else None
        self._dot(draw, self._centre(int(way.squares[0])) if here is None else here, 0.27, ORANGE)
        return image.resize(self.size)

    def _centre(self, square: int) -> Point:
        x, y = self._centres[square]
        return float(x), float(y)

    def _dot(self, draw: ImageDraw, place: Point, radius: float, colour: Colour) -> None:
        x, y = self.at(place)
        reach = radius * self.cell
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)


def _drawing(image: Image) -> ImageDraw:
    from PIL import ImageDraw  # noqa: PLC0415  as above

    return ImageDraw.Draw(image)


def _between(share: float) -> Colour:
    """Return the colour of a move that far along, as in the drawings."""
    (first, last), place = ((BLUE, PURPLE), 2 * share) if share < 0.5 else ((PURPLE, ORANGE), 2 * share - 1)
    red, green, blue = (round(a + (b - a) * place) for a, b in zip(first, last, strict=True))
    return red, green, blue
