"""Denominators of generating functions: kept as text, and divided."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sympy import GF, Poly, symbols

from engine.errors import InvalidProblemError
from engine.kinds.common.kind import ShardRecord
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.kinds.strip.denominator import find_division, pack_coefficients, product_of, remainder, unpack_coefficients
from engine.kinds.strip.planner import StripCounting
from engine.kinds.strip.runner import StripRunner
from engine.search.strip.primes import primes_for

PRIMES = primes_for(1)
X = symbols("x")


def found(family: str, tours: str, **more: object) -> dict[str, Any]:
    """Return the figures that a job finds for a family."""
    problem = parse_problem({"kind": "strip", "family": family, "tours": tours, "terms": 5, **more})
    runner = StripRunner(Shard(problem, {}))
    while not runner.is_finished:
        runner.step(10**6)
    record = ShardRecord(0, {}, is_finished=True, statistics=runner.statistics())
    figures: dict[str, Any] = StripCounting().merge(problem, [record]).extra["strip"]
    return figures


def _poly(coefficients: list[int], prime: int) -> Poly:
    return Poly(coefficients[::-1], X, domain=GF(prime, symmetric=False))


@pytest.mark.parametrize("prime", [2, 7, PRIMES[0]])
def test_products_and_remainders_are_those_of_sympy(prime: int) -> None:
    """Random polynomials multiply and divide as in sympy; a multiple leaves no remainder."""
    rng = np.random.default_rng(prime)
    for degree, other in ((0, 0), (5, 0), (9, 4), (4, 9), (40, 17)):
        one, two = (np.append(rng.integers(0, prime, size), 1 + rng.integers(0, prime - 1)) for size in (degree, other))
        product = product_of(one, two, prime)
        assert _poly(product.tolist(), prime) == _poly(one.tolist(), prime) * _poly(two.tolist(), prime)
        rest = _poly(one.tolist(), prime).rem(_poly(two.tolist(), prime))
        assert _poly(remainder(one, two, prime).tolist() or [0], prime) == rest
        assert not len(remainder(product, two, prime))


def test_a_denominator_is_kept_whole() -> None:
    """Coefficients written as text are read back unchanged."""
    words = np.array([1, 0, 2147483646, 5], dtype=np.uint32)
    assert unpack_coefficients(pack_coefficients(words)).tolist() == words.tolist()


@pytest.mark.parametrize(("family", "piece", "tours"), [("3xn", "knight", "any"), ("4xn", [1], "open")])
def test_powers_that_divide_are_those_that_sympy_finds(family: str, piece: object, tours: str) -> None:
    """On 3xn the denominator of closed tours and its square divide that of all tours; its cube does not."""
    whole, part = found(family, tours, piece=piece), found(family, "closed", piece=piece)
    division = find_division(whole, part)
    assert (division.order, division.divisor) == (whole["order"], part["order"])
    for index, prime in enumerate(division.primes):
        all_of, one = (
            _poly(unpack_coefficients(each["denominators"][index]).tolist(), prime) for each in (whole, part)
        )
        for power in division.powers:
            rest = all_of.rem(one**power.power)
            assert power.degrees[index] == (-1 if rest.is_zero else rest.degree())
    assert [one.divides for one in division.powers] == [True] * (len(division.powers) - 1) + [False]
    if family == "3xn":
        assert [one.divides for one in division.powers] == [True, True, False]


def test_a_denominator_obeys_the_recurrence_over_the_integers() -> None:
    """Closed tours of 3xn: the coefficients of OEIS A070030, without their gaps, modulo both primes."""
    figures = found("3xn", "closed") | {"terms": []}
    whole = found("3xn", "closed", terms=120)
    rule = [1, *(-int(value) for value in whole["recurrence"])]
    for prime, text in zip(figures["primes"], figures["denominators"], strict=True):
        assert unpack_coefficients(text).tolist() == [value % prime for value in rule]


@pytest.mark.parametrize(
    ("whole", "part", "pointer", "why"),
    [
        ({"denominators": None}, {}, "/tours", "kept no recurrence"),
        ({}, {"denominators": None}, "/divisor", "kept no recurrence"),
        ({}, {"primes": [7]}, "/divisor", "different primes"),
        ({}, {"denominators": [pack_coefficients(np.array([1], np.uint32))]}, "/divisor", "its denominator is 1"),
    ],
)
def test_what_cannot_be_divided_names_its_field(
    whole: dict[str, Any], part: dict[str, Any], pointer: str, why: str
) -> None:
    """The error names the field and the reason."""
    line = {"counts": "cycles", "primes": [11], "denominators": [pack_coefficients(np.array([1, 10], np.uint32))]}
    with pytest.raises(InvalidProblemError, match=why) as caught:
        find_division(line | whole, line | part)
    assert caught.value.pointer == pointer
