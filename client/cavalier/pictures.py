"""Drawings that notebooks show and files keep."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Drawing:
    """An SVG document; a notebook shows it."""

    svg: str

    def save(self, file: str | Path) -> Path:
        """Write the drawing to a file."""
        path = Path(file)
        path.write_text(self.svg, encoding="utf-8")
        return path

    def _repr_svg_(self) -> str:
        return self.svg
