"""Slow and obvious: every tour of a small board, and classes by putting all images into sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Square = tuple[int, ...]
Tour = tuple[int, ...]


def leaper_graph(squares: list[Square], piece: tuple[int, int]) -> list[list[int]]:
    """Return the neighbours of each square of a flat board, by comparing all pairs."""
    wanted = sorted(piece)
    return [
        [j for j, b in enumerate(squares) if sorted(abs(x - y) for x, y in zip(a, b, strict=True)) == wanted]
        for a in squares
    ]


def all_tours(graph: list[list[int]], starts: Iterable[int] | None = None) -> Iterator[Tour]:
    """Yield every directed tour (Hamiltonian path) from every start, or from those given."""
    path: list[int] = []
    free = [True] * len(graph)

    def extend(square: int) -> Iterator[Tour]:
        path.append(square)
        free[square] = False
        if len(path) == len(graph):
            yield tuple(path)
        for following in graph[square]:
            if free[following]:
                yield from extend(following)
        free[square] = True
        path.pop()

    for start in range(len(graph)) if starts is None else starts:
        yield from extend(start)


def rectangle_symmetries(rows: int, columns: int) -> list[list[int]]:
    """Return the distinct symmetries of a rectangle as permutations of square numbers in row-major order."""
    found: list[list[int]] = []
    for turn in range(8):
        image = []
        for row in range(rows):
            for column in range(columns):
                r = rows - 1 - row if turn & 1 else row
                c = columns - 1 - column if turn & 2 else column
                image.append(c * columns + r if turn & 4 else r * columns + c)
        if (rows == columns or turn < 4) and image not in found:
            found.append(image)
    return found


def images(tour: Tour, symmetries: list[list[int]], *, closed: bool) -> set[Tour]:
    """Return all tours that symmetries, reversal and (closed) rotation make of `tour`."""
    readings = [tour, tour[::-1]]
    if closed:
        readings = [reading[k:] + reading[:k] for reading in readings for k in range(len(tour))]
    return {tuple(symmetry[square] for square in reading) for symmetry in symmetries for reading in readings}
