"""Which code computes which job: for each kind, by method, what opens a shard and what plans and merges.

All of it is named only. Nothing is loaded before it is needed, and what can be reached from these names is the code
that can change a job's result: its digest is the job's (engine/digest.py).
"""

from __future__ import annotations

from dataclasses import dataclass

ANY = ""
"""The methods of a kind that have no entry of their own."""


@dataclass(frozen=True)
class Program:
    """One way of computing.

    runner: the module and name of what opens a shard. planners: the modules that follow and merge its shards.
    checkpoint_format: to be raised with every change after which a runner cannot read the checkpoints before it.
    """

    runner: str
    planners: tuple[str, ...]
    checkpoint_format: int = 1

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules that everything else is reached from."""
        return (self.runner.partition(":")[0], *self.planners)


COUNTED = Program("engine.runners.counted:CountedRunner", ("engine.kinds.counted",))
SEARCH = Program("engine.runners.search:SearchRunner", ("engine.kinds.search",))

PROGRAMS: dict[str, dict[str, Program]] = {
    "construct": {ANY: Program("engine.runners.construction:ConstructionRunner", ("engine.kinds.construction",))},
    "distance": {ANY: Program("engine.runners.distance:DistanceRunner", ("engine.kinds.distance",))},
    "enumerate": {
        "auto": Program("engine.runners.enumeration:open_chosen", ("engine.kinds.search", "engine.kinds.frontier"), 2),
        "backtrack": SEARCH,
        "board-array": COUNTED,
        "frontier": Program("engine.runners.frontier:FrontierRunner", ("engine.kinds.frontier",), 2),
        "link-cutting": COUNTED,
        "warnsdorff": SEARCH,
    },
    "sample": {
        ANY: Program("engine.runners.sampling:open_walks", ("engine.kinds.sampling.kind",)),
        "frontier": Program("engine.runners.uniform_tours:UniformTourRunner", ("engine.kinds.sampling.kind",)),
        "smc": Program("engine.runners.populations:PopulationRunner", ("engine.kinds.sampling.kind",)),
    },
    "test-generator": {
        ANY: Program("engine.runners.generator_test:open_generator_test", ("engine.kinds.generator_test",))
    },
}


def program_of(kind: str, method: str | None) -> Program:
    """Return what computes jobs of this kind and method."""
    by_method = PROGRAMS[kind]
    return by_method.get(method or ANY) or by_method[ANY]
