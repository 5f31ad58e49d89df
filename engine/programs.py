"""Which code computes which job, and what its figures are of: one entry for each kind and method.

Code is named only. Nothing is loaded before it is needed, and what can be reached from these names is the code that
can change a job's result: its digest is the job's (engine/digest.py).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

RULE = "warnsdorff"
"""The rule whose tours are a part of all tours; so is the method that walks or searches by it."""


@dataclass(frozen=True)
class Program:
    """One way of computing.

    runner: "module:name" of what opens a shard; None where no work is left to do.
    planners: "module:name" of what plans, follows and merges its shards.
    checkpoint_format: to be raised with every change after which a runner cannot read the checkpoints before it.
    facts: whether what a complete job counts is all there is, and so a fact of the board.
    exhaustive: whether it meets every tour, so that the tours that a job has stored can be all there are.
    rule: the rule that every tour it counts obeys.
    """

    runner: str | None
    planners: tuple[str, ...]
    checkpoint_format: int = 1
    facts: bool = False
    exhaustive: bool = False
    rule: str | None = None

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules that everything else is reached from."""
        names = self.planners if self.runner is None else (self.runner, *self.planners)
        return tuple(name.partition(":")[0] for name in names)


SEARCH = Program(
    "engine.runners.search:SearchRunner", ("engine.kinds.search:SearchEnumeration",), facts=True, exhaustive=True
)
SWEEP = Program(
    "engine.runners.frontier:FrontierRunner",
    ("engine.kinds.frontier:FrontierEnumeration",),
    checkpoint_format=3,
    facts=True,
    exhaustive=True,
)
SETS = Program(
    "engine.runners.inclusion_exclusion:InclusionExclusionRunner",
    ("engine.kinds.inclusion_exclusion:InclusionExclusion",),
    facts=True,
    exhaustive=True,
)
QUOTIENT = Program("engine.runners.quotient:QuotientRunner", ("engine.kinds.quotient:QuotientEnumeration",), facts=True)
CHOSEN = replace(
    SWEEP,
    runner="engine.runners.enumeration:open_chosen",
    planners=(*SEARCH.planners, *SWEEP.planners, *SETS.planners),
)
COUNTED = Program("engine.runners.counted:CountedRunner", ("engine.kinds.counted:CountedEnumeration",), facts=True)
WALKS = Program(
    "engine.runners.sampling:open_walks", ("engine.kinds.sampling.kind:Sampling",), checkpoint_format=2, facts=True
)
CONSTRUCTION = Program("engine.runners.construction:ConstructionRunner", ("engine.kinds.construction:Construction",))
COMPLETION = Program("engine.runners.completion:open_completion", ("engine.kinds.completion:Completion",))
PUZZLE = Program("engine.runners.puzzle:PuzzleRunner", ("engine.kinds.puzzle:PuzzleMaking",))
DISTANCES = Program("engine.runners.distance:DistanceRunner", ("engine.kinds.distance:Distances",))
TESTS = Program("engine.runners.generator_test:open_generator_test", ("engine.kinds.generator_test:GeneratorTesting",))
INDEX = Program(
    "engine.runners.index:IndexRunner", ("engine.kinds.index:CycleIndexing",), checkpoint_format=3, facts=True
)
CENSUS = Program(
    "engine.runners.census:CensusRunner", ("engine.kinds.census:TourCensus",), checkpoint_format=2, facts=True
)
CERTIFICATE = Program(
    "engine.runners.certificate:CertificateRunner", ("engine.kinds.certificate:Certification",), checkpoint_format=3
)
UNCROSSED = Program("engine.runners.uncrossed:UncrossedRunner", ("engine.kinds.uncrossed:UncrossedPaths",), facts=True)
SYMMETRY = Program(
    "engine.runners.folded:open_symmetry", ("engine.kinds.symmetry:SymmetryCounting",), checkpoint_format=2, facts=True
)

ENUMERATE: dict[str | None, Program] = {
    "auto": CHOSEN,
    "backtrack": SEARCH,
    "board-array": COUNTED,
    "frontier": SWEEP,
    "inclusion-exclusion": SETS,
    "link-cutting": COUNTED,
    "quotient": QUOTIENT,
    "warnsdorff": replace(SEARCH, exhaustive=False, rule=RULE),
}
"""Programs that enumerate, by the specification's `method`."""

PROGRAMS: dict[str, dict[str | None, Program]] = {
    "census": {"index": CENSUS, "sample": CENSUS, "search": CENSUS},
    "certificate": {None: CERTIFICATE},
    "complete": {None: COMPLETION},
    "construct": {
        "auto": CONSTRUCTION,
        "blocks": CONSTRUCTION,
        "pohl": CONSTRUCTION,
        "quotient": CONSTRUCTION,
        "roth": CONSTRUCTION,
        "search": CONSTRUCTION,
        "squirrel-cull": CONSTRUCTION,
        "two-factor": CONSTRUCTION,
        "warnsdorff": CONSTRUCTION,
    },
    "distance": {None: DISTANCES},
    "enumerate": ENUMERATE,
    "import": {None: Program(None, ("engine.kinds.imported:Imported",))},
    "index": {None: INDEX},
    "puzzle": {None: PUZZLE},
    "sample": {
        "frontier": replace(WALKS, runner="engine.runners.uniform_tours:UniformTourRunner"),
        "importance": WALKS,
        "index": replace(WALKS, runner="engine.runners.indexed_tours:IndexedTourRunner", checkpoint_format=1),
        "rotating": WALKS,
        "smc": replace(WALKS, runner="engine.runners.populations:PopulationRunner", checkpoint_format=2),
        "transfer-matrix": replace(WALKS, runner="engine.runners.populations:StrandRunner", checkpoint_format=1),
        "uniform": WALKS,
        "warnsdorff": replace(WALKS, rule=RULE),
    },
    "symmetry": {None: SYMMETRY},
    "test-generator": {None: TESTS},
    "uncrossed": {None: UNCROSSED},
}
"""By kind and the specification's `method`, None where the kind has no choice of one."""

UNKNOWN = Program(None, ())


def program_of(kind: str, method: str | None) -> Program:
    """Return what computes jobs of this kind and method."""
    return PROGRAMS[kind][method]


def known_program(kind: object, method: object) -> Program:
    """Return the program of a job that may be another database's; of what is not known here, one that promises nothing.

    kind, method: as its specification says.
    """
    by_method = PROGRAMS.get(kind, {}) if isinstance(kind, str) else {}
    return by_method.get(method, UNKNOWN) if method is None or isinstance(method, str) else UNKNOWN
