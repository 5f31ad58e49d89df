"""Plan a job now, or leave it to a worker."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import InvalidProblemError
from engine.files import Files
from engine.kinds.common.kind import NeedsFiles, Plan
from engine.kinds.planning_cost import plans_at_once, stated_shards
from engine.kinds.table import KINDS
from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification


def check_shards(spec: Specification, shards: int, most: int) -> None:
    """Raise InvalidProblemError where a job has more than `most` shards and does not confirm its cost."""
    if shards > most and not spec.confirm_cost:
        message = f"the job has {shards} shards, more than the {most} that are computed unasked"
        raise InvalidProblemError("/confirm_cost", f'{message}: fewer streams cost less, or say "confirm_cost": true')


@dataclass(frozen=True)
class Submission:
    """A job ready to be stored: everything that can be computed before the transaction."""

    problem: ParsedSpecification[Specification]
    plan: Plan | None

    @property
    def shards(self) -> int:
        """How many shards are due as soon as the job is stored."""
        return 0 if self.plan is None else len(self.plan.shards)


def plan_now(problem: ParsedSpecification[Specification]) -> Submission:
    """Plan a job, however long that takes, unless it comes after others. InvalidProblemError where it is senseless."""
    return Submission(problem, None if problem.spec.after else KINDS[problem.spec.kind].plan(problem))


def check_files(problem: ParsedSpecification[Specification], kept: Files | None) -> None:
    """Raise InvalidProblemError where a job needs a file that is not kept. kept: None without a folder for files."""
    kind = KINDS[problem.spec.kind]
    if isinstance(kind, NeedsFiles):
        kind.check_files(problem, kept)


def plan_or_defer(problem: ParsedSpecification[Specification], max_shards: int, kept: Files | None) -> Submission:
    """Plan a job if that takes a millisecond or two, else leave it to a worker; so this itself never takes long.

    InvalidProblemError as in `plan_now` as far as a quick check can tell, where a file is missing among those `kept`,
    and where the job has more than `max_shards` and is not confirmed.
    """
    check_files(problem, kept)
    check_shards(problem.spec, stated_shards(problem.spec), max_shards)
    if problem.spec.after or not plans_at_once(problem):
        KINDS[problem.spec.kind].check(problem)
        return Submission(problem, None)
    submission = plan_now(problem)
    check_shards(problem.spec, submission.shards, max_shards)
    return submission
