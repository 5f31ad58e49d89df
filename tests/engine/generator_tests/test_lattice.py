"""Lattice reduction keeps the lattice; the shortest vector is the shortest."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.generator_tests.lattice import inner, reduce_basis, shortest_vector
from tests.reference.streams import shortest_squared_length

small_bases = st.integers(2, 3).flatmap(
    lambda size: st.lists(st.lists(st.integers(-6, 6), min_size=size, max_size=size), min_size=size, max_size=size)
)


def determinant(basis: list[list[int]]) -> Fraction:
    """Return the determinant by elimination."""
    rows = [[Fraction(part) for part in row] for row in basis]
    result = Fraction(1)
    for column in range(len(rows)):
        pivot = next((row for row in rows[column:] if row[column]), None)
        if pivot is None:
            return Fraction(0)
        place = rows.index(pivot, column)
        if place != column:
            rows[column], rows[place] = rows[place], rows[column]
            result = -result
        result *= rows[column][column]
        for row in rows[column + 1 :]:
            factor = row[column] / rows[column][column]
            row[:] = [a - factor * b for a, b in zip(row, rows[column], strict=True)]
    return result


@settings(max_examples=60)
@given(small_bases)
def test_the_shortest_vector(basis: list[list[int]]) -> None:
    """No combination of the reduced basis with coefficients up to 4 is shorter, and reduction keeps the volume."""
    assume(determinant(basis) != 0)
    reduced = reduce_basis(basis)
    assert abs(determinant(reduced)) == abs(determinant(basis))
    shortest = shortest_vector(basis)
    assert inner(shortest, shortest) == shortest_squared_length(reduced, 4)
