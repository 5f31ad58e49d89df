"""The board itself: squares, edges, labels, and the frame around what is drawn upon it."""

from __future__ import annotations

from html import escape

from drawing.layout import Layout, Panel, layout_of, runs
from drawing.style import CELL, number, style_sheet
from engine.boards.board import Board
from engine.boards.squares import has_names

MARGIN = 1.0
"""Around the board, in squares: room for labels and for moves over a glued edge."""

MAX_LABELLED = 40
"""Boards with longer sides get no row and column labels."""

FINE = 100
"""Lines and marks grow with the board beyond this many squares a side, so that they are seen when it fills a screen."""

CHECKS = (
    f'<defs><pattern id="cv-checks" width="{2 * CELL}" height="{2 * CELL}" patternUnits="userSpaceOnUse">'
    f'<path class="cv-dark" d="M{CELL} 0h{CELL}v{CELL}h-{CELL}zM0 {CELL}h{CELL}v{CELL}h-{CELL}z"/></pattern></defs>'
)


class Canvas:
    """A board to draw upon: add elements in units of the drawing, then ask for the document.

    weight: the width of lines and marks relative to a small board. below: squares of room under the margin, for a key.
    """

    def __init__(self, board: Board, title: str, *, labelled: bool = True) -> None:
        self.board = board
        self.layout: Layout = layout_of(board)
        self.title = title
        self.below = 0.0
        self.weight = max(1.0, max(self.layout.width, self.layout.height) / FINE)
        self._parts = [self._panel(panel) for panel in self.layout.panels]
        if labelled:
            self._parts += self._labels()

    def add(self, element: str) -> None:
        """Add an element on top."""
        self._parts.append(element)

    def at(self, square: int) -> tuple[float, float]:
        """Return the centre of a square in units of the drawing."""
        x, y = self.layout.centres[square] * CELL
        return float(x), float(y)

    def svg(self) -> str:
        """Return the SVG document."""
        edge = MARGIN * CELL
        width, height = self.layout.width * CELL + 2 * edge, (self.layout.height + self.below) * CELL + 2 * edge
        box = f"{number(-edge)} {number(-edge)} {number(width)} {number(height)}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" class="cv-text" '
            f'aria-label="{escape(self.title, quote=True)}"><title>{escape(self.title)}</title>'
            f"{style_sheet()}{CHECKS}{''.join(self._parts)}</svg>\n"
        )

    def _panel(self, panel: Panel) -> str:
        """Draw the squares of one rectangle and the line around them."""
        rows = "".join(f"M{c * CELL} {r * CELL}h{n * CELL}v{CELL}h{-n * CELL}z" for r, c, n in runs(panel))
        place = f"translate({number(panel.x * CELL)} {number(panel.y * CELL)})"
        squares = f'<path class="cv-light" d="{rows}"/><path fill="url(#cv-checks)" d="{rows}"/>'
        return f'<g transform="{place}">{squares}{self._outline(panel)}</g>'

    def _outline(self, panel: Panel) -> str:
        """Draw hard borders as lines, glued ones as dashes; a board with holes shows its shape by itself."""
        rows, columns = panel.present.shape
        width, height = columns * CELL, rows * CELL
        if not panel.present.all():
            return ""
        joining = self.board.joining
        glued_sides, glued_top = joining.columns or joining.folded, joining.rows or joining.folded
        across, down = f"M0 0h{width}M0 {height}h{width}", f"M0 0v{height}M{width} 0v{height}"
        if glued_sides == glued_top:
            return f'<path class="{"cv-glued" if glued_top else "cv-edge"}" d="{across}{down}"/>'
        return f'<path class="cv-edge" d="{across}"/><path class="cv-glued" d="{down}"/>'

    def _labels(self) -> list[str]:
        """Return the labels of rows and columns, or of the panels where there are several."""
        if len(self.layout.panels) > 1:
            return [
                text(panel.x + panel.present.shape[1] / 2, panel.y - 0.3, panel.title, 13, "cv-label")
                for panel in self.layout.panels
                if not self.board.joining.folded
            ]
        rows, columns = self.layout.panels[0].present.shape
        if max(rows, columns) > MAX_LABELLED:
            return []
        named = has_names(self.board)
        across = [chr(ord("a") + c) if named else str(c + 1) for c in range(columns)]
        down = [str(rows - r) if named else str(r + 1) for r in range(rows)]
        # Moves over a glued edge need the room next to it: there the labels stand at the far end of the margin.
        off = 0.3 if self.board.is_flat else 0.75
        below = [text(c + 0.5, rows + off + 0.1, label, 13, "cv-label") for c, label in enumerate(across)]
        return below + [text(-off, r + 0.5, label, 13, "cv-label") for r, label in enumerate(down)]


def text(x: float, y: float, words: str, size: float, style: str = "") -> str:
    """Return a text centred on a place given in squares; `size` in units of the drawing."""
    name = f' class="{style}"' if style else ""
    place = f'x="{number(x * CELL)}" y="{number(y * CELL + 0.35 * size)}"'
    return f'<text{name} {place} font-size="{number(size)}">{escape(words)}</text>'
