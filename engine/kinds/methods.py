"""METHODS: by kind and method its code by name, what its figures are of, how it is described, its warm-up jobs."""

from __future__ import annotations

from dataclasses import replace

from engine.kinds.census.methods import CENSUS
from engine.kinds.certificate.methods import CERTIFICATE
from engine.kinds.common.method import RULE, Program
from engine.kinds.complete.methods import COMPLETION
from engine.kinds.construct.methods import CONSTRUCTION
from engine.kinds.distance.methods import DISTANCES
from engine.kinds.enumerate.methods import ENUMERATE
from engine.kinds.generator_test.methods import TESTS
from engine.kinds.index.methods import INDEX
from engine.kinds.puzzle.methods import PUZZLE
from engine.kinds.sample.methods import WALKS
from engine.kinds.symmetry.methods import SYMMETRY
from engine.kinds.uncrossed.methods import UNCROSSED

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
    "import": {None: Program(None, ("engine.kinds.imported.planner:Imported",))},
    "index": {None: INDEX},
    "puzzle": {None: PUZZLE},
    "sample": {
        "frontier": replace(WALKS, runner="engine.kinds.sample.uniform.runner:UniformTourRunner"),
        "importance": WALKS,
        "index": replace(WALKS, runner="engine.kinds.sample.indexed.runner:IndexedTourRunner", checkpoint_format=1),
        "rotating": WALKS,
        "smc": replace(WALKS, runner="engine.kinds.sample.smc.runner:PopulationRunner", checkpoint_format=2),
        "transfer-matrix": replace(WALKS, runner="engine.kinds.sample.smc.runner:StrandRunner", checkpoint_format=1),
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
