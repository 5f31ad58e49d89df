"""A figure with its subject, its restriction and its sources: the form in which figures are shown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any, Literal

from engine.kinds.figure_scope import Starts

MAX_SOURCES = 20
"""Sources listed in a statement; `more` is the number of others."""

Reliability = Literal["exact", "estimate", "published", "claimed"]
SourceKind = Literal["job", "atlas", "reference", "import"]


@dataclass(frozen=True)
class Subject:
    """What a figure is about: a board, a piece, and the squares where directed tours start and end.

    starts: "all", or the start squares together. square_class: if `starts` is one square, the squares equal to it by
    symmetry, for which the figure also holds; None if not computed.
    """

    board: str
    piece: tuple[int, ...]
    starts: Starts = "all"
    ends: Starts | None = None
    square_class: tuple[tuple[int, ...], ...] | None = None


@dataclass(frozen=True)
class Source:
    """Source of a figure: a job here, the atlas, a publication, or a job of another database whose file was imported.

    id: the job's public id, or the key of the entry of the atlas, or of the reference. method: the algorithm or
    estimator, or the table of print. code: the engine digest. printed: the figure as published, if by another
    convention. link: of a sequence. specification, certificate: of an entry of the atlas, the specification of its job
    and any second count. way: of counting, the same for methods that are not independent of each other.
    """

    kind: SourceKind
    id: str
    title: str
    method: str | None = None
    code: str | None = None
    cpu_seconds: float | None = None
    samples: int | None = None
    seed: str | None = None
    printed: str | None = None
    link: str | None = None
    specification: Mapping[str, object] | None = None
    certificate: Mapping[str, object] | None = None
    way: str | None = None


@dataclass(frozen=True)
class Certificate:
    """A job that has counted the figure once more, modulo a prime and by another order of squares.

    agrees: whether its result is the figure modulo the prime. program: the independent program, if that counted and not
    a job; `job` is then the one whose count it repeated.
    """

    job: str
    modulus: str
    agrees: bool
    program: str | None = None


@dataclass(frozen=True)
class Statement:
    """One figure.

    quantity: tours, closed, open or cycles for facts of the board, else a quantity of the search that `restriction`
    names. convention: directed or undirected. value: exact decimals as text, estimates as numbers. restriction: None,
    or what the figure depends on. reliability: exact (counted or proved here, or in the atlas), estimate, published (by
    others), claimed (by another database). partial: of a job that has examined only a part. confirmed_by:
    the ways, independent of each other, by which jobs here have found this exact value; a certificate that agrees is
    one. more: sources beyond those listed. exact_value: the exact figure known besides an
    estimate. certificates: that agree or contradict.
    """

    subject: Subject
    quantity: str
    convention: str
    exact: bool
    value: str | float
    restriction: Mapping[str, object] | None
    reliability: Reliability
    sources: Sequence[Source] = ()
    standard_error: float | None = None
    interval_95: tuple[float, float] | None = None
    unbiased: bool = True
    partial: bool = False
    warnings: Sequence[str] = ()
    confirmed_by: Sequence[str] = ()
    more: int = 0
    exact_value: float | None = None
    certificates: Sequence[Certificate] = ()

    @property
    def is_contradicted(self) -> bool:
        """Whether a certificate contradicts the figure."""
        return not all(one.agrees for one in self.certificates)

    @property
    def key(self) -> tuple[object, ...]:
        """Return the key that statements about the same thing share."""
        restriction = None if self.restriction is None else repr(sorted(self.restriction.items()))
        return (self.subject.board, self.subject.piece, self.subject.starts, self.subject.ends, self.quantity,
                self.convention, restriction)  # fmt: skip

    @property
    def number(self) -> float:
        """Return the value as a number, infinite if it is too large."""
        try:
            return float(self.value)
        except OverflowError:
            return float("inf")

    @property
    def error(self) -> float:
        """Return the standard error: 0 for exact figures, and for estimates without a known error."""
        known = self.standard_error
        return known if known is not None and isfinite(known) else 0.0


def as_json(statements: Iterable[Statement]) -> list[dict[str, Any]]:
    """Return statements as JSON values."""
    written: list[dict[str, Any]] = json.loads(json.dumps([asdict(one) for one in statements]))
    return written
