"""Enumeration: counts, and on request stores, every tour. The work is planned by the method's own planner."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import InvalidProblemError
from engine.kinds.base import Kind, Plan, ShardPlan, ShardRecord
from engine.kinds.method import method_of
from engine.kinds.search import SearchEnumeration
from engine.specification.kinds import EnumerateSpecification
from engine.specification.result import Result

PLANNERS: dict[str, Kind] = {
    "backtrack": SearchEnumeration(),
    "warnsdorff": SearchEnumeration(),
}
"""The specification's `method` to what plans and merges it."""


class Enumeration:
    """Hands each job to its method's planner."""

    def plan(self, spec: EnumerateSpecification) -> Plan:
        """Plan as the method does; InvalidProblemError where there is no such method."""
        if method_of(spec) not in PLANNERS:
            raise InvalidProblemError("/method", f"{spec.method} cannot enumerate; use one of {', '.join(PLANNERS)}")
        return PLANNERS[method_of(spec)].plan(spec)

    def follow(self, spec: EnumerateSpecification, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:
        """Follow as the method does."""
        return PLANNERS[method_of(spec)].follow(spec, shards)

    def merge(self, spec: EnumerateSpecification, shards: Sequence[ShardRecord]) -> Result:
        """Merge as the method does."""
        return PLANNERS[method_of(spec)].merge(spec, shards)
