"""Results imported from another database: never planned or computed here, so never exhaustive."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import InvalidProblemError
from engine.kinds.common.kind import OneRound, Plan, ShardRecord
from engine.kinds.common.target import Target
from engine.kinds.imported.specification import Finder, ImportSpecification, Publication
from engine.specification.problem import ParsedSpecification
from engine.specification.result import Count, Result

QUANTITIES = ("imported", "held_before")
"""Tours of the file that were stored, and those that were here already; the names of a shard's statistics."""


class ImportTarget(Target):
    """The import from one job elsewhere: its name there, the code that ran it, and the counts that it claims.

    asked: its specification and processor time (cpu_seconds), where the file has them. source: the publication that
    printed the tours, instead of a job; `job` is its short name.
    """

    job: str
    engine: str | None = None
    asked: dict[str, object] | None = None
    source: str | None = None
    claims: tuple[dict[str, object], ...] = ()


class Imported(OneRound):
    """An import. A shard holds the tours that one job elsewhere has found, its target the counts claimed there."""

    def plan(self, _problem: ParsedSpecification[ImportSpecification]) -> Plan:
        """Refuse: an import is made by reading a file."""
        raise InvalidProblemError("/kind", "an import is made by `cavalier import`")

    def merge(self, _problem: ParsedSpecification[ImportSpecification], shards: Sequence[ShardRecord]) -> Result:
        """Add up the tours; pass on the claims unchanged."""
        totals = {name: sum(int(shard.statistics[name][0]) for shard in shards) for name in QUANTITIES}
        counts = [Count(quantity=name, value=str(total), method="import") for name, total in totals.items()]
        targets = [ImportTarget.of(shard) for shard in shards]
        claims = [claim for target in targets for claim in target.claims]
        finders = [_finder(target, shard) for target, shard in zip(targets, shards, strict=True) if target.asked]
        printed = [_publication(target, shard) for target, shard in zip(targets, shards, strict=True) if target.source]
        extra = {"claims": claims, "finders": finders, "publications": printed}
        return Result(counts=counts, extra={name: part for name, part in extra.items() if part})


def _finder(target: ImportTarget, shard: ShardRecord) -> dict[str, object]:
    """Return the known details of the external job that found a shard's tours."""
    asked, tours = target.asked or {}, int(shard.statistics["imported"][0])
    return Finder(job=target.job, engine=target.engine or "", tours=tours, **asked).model_dump(mode="json")


def _publication(target: ImportTarget, shard: ShardRecord) -> dict[str, object]:
    """Return which publication printed a shard's tours."""
    tours = int(shard.statistics["imported"][0])
    return Publication(name=target.job, source=target.source or "", tours=tours).model_dump(mode="json")
