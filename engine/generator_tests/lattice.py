"""Shortest vectors of small integer lattices, exactly: LLL reduction, then enumeration."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

Vector = list[int]
DELTA = Fraction(3, 4)


def inner(left: Vector, right: Vector) -> int:
    """Return the inner product."""
    return sum(a * b for a, b in zip(left, right, strict=True))


def reduce_basis(basis: list[Vector]) -> list[Vector]:
    """Return an LLL-reduced basis of the same lattice (Lenstra, Lenstra, Lovasz 1982), in exact arithmetic."""
    reduced = [list(vector) for vector in basis]
    k = 1
    while k < len(reduced):
        coefficients, lengths = _gram_schmidt(reduced[: k + 1])
        row = coefficients[k]
        for j in range(k - 1, -1, -1):
            nearest = round(row[j])
            reduced[k] = [a - nearest * b for a, b in zip(reduced[k], reduced[j], strict=True)]
            row[j] -= nearest
            row[:j] = [a - nearest * b for a, b in zip(row[:j], coefficients[j][:j], strict=True)]
        if lengths[k] >= (DELTA - row[k - 1] ** 2) * lengths[k - 1]:
            k += 1
        else:
            reduced[k - 1], reduced[k] = reduced[k], reduced[k - 1]
            k = max(k - 1, 1)
    return reduced


def _gram_schmidt(basis: list[Vector]) -> tuple[list[list[Fraction]], list[Fraction]]:
    """Return the coefficients and the squared lengths of the orthogonalised basis."""
    size = len(basis)
    coefficients = [[Fraction(0)] * size for _ in range(size)]
    lengths: list[Fraction] = []
    for i in range(size):
        for j in range(i):
            overlap = sum((coefficients[j][k] * coefficients[i][k] * lengths[k] for k in range(j)), Fraction(0))
            coefficients[i][j] = (inner(basis[i], basis[j]) - overlap) / lengths[j]
        shadow = sum((coefficients[i][k] ** 2 * lengths[k] for k in range(i)), Fraction(0))
        lengths.append(inner(basis[i], basis[i]) - shadow)
    return coefficients, lengths


def shortest_vector(basis: list[Vector]) -> Vector:
    """Return a nonzero vector of least length in the lattice that the rows of `basis` span.

    All integer combinations that can be shorter than the shortest basis vector are enumerated (U. Fincke and
    M. Pohst, 1985) with exact bounds: the answer is proved.
    """
    reduced = reduce_basis(basis)
    coefficients, lengths = _gram_schmidt(reduced)
    size = len(reduced)
    best = min(reduced, key=lambda vector: inner(vector, vector))
    choice = [0] * size

    def descend(level: int, spent: Fraction) -> None:
        nonlocal best
        centre = -sum((choice[i] * coefficients[i][level] for i in range(level + 1, size)), Fraction(0))
        room = (inner(best, best) - spent) / lengths[level]
        for number in _integers_near(centre, room):
            choice[level] = number
            length = spent + (number - centre) ** 2 * lengths[level]
            if level:
                descend(level - 1, length)
            elif 0 < length < inner(best, best):
                columns = zip(*reduced, strict=True)
                best = [sum(c * part for c, part in zip(choice, column, strict=True)) for column in columns]
        choice[level] = 0

    descend(size - 1, Fraction(0))
    return best


def _integers_near(centre: Fraction, squared_radius: Fraction) -> range:
    """Return the integers whose squared distance from the centre is at most `squared_radius`."""
    if squared_radius < 0:
        return range(0)
    denominator = centre.denominator
    reach = isqrt(squared_radius.numerator * denominator**2 // squared_radius.denominator)
    first = -((reach - centre.numerator) // denominator)
    last = (centre.numerator + reach) // denominator
    return range(first, last + 1)
