"""The move orderings of Squirrel and Cull (Oregon State University, 1996): one table for squares, a list for others.

D. Squirrel and P. Cull, "A Warnsdorff-rule algorithm for knight's tours on square chessboards": Figure 3, by the side
of the square modulo 8, and the nineteen orderings for rectangles.
"""

from __future__ import annotations

Stage = tuple[str, tuple[int, int] | None]
"""A move ordering and the square (row, column, from 1) on which the next one takes over; None: it runs to the end."""

RECTANGLE_ORDERINGS = (
    "12345678",
    "21345678",
    "31245678",
    "13245678",
    "23145678",
    "32145678",
    "42135678",
    "24135678",
    "14235678",
    "41235678",
    "21435678",
    "12435678",
    "13425678",
    "31425678",
    "41325678",
    "14325678",
    "34125678",
    "43125678",
    "43215678",
)
"""To be tried in turn from the corner; one of them completes every m x n with 10 <= m, n < 300 but 289 x 54."""

MENDED_LAST_ORDERING = "12345687"
"""Our replacement of the last ordering at side 74, the one side from 5 to 1,600 on which the table fails."""


def square_stages(side: int, *, mended: bool = False) -> list[Stage]:
    """Return the orderings and switch squares for a square of this side; `mended` repairs side 74."""
    stages = _TABLE[side % 8](side)
    if mended and side == 74:
        stages[-1] = (MENDED_LAST_ORDERING, None)
    return stages


def _zero(m: int) -> list[Stage]:
    return [
        ("34261578", (m - 1, m - 2)),
        ("87642135", (2, 2)),
        ("51867342", (m - 8, 1)),
        ("51342678", (7, m - 3)),
        ("21435678", None),
    ]


def _one(m: int) -> list[Stage]:
    return [
        ("34261578", (m - 1, m - 2)),
        ("87642135", (2, 2)),
        ("51324678", (m - 6, (m + 9) // 2)),
        ("32481765", None),
    ]


def _two(m: int) -> list[Stage]:
    return [
        ("34261578", (6, 1)),
        ("87642135", (3, 1)),
        ("54132678", (m - 15, 4)),
        ("52431678", (10, m - 2)),
        ("85647123", (5, (m - 6) // 2)),
        ("15746823", None),
    ]


def _three(m: int) -> list[Stage]:
    return [
        ("34625718", (m - 1, m - 2)),
        ("42681357", (m - 6, m)),
        ("86512347", (2, 5)),
        ("51867342", (m - 10, 3)),
        ("61825437", ((m + 1) // 2, m - 2)),
        ("71642538", None),
    ]


def _four(m: int) -> list[Stage]:
    return [
        ("34261578", (m - 1, m - 2)),
        ("87642135", (2, 2)),
        ("51867342", (m - 8, 1)),
        ("51342678", (10, m - 5)),
        ("86753421", (13, (m + 2) // 2)),
        ("78563421", None),
    ]


def _five(m: int) -> list[Stage]:
    column = (m - 5) // 2 if m % 16 == 5 else (m - 13) // 2
    return [
        ("34261578", (m - 1, m - 2)),
        ("87642135", (2, 2)),
        ("51324678", (m - 2, column)),
        ("15234678", None),
    ]


def _six(m: int) -> list[Stage]:
    return [
        ("34261578", (6, 1)),
        ("87642135", (3, 1)),
        ("54132678", (m - 10, 1)),
        ("52431678", (10, m - 2)),
        ("85647123", (3, (m + 8) // 2)),
        ("12453678", None),
    ]


def _seven(m: int) -> list[Stage]:
    return [
        ("34625718", (m - 1, m - 2)),
        ("42681357", (m - 6, m)),
        ("86512347", (2, 5)),
        ("51867342", (m - 6, 3)),
        ("61825437", ((m + 1) // 2, m - 2)),
        ("61357284", None),
    ]


_TABLE = (_zero, _one, _two, _three, _four, _five, _six, _seven)
