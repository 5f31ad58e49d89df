"""A short program that counts the first terms of a sequence by trying every move."""

from __future__ import annotations

import re
from collections.abc import Iterator

from findings.exports.sequences import KnownSequence

WRAPS = {"": (False, False), "torus": (True, True), "cylinder": (False, True)}
"""Whether rows and columns wrap around, for each surface that a program is written for."""

ANSWERS = {
    "tours": "sum(walk(s, {s}, None) for s in cells)",
    "paths": "(sum(walk(s, {s}, None) for s in cells) + 1)//2",
    "closed": "sum(walk(s, {s}, s) for s in cells)",
    "cycles": "walk(cells[0], {cells[0]}, cells[0])//2",
}
"""Each quantity, counted by walks that visit every square and, if closed, end a move from the first."""


def program_lines(one: KnownSequence, author: str) -> Iterator[str]:
    """Yield the lines of a program in Python; none for surfaces and quantities that would need a long program."""
    surface, _, size = one.family.rpartition(":")
    sides = re.fullmatch(r"(2?n|\d+)x(2?n|\d+)", size)
    if surface not in WRAPS or sides is None or one.quantity not in ANSWERS:
        return
    row, column = WRAPS[surface]
    i, j = "(s[0] + x) % m" if row else "s[0] + x", "(s[1] + y) % w" if column else "s[1] + y"
    inside = ([] if row else ["0 <= i < m"]) + ([] if column else ["0 <= j < w"])
    condition = f" if {' and '.join(inside)}" if inside else ""
    yield "(Python)"
    yield "def a(n):"
    yield f"    m, w = {sides[1]}, {sides[2]}".replace("2n", "2*n")
    yield "    cells = [(r, c) for r in range(m) for c in range(w)]"
    yield "    leaps = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]"
    yield "    def near(s):"
    yield f"        to = [({i}, {j}) for x, y in leaps]"
    yield f"        return {{(i, j) for i, j in to{condition}}} - {{s}}"
    yield "    def walk(s, seen, end):"
    yield "        if len(seen) == m*w:"
    yield "            return int(end is None or end in near(s))"
    yield "        return sum(walk(t, seen | {t}, end) for t in near(s) - seen)"
    yield f"    return {ANSWERS[one.quantity]}"
    signed = f" # {author}" if author else ""
    yield f"print([a(n) for n in range({one.first}, {one.first + 3})]){signed}"
