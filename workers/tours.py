"""Tours on their way into the database: verified, classified, packed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.boards.symmetry import symmetries
from engine.tours.canonical import class_keys
from engine.tours.canonical_kernel import classify_stream
from engine.tours.verify import closing, valid
from store.problems import board_of, piece_of
from store.tours import packer, short_key


class UnsoundTourError(RuntimeError):
    """A kernel handed over something that is not a tour; nothing of its slice may be kept."""


def tour_rows(
    specification: Any,  # noqa: ANN401  each kind has its own model
    board_id: int | None,
    shard_id: int,
    tours: NDArray[np.int32],
) -> list[dict[str, Any]]:
    """Return the database rows of tours (k, size), in order; UnsoundTourError where the checker finds a fault."""
    board, piece = board_of(specification), piece_of(specification)
    if board is None or not valid(board, piece, tours).all():
        raise UnsoundTourError(f"a kernel handed over what is not a tour of {board.label if board else 'no board'}")
    pack = packer(board, piece).pack
    closed = closing(board, piece, tours)
    classes = classify_stream(tours, closed, symmetries(board))
    keys = class_keys(pack(classes.canonical))
    paths = pack(tours)
    columns = zip(
        tours[:, 0].tolist(), tours[:, -1].tolist(), closed.tolist(), classes.stabiliser.tolist(), strict=True
    )
    return [
        {
            "board_id": board_id,
            "shard_id": shard_id,
            "start": start,
            "end": end,
            "closed": closes,
            "symmetry": stabiliser,
            "class_key": short_key(key),
            "path": path.tobytes(),
        }
        for (start, end, closes, stabiliser), key, path in zip(columns, keys, paths, strict=True)
    ]
