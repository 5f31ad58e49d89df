"""One term of a family, from a job's results."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import InvalidProblemError
from engine.kinds.strip.term import find_term

PRIME = 10**9 + 7


def _fibonacci(terms: int, **more: object) -> dict[str, Any]:
    """Return figures with 7, 0, 1, 1, 2, 3, ...: the rule holds from the fourth term on."""
    values = [7, 0, 1]
    while len(values) < terms:
        values.append(values[-1] + values[-2])
    found = {"family": "3xn", "counts": "cycles", "terms": list(map(str, values[:terms]))}
    return {**found, "order": 2, "after": 3, "used": 20, "proved": True, "recurrence": ["1", "1"], **more}


@pytest.mark.parametrize("n", [1, 2, 5, 12, 13, 50, 1000])
def test_terms_are_those_of_slow_iteration(n: int) -> None:
    """A term equals that of slow iteration, exactly and modulo a prime, within the counted terms and beyond."""
    slow = int(_fibonacci(1000)["terms"][n - 1])
    exact, rest = find_term(_fibonacci(12), n), find_term(_fibonacci(12), n, PRIME)
    assert (exact.value, rest.value) == (str(slow), str(slow % PRIME))
    assert (exact.modulo, rest.modulo) == (None, str(PRIME))
    assert (exact.method, exact.order) == (("counted", None) if n <= 12 else ("recurrence", 2))


def test_a_term_says_whether_it_is_proved() -> None:
    """A term is proved where enough exact terms determine the recurrence; fewer only check it."""
    assert find_term(_fibonacci(12), 12).proved
    few, many = find_term(_fibonacci(12), 99), find_term(_fibonacci(20), 99)
    assert (few.checked, few.proved, many.checked, many.proved) == (12, False, 20, True)
    assert not find_term(_fibonacci(20, proved=False), 99).proved


def test_terms_of_many_digits() -> None:
    """A term may have more digits than Python writes by default, by a(n) = 10^9 a(n - 1) or as a counted term."""
    long = "1" + "0" * 9000
    found = {"family": "3xn", "counts": "cycles", "terms": ["1"], "order": 1, "after": 1, "used": 1, "proved": True}
    assert find_term(found | {"recurrence": [str(10**9)]}, 1001).value == long
    assert find_term(found | {"terms": [long]}, 1).value == long
    assert find_term(found | {"terms": [long]}, 1, PRIME).value == str(pow(10, 9000, PRIME))


def test_families_without_tours_end() -> None:
    """The recurrence of order 0 makes every later term 0."""
    found = _fibonacci(3, order=0, recurrence=[], after=3)
    assert (find_term(found, 10**18, PRIME).value, find_term(found, 2).value) == ("0", "0")


@pytest.mark.parametrize(
    ("figures", "n", "modulo", "pointer", "reason"),
    [
        (_fibonacci(12), 0, None, "/n", "from 1"),
        (_fibonacci(12), 10**18 + 1, 7, "/n", "to 10"),
        (_fibonacci(12), 5, 1, "/modulo", "from 2"),
        (_fibonacci(12), 10_001, None, "/n", "exact terms end"),
        (_fibonacci(5, recurrence=None), 6, 7, "/n", "5 exact terms do not tell the recurrence of order 2.*count 8"),
        (_fibonacci(5, recurrence=None, order=8212), 6, 7, "/n", "order 8212, .* above order 400"),
        (_fibonacci(5, recurrence=None, order=None), 6, 7, "/n", "no recurrence"),
    ],
)
def test_what_is_not_known_is_refused_with_its_field(
    figures: dict[str, Any], n: int, modulo: int | None, pointer: str, reason: str
) -> None:
    """The error names the field, and its reason says what to do."""
    with pytest.raises(InvalidProblemError, match=reason) as caught:
        find_term(figures, n, modulo)
    assert caught.value.pointer == pointer
