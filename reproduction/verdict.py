"""Printed against computed: equal, within error (weakly where ours is uncertain), implied, refuted, not reproduced."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from findings.comparison.agreement import LIMIT
from findings.references.data_files import IMPLIED, UNKNOWN, Figure

Verdict = Literal["equal", "within error", "weakly within error", "implied", "refuted", "not reproduced"]

AGREEING = ("within error", "weakly within error")
MAX_RELATIVE_ERROR = 0.15
"""Agreement is weak if the relative standard error of our result is greater."""


@dataclass(frozen=True)
class Computed:
    """A recomputed figure.

    error: one standard error, None where the value is exact. detail: JSON that pictures need beside the value.
    """

    value: Any
    method: str
    error: float | None = None
    detail: Any = None


@dataclass(frozen=True)
class Comparison:
    """A figure with its verdict. z: the difference, less what rounding explains, in standard errors of both.

    explained: whether the verdict is the one that the reference data foretell: refuted where they hold a finding.
    """

    figure: Figure
    verdict: Verdict
    computed: Computed | None
    z: float | None = None
    why: str | None = None

    @property
    def is_explained(self) -> bool:
        """Whether nothing about the verdict is a surprise."""
        if self.verdict == "not reproduced":
            return True
        foretold = self.figure.status == "refuted"
        return (self.verdict == "refuted") == foretold and not self._contradicts()

    def _contradicts(self) -> bool:
        """Whether an exact result differs from the value that the reference data call right."""
        exact = self.computed is not None and self.computed.error is None
        return exact and self.figure.right is not None and self.computed.value != self.figure.right  # type: ignore[union-attr]  # `exact` implies that it is there


def judge(figure: Figure, computed: Computed | None, missing: str) -> Comparison:
    """Compare a figure with its computed value; `missing` says why there is none, if so.

    Agreement with a figure that no source prints confirms nothing: it is "implied", whatever the errors.
    """
    if computed is None:
        return Comparison(figure, "not reproduced", None, why=missing)
    if figure.value == UNKNOWN:
        return Comparison(figure, "not reproduced", computed, why=figure.note)
    if not _is_measurement(figure, computed):
        equal = computed.value == figure.value
        verdict = _agreement(figure, "equal") if equal else "refuted"
        return Comparison(figure, verdict, computed, why=None if equal else figure.finding)
    z = _z(figure, float(computed.value) - float(figure.value), computed.error or 0.0)
    agrees = abs(z) <= LIMIT
    verdict = _agreement(figure, _strength(computed)) if agrees else "refuted"
    return Comparison(figure, verdict, computed, z, None if agrees else figure.finding)


def _strength(computed: Computed) -> Verdict:
    weak = (computed.error or 0.0) > MAX_RELATIVE_ERROR * abs(float(computed.value))
    return "weakly within error" if weak else "within error"


def _agreement(figure: Figure, verdict: Verdict) -> Verdict:
    return "implied" if figure.status == IMPLIED else verdict


def _z(figure: Figure, difference: float, error: float) -> float:
    """Return the part of a difference that rounding the print cannot explain, in standard errors of both together."""
    beyond = max(0.0, abs(difference) - rounding(figure))
    together = math.hypot(figure.error or 0.0, error)
    if beyond == 0.0:
        return 0.0
    return math.copysign(beyond / together if together else math.inf, difference)


def rounding(figure: Figure) -> float:
    """Return half a unit of the last digit printed where the print has no error of its own, 0 if it is exact.

    Zeros at the end count as not printed: 1.10e8 is taken as 1.1e8.
    """
    if figure.exact or figure.error is not None:
        return 0.0
    exponent = Decimal(repr(figure.value)).normalize().as_tuple().exponent
    assert isinstance(exponent, int)
    return float(Decimal(10) ** exponent) / 2


def _is_measurement(figure: Figure, computed: Computed) -> bool:
    """Whether either side is a measurement: a number with an error or with rounded digits."""
    if isinstance(figure.value, list) or isinstance(computed.value, (list, bool)):
        return False
    numbers = isinstance(computed.value, (int, float)) or str(computed.value).isdigit()
    return numbers and (computed.error is not None or isinstance(figure.value, (int, float)))
