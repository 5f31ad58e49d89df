"""A search tree drawn as a tree: the root on top, a level for each move, each leaf in a column of its own."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from drawing.style import BLUE, CELL, ORANGE, hexadecimal, number, style_sheet
from language.translate import gettext

WIDE, HIGH = 34, 46
"""Units of the drawing from leaf to leaf and from level to level."""
MAX_NAMED = 250
"""Trees of more nodes are drawn without the names of their squares."""


def tree_svg(
    parents: Sequence[int], names: Sequence[str], whole: Sequence[bool], open_: Sequence[bool], title: str
) -> str:
    """Return the drawing of a tree whose nodes come after their parents.

    parents: the number of each node's parent, -1 for the root. whole: nodes that are tours, drawn orange. open_: nodes
    with more below than is drawn, drawn hollow. Each node is a group `node` that holds the groups of its children, so
    that a script can fold it.
    """
    children: list[list[int]] = [[] for _ in parents]
    for node, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(node)
    across, depths = _places(parents, children)
    drawn = [""] * len(parents)
    for node in range(len(parents) - 1, -1, -1):
        drawn[node] = _group(node, (parents, children, names, whole, open_), (across, depths), drawn)
    width, height = (max(across) + 1) * WIDE, (max(depths) + 1) * HIGH
    words = escape(title, quote=True)
    head = f'viewBox="0 0 {number(width)} {number(height)}" role="img" class="cv-text tree" aria-label="{words}"'
    inside = f"<title>{escape(title)}</title>{style_sheet()}{drawn[0]}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{inside}</svg>\n'


def _places(parents: Sequence[int], children: Sequence[Sequence[int]]) -> tuple[list[float], list[int]]:
    """Return the column and the level of each node: leaves side by side, a parent over the middle of its children."""
    depths = [0] * len(parents)
    for node, parent in enumerate(parents):
        depths[node] = depths[parent] + 1 if parent >= 0 else 0
    across, order, stack = [0.0] * len(parents), 0, [0]
    while stack:
        node = stack.pop()
        if not children[node]:
            across[node], order = order, order + 1
        stack += reversed(children[node])
    for node in range(len(parents) - 1, -1, -1):
        if children[node]:
            across[node] = (across[children[node][0]] + across[children[node][-1]]) / 2
    return across, depths


def _group(
    node: int,
    tree: tuple[Sequence[int], Sequence[Sequence[int]], Sequence[str], Sequence[bool], Sequence[bool]],
    places: tuple[Sequence[float], Sequence[int]],
    drawn: Sequence[str],
) -> str:
    parents, children, names, whole, open_ = tree
    across, depths = places
    x, y = (across[node] + 0.5) * WIDE, (depths[node] + 0.5) * HIGH
    line = ""
    if parents[node] >= 0:
        up = (across[parents[node]] + 0.5) * WIDE, y - HIGH
        line = f'<path class="cv-edge" d="M{number(up[0])} {number(up[1])}L{number(x)} {number(y)}"/>'
    colour = hexadecimal(ORANGE if whole[node] else BLUE)
    fill = f'fill="none" stroke="{colour}" stroke-width="2"' if open_[node] else f'fill="{colour}"'
    named = len(parents) <= MAX_NAMED or depths[node] < 2
    label = (
        f'<text class="cv-number" x="{number(x)}" y="{number(y - 9)}" font-size="11">{escape(names[node])}</text>'
        if named
        else ""
    )
    tip_words = gettext("%(square)s: %(number)s below", square=names[node], number=len(children[node]))
    tip = f"<title>{escape(tip_words)}</title>"
    dot = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(0.13 * CELL)}" {fill}>{tip}</circle>'
    below = "".join(drawn[child] for child in children[node])
    return f'<g class="node">{line}<g class="below">{below}</g>{dot}{label}</g>'
