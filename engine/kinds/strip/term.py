"""One term of a family from a job's results: exact, or modulo a number. Never loads numba."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from engine.errors import InvalidProblemError
from engine.kinds.strip.planner import MAX_INTEGRAL_ORDER
from engine.kinds.strip.specification import MAX_TERMS
from engine.number_theory.decimal_text import decimal_text, integer_of
from engine.number_theory.distant_terms import coefficient, coefficient_modulo
from engine.number_theory.recurrence import SPARE, numerator_of
from engine.specification.result import Part, absent

MAX_TERM = 10**18
MAX_MODULUS = 10**18 - 1


class StripTerm(Part):
    """A term of a family of boards. Numbers are decimal texts: programs may round long ones."""

    family: str = Field(description="its name: n is the side that grows")
    counts: Literal["cycles", "paths", "open paths"] = Field(
        description="what the term counts, directions not distinguished"
    )
    n: str = Field(description="the side that grows", examples=["1000000000000000000"])
    modulo: str | None = absent("the value is what is left after division by this number; absent: the value is exact")
    value: str = Field(description="an exact decimal")
    method: Literal["counted", "recurrence"] = Field(description="counted by the job, or by the recurrence it found")
    order: int | None = absent("of the recurrence over the integers")
    checked: int | None = absent("exact terms that obey the recurrence, those that it was found from among them")
    proved: bool = Field(
        description="whether the value is certain: counted, or by a recurrence that no other can replace"
    )


def find_term(figures: Mapping[str, Any], n: int, modulo: int | None = None) -> StripTerm:
    """Return term n, from 1 on, of a family. figures: a job's results, the fields of `StripFigures`.

    InvalidProblemError at /n or /modulo: out of range, or no recurrence over the integers is known to reach it.
    """
    if not 1 <= n <= MAX_TERM:
        raise InvalidProblemError("/n", "must be from 1 to 10^18")
    if modulo is not None and not 2 <= modulo <= MAX_MODULUS:
        raise InvalidProblemError("/modulo", "must be from 2 to 10^18 - 1")
    known = {name: figures[name] for name in ("family", "counts")} | {"n": str(n)}
    known |= {} if modulo is None else {"modulo": str(modulo)}
    terms = figures["terms"]
    if n <= len(terms):
        counted = terms[n - 1] if modulo is None else str(integer_of(terms[n - 1]) % modulo)
        return StripTerm.model_validate(known | {"value": counted, "method": "counted", "proved": True})
    if figures.get("recurrence") is None:
        raise _unknown(figures)
    if modulo is None and n > MAX_TERMS:
        raise InvalidProblemError("/n", f"exact terms end at n = {MAX_TERMS}: give a number to take it modulo")
    factors, after = list(map(int, figures["recurrence"])), figures["after"]
    above, below = numerator_of(factors, list(map(integer_of, terms[:after]))), [1, *(-factor for factor in factors)]
    value = coefficient(above, below, n - 1) if modulo is None else coefficient_modulo(above, below, n - 1, modulo)
    known |= {
        "value": decimal_text(value),
        "method": "recurrence",
        "order": len(factors),
        "checked": checked_terms(figures),
        "proved": is_proved(figures),
    }
    return StripTerm.model_validate(known)


def checked_terms(figures: Mapping[str, Any]) -> int:
    """Return how many exact terms were seen to obey the recurrence over the integers."""
    return min(len(figures["terms"]), 2 * int(figures["after"]) + MAX_INTEGRAL_ORDER)


def is_proved(figures: Mapping[str, Any]) -> bool:
    """Whether as many exact terms obey the recurrence as determine the family."""
    return bool(figures["proved"]) and checked_terms(figures) >= figures["used"]


def _unknown(figures: Mapping[str, Any]) -> InvalidProblemError:
    """Return the error that says why no recurrence over the integers is known, and what might yield one."""
    counted, order = len(figures["terms"]), figures.get("order")
    if order is None:
        return InvalidProblemError("/n", f"the job counted {counted} terms and found no recurrence that leads beyond")
    if order > MAX_INTEGRAL_ORDER:
        most = MAX_INTEGRAL_ORDER
        message = f"the recurrence has order {order}, and over the integers none above order {most} is looked for"
        return InvalidProblemError("/n", message)
    needed = 2 * figures["after"] + SPARE
    message = f"{counted} exact terms do not tell the recurrence of order {order} over the integers: count {needed}"
    return InvalidProblemError("/n", message)
