"""The number theory of the Maple generator recomputed, and the printed tables judged by it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.number_theory.discrete_logarithm import DiscreteLogarithm
from engine.number_theory.factorisation import factorise, is_prime
from engine.number_theory.printed_tables import EXPONENTS, STARTS_32, STARTS_33

MODULUS = 10**12 - 11
MULTIPLIER = 427419669081
SPACING = 31_250_000_000  # 10**12 / 32


@dataclass(frozen=True)
class Entry:
    """One printed figure and the recomputed one. key: X, or the row's k."""

    key: int
    value: int
    printed: int
    computed: int

    @property
    def equal(self) -> bool:
        """Whether the print is right."""
        return self.printed == self.computed


@dataclass(frozen=True)
class MapleReport:
    """Everything recomputed.

    exponents: the logarithms of X = 2..181. starts_32, starts_33: the positions of the starts g, given as `value`.
    deviations: rows (table, k) whose printed distance from the even spacing does not follow from the printed position.
    """

    inverse: int
    factors: dict[str, dict[int, int]]
    order: int
    exponents: list[Entry]
    starts_32: list[Entry]
    starts_33: list[Entry]
    deviations: list[tuple[int, int]]

    def as_json(self) -> dict[str, object]:
        """Return the report as a JSON object."""
        tables = {"exponents": self.exponents, "starts_32": self.starts_32, "starts_33": self.starts_33}
        return {
            "modulus": MODULUS,
            "modulus_is_prime": is_prime(MODULUS),
            "multiplier": MULTIPLIER,
            "multiplicative_order": self.order,
            "inverse": self.inverse,
            "factorisations": {name: {str(p): e for p, e in found.items()} for name, found in self.factors.items()},
            "tables": {name: _table_as_json(entries) for name, entries in tables.items()},
            "wrong_deviations": [{"table": table, "row": row} for table, row in self.deviations],
        }


def _table_as_json(entries: list[Entry]) -> dict[str, object]:
    rows = [{"key": e.key, "value": e.value, "printed": e.printed, "computed": e.computed} for e in entries]
    refuted = [row for row, entry in zip(rows, entries, strict=True) if not entry.equal]
    return {"figures": len(rows), "equal": len(rows) - len(refuted), "refuted": refuted, "rows": rows}


def maple_report() -> MapleReport:
    """Recompute every figure by discrete logarithms."""
    logarithm = DiscreteLogarithm(MULTIPLIER, MODULUS)
    inverse = pow(MULTIPLIER, -1, MODULUS)
    factors = {
        "multiplier": factorise(MULTIPLIER),
        "inverse": factorise(inverse),
        "modulus - 1": factorise(MODULUS - 1),
    }
    numbers = range(2, 2 + len(EXPONENTS))
    exponents = [Entry(x, x, printed, logarithm.of(x)) for x, printed in zip(numbers, EXPONENTS, strict=True)]
    starts_32 = [_position(logarithm, k, g, p) for k, g, _, p in STARTS_32]
    starts_33 = [_position(logarithm, k, g, p) for k, g, _, p in STARTS_33]
    deviations = [(32, k) for k, _, e, p in STARTS_32 if p - k * SPACING != e]
    deviations += [(33, k) for k, _, e, p in STARTS_33 if abs(p - (k - 1) * SPACING) != e]
    return MapleReport(inverse, factors, logarithm.order, exponents, starts_32, starts_33, deviations)


def _position(logarithm: DiscreteLogarithm, row: int, start: int, printed: int) -> Entry:
    """Return the entry of a start. Positions run from 1 to the order: the start 1 has the order as its position."""
    return Entry(row, start, printed, logarithm.of(start) or logarithm.order)
