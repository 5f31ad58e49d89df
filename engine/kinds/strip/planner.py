"""Jobs of kind `strip`: one shard, the sweep along the family's boards, or two where open tours are a difference."""

from __future__ import annotations

from collections.abc import Sequence

from engine.boards.piece import parse_piece
from engine.errors import InvalidProblemError
from engine.kinds.common.kind import OneRound, Plan, ShardPlan, ShardRecord
from engine.kinds.strip.denominator import pack_coefficients
from engine.kinds.strip.specification import StripProblem
from engine.number_theory.decimal_text import decimal_text
from engine.number_theory.recurrence import find_recurrence
from engine.search.frontier.steps import MAX_SLOTS
from engine.search.strip.primes import number_of
from engine.specification.result import Result

MAX_STATES = 3e8
"""The most states at the widest square, by the bound that counts patterns: about a tenth of these are met."""

MAX_BITS = 64_000
"""Bits of the last exact term: its residues modulo two thousand primes are kept side by side."""

MAX_INTEGRAL_ORDER = 400
"""The largest order of a recurrence that is looked for over the integers, from the exact terms."""

COUNTED = {"closed": "cycles", "any": "paths", "open": "open paths"}


class StripCounting(OneRound):
    """The kind "strip"."""

    def check(self, problem: StripProblem) -> None:
        """Refuse texts that are no family, families too wide to sweep, and exact terms too large for the residues."""
        spec = problem.spec
        family = spec.family_of(paths=spec.tours != "closed")
        parse_piece(spec.piece)
        if family.slots > MAX_SLOTS:
            message = f"a state of {family.name} describes {family.slots} squares, more than {MAX_SLOTS}"
            raise InvalidProblemError("/family", message)
        if family.widest > MAX_STATES:
            message = f"the sweep along {family.name} may meet {family.widest:.2g} states, more than {MAX_STATES:.0e}"
            raise InvalidProblemError("/family", f"{message}: a narrower family has fewer")
        if family.bits(spec.terms) > MAX_BITS:
            most = next(n for n in range(spec.terms, 0, -1) if family.bits(n) <= MAX_BITS)
            raise InvalidProblemError("/terms", f"the last of them may be too large: ask for {most} or fewer")

    def plan(self, problem: StripProblem) -> Plan:
        """Plan the sweep."""
        self.check(problem)
        return Plan([ShardPlan(0, "strip", {})])

    def merge(self, problem: StripProblem, shards: Sequence[ShardRecord]) -> Result:
        """Return the results on the family."""
        spec, found = problem.spec, shards[0].statistics if shards else {}
        if "growth" not in found:
            return Result()
        primes = found["primes"].tolist()
        terms = [number_of(row, primes) for row in found["terms"].tolist()]
        low, high = found["growth"].tolist()
        states, entries, period, first = (found[name].tolist() for name in ("states", "entries", "period", "first"))
        figures: dict[str, object] = {
            "family": spec.family_of(paths=False).name,
            "counts": COUNTED[spec.tours],
            "states": states,
            "entries": entries[0],
            "period": period[0],
            "first": first[0],
            "digest": str(found["digest"][0]),
            "terms": list(map(decimal_text, terms)),
            "growth": {"low": low, "high": high},
        }
        why = None
        if "order" in found:
            order, after, used, proved = found["order"].tolist()
            figures |= {"order": order, "after": after, "primes": found["confirming"].tolist(), "used": used}
            figures["proved"] = bool(proved)
            figures["denominators"] = [pack_coefficients(rule) for rule in found["rules"]]
            recurrence = (
                find_recurrence(terms[: 2 * after + MAX_INTEGRAL_ORDER]) if order <= MAX_INTEGRAL_ORDER else None
            )
            if recurrence is not None:
                figures["recurrence"] = list(map(str, _trimmed(recurrence.coefficients)))
        elif spec.order:
            why = f"no recurrence of order {spec.order} or less was found"
        return Result(outcome="limit" if why else "complete", extra={"strip": figures}, explanation=why)


def _trimmed(coefficients: Sequence[int]) -> list[int]:
    """Return the coefficients without zeros at the end: the first terms may obey no shorter rule."""
    last = max((index for index, value in enumerate(coefficients, 1) if value), default=0)
    return list(coefficients[:last])
