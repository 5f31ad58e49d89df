"""Ways in pixels: one picture per step, with equal bytes for equal ways."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import pytest
from PIL import Image

from drawing.frames import LAST_MILLISECONDS, way_frames, way_gif
from drawing.path import Way
from drawing.style import ORANGE
from engine.boards.labels import parse_board
from engine.errors import InvalidProblemError

WAY = Way(parse_board("5x5"), (1, 2), np.array([0, 7, 14]), "A way", goals=[14])


def test_a_gif_has_every_step() -> None:
    """The GIF has the start and three steps for each of two moves, pauses at the end and repeats."""
    data = way_gif(WAY)
    with Image.open(io.BytesIO(data)) as gif:
        assert (gif.n_frames, gif.info["loop"]) == (7, 0)  # type: ignore[attr-defined]  # of a GIF
        gif.seek(6)
        assert gif.info["duration"] == LAST_MILLISECONDS
        cell = gif.size[0] / 6
        pixel = gif.convert("RGB").getpixel((int(5 * cell), int(3 * cell)))
        assert np.abs(np.subtract(pixel, ORANGE)).max() < 12
    assert data == way_gif(WAY)


def test_frames_are_numbered_pictures() -> None:
    """There are as many numbered square pictures as frames of the GIF."""
    with zipfile.ZipFile(io.BytesIO(way_frames(WAY))) as archive:
        assert archive.namelist() == [f"{number:04d}.png" for number in range(7)]
        with Image.open(archive.open("0003.png")) as picture:
            assert picture.size[0] == picture.size[1]


def test_too_many_steps_are_refused() -> None:
    """A leaper with a long leg exceeds the limit of steps and is refused."""
    with pytest.raises(InvalidProblemError, match="fewer than"):
        way_gif(Way(parse_board("40x40"), (1, 30), np.array([0, 31] * 50), "A way"))
