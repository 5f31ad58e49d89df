"""The families of boards in the atlas: for each, the jobs of the kind `strip` that find it.

One core runs each in some minutes, most in seconds. To extend the families, add a family here and build.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Specification = Mapping[str, Any]

TERMS = 200
"""Boards of a family that are counted exactly by default: enough to prove recurrences of small orders."""

SORTS = ("closed", "any", "open")
PATHS = ("any", "open")

KNIGHT = "knight"
WAZIR = [1]
FERS = [1, 1]
CAMEL = [1, 3]
GIRAFFE = [1, 4]
ZEBRA = [2, 3]


def _ask(
    families: Sequence[str],
    sorts: Sequence[str],
    *,
    piece: str | Sequence[int] = KNIGHT,
    terms: int = TERMS,
    **more: int,
) -> Iterator[Specification]:
    for family in families:
        for tours in sorts:
            yield {"kind": "strip", "family": family, "piece": piece, "tours": tours, "terms": terms, **more}


PLANNED: tuple[Specification, ...] = (
    *_ask(["3xn"], ["closed"]),
    *_ask(["3xn"], PATHS, terms=700),
    *_ask(["4xn"], ["closed"]),
    *_ask(["4xn"], PATHS, terms=500),
    *_ask(["5xn"], ["closed"], terms=100),
    *_ask(["5xn"], ["open"], terms=60, order=40_000),
    *_ask(["cylinder:nx2"], SORTS),
    *_ask(["cylinder:nx3"], ["closed"], terms=300),
    *_ask(["cylinder:nx3"], PATHS, terms=540),
    *_ask(["cylinder:nx4"], ["closed"], terms=520),
    *_ask(["cylinder:nx4"], PATHS, terms=100),
    *_ask(["2x2xn"], ["closed"]),
    *_ask(["cylinder:nx3"], ["closed", "open"], piece=CAMEL, terms=100),
    *_ask(["cylinder:nx3"], ["closed"], piece=ZEBRA, terms=100),
    *_ask(["cylinder:nx3"], ["open"], piece=FERS),
    *_ask(["3xn", "4xn"], ["closed"], piece=GIRAFFE, terms=100),
    *_ask(["3xn", "4xn"], ["closed"], piece=ZEBRA, terms=100),
    *_ask(["2xn", "3xn", "4xn", "5xn", "cylinder:nx5"], SORTS, piece=WAZIR),
    *_ask(["6xn", "7xn", "2x3xn"], ["closed"], piece=WAZIR),
    *_ask(["8xn"], ["closed"], piece=WAZIR, terms=300),
    *_ask(["3x3xn"], ["closed"], piece=WAZIR, terms=100),
)
"""All jobs, in the order in which they are run."""
