"""Figures and tours as values of Python: exact counts are integers, estimates have an error, tours draw themselves."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from pydantic import PrivateAttr

from cavalier import documents
from cavalier.errors import NotInstalledError
from cavalier.pictures import Drawing
from cavalier.transport import Transport

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Count(documents.Count):
    """An exact count: `int(count)` is its value, of any length."""

    def __int__(self) -> int:
        return int(self.value)

    def __str__(self) -> str:
        return f"{int(self):,} {self.convention} {self.quantity.replace('_', ' ')} (exact, by {self.method})"


class Estimate(documents.Estimate):
    """An estimated count: `float(estimate)` is its value, `standard_error` one standard error."""

    def __float__(self) -> float:
        return self.value

    @property
    def relative_error(self) -> float:
        """The standard error as a share of the value."""
        return self.standard_error / self.value if self.value else float("inf")

    def __str__(self) -> str:
        what = f"{self.convention} {self.quantity.replace('_', ' ')}"
        at = f" from {tuple(self.square)}" if self.square else ""
        return f"{plus_minus(self.value, self.standard_error)} {what}{at} (estimate, {self.estimator})"


class Statement(documents.Statement):
    """A known figure of a board, with its subject, convention and sources."""

    def __str__(self) -> str:
        value = f"{int(self.value):,}" if self.exact else plus_minus(float(self.value), self.standard_error or 0.0)
        starts = self.subject.starts
        at = "" if starts == "all" else f" from {' '.join(str(tuple(square)) for square in starts)}"
        sources = ", ".join(source.title for source in self.sources) or "no source"
        what = f"{self.convention} {self.quantity.replace('_', ' ')}{at}"
        return f"{value} {what} ({self.reliability}: {sources})"

    def __repr__(self) -> str:
        return f"<{self}>"


class Tour(documents.TourDocument):
    """A stored tour. A notebook draws it; `squares` are the coordinates in order, from 1."""

    _transport: Transport = PrivateAttr()

    @classmethod
    def of(cls, document: dict[str, object], transport: Transport) -> Tour:
        """Return the tour of a document, drawn by this service."""
        tour = cls.model_validate(document)
        tour._transport = transport  # noqa: SLF001  its own class
        return tour

    def draw(self, *, animated: bool = False) -> Drawing:
        """Return the drawing of the tour; animated: the knight walks it."""
        return Drawing(self._transport.text(f"/api/v1/tours/{self.id}.svg", animated=animated))

    def to_numpy(self) -> NDArray[np.int64]:
        """Return the coordinates in order, one square a row, from 1."""
        return import_optional("numpy").array(self.squares)  # type: ignore[no-any-return]  # imported by name

    def __len__(self) -> int:
        return len(self.squares)

    def __str__(self) -> str:
        return f"{'closed' if self.closed else 'open'} tour {self.id} of {self.board}, found by job {self.job}"

    def _repr_svg_(self) -> str:
        return self.draw().svg


class Board(documents.BoardDocument):
    """A board, its known figures, and a summary of its stored tours."""

    @property
    def known(self) -> list[Statement]:
        """Every figure known of the board."""
        return [Statement.model_validate(one.model_dump()) for one in self.statements]

    def __str__(self) -> str:
        return f"{self.label}: {self.size} squares, {self.surface}"

    def _repr_html_(self) -> str:
        return table(str(self), map(str, self.known))


def table(title: str, rows: Iterable[str]) -> str:
    """Return an HTML table of sentences, one a row."""
    lines = "".join(f"<tr><td>{escape(row)}</td></tr>" for row in rows)
    return f"<table><caption>{escape(title)}</caption>{lines}</table>"


def import_optional(name: str) -> Any:  # noqa: ANN401  a module
    """Import an optional package; NotInstalledError where it is not installed."""
    try:
        return __import__(name)
    except ImportError as error:
        raise NotInstalledError(f"this needs the package {name}: pip install {name}") from error


def plus_minus(value: float, error: float) -> str:
    """Write an estimate with its standard error, which samples that found nothing leave unknown."""
    return f"{value:.6g} ± {error:.2g}" if value or error else "0 (none found)"
