"""Which kinds of job exist: the specification's `kind` to its planner and merger."""

from __future__ import annotations

from typing import Annotated, Any, get_args

from pydantic import Field

from engine.kinds.census.choice import Censuses
from engine.kinds.census.specification import CensusSpecification
from engine.kinds.certificate.planner import Certification
from engine.kinds.certificate.specification import CertificateSpecification
from engine.kinds.common.kind import Kind
from engine.kinds.complete.planner import Completion
from engine.kinds.complete.specification import CompleteSpecification
from engine.kinds.construct.planner import Construction
from engine.kinds.construct.specification import ConstructSpecification
from engine.kinds.distance.planner import Distances
from engine.kinds.distance.specification import DistanceSpecification
from engine.kinds.enumerate.planner import Enumeration
from engine.kinds.enumerate.specification import EnumerateSpecification
from engine.kinds.generator_test.planner import GeneratorTesting
from engine.kinds.generator_test.specification import GeneratorTestSpecification
from engine.kinds.imported.planner import Imported
from engine.kinds.index.planner import CycleIndexing
from engine.kinds.index.specification import IndexSpecification
from engine.kinds.puzzle.planner import PuzzleMaking
from engine.kinds.puzzle.specification import PuzzleSpecification
from engine.kinds.sample.planner import Sampling
from engine.kinds.sample.specification import SampleSpecification
from engine.kinds.strip.planner import StripCounting
from engine.kinds.strip.specification import StripSpecification
from engine.kinds.symmetry.planner import SymmetryCounting
from engine.kinds.symmetry.specification import SymmetrySpecification
from engine.kinds.uncrossed.planner import UncrossedPaths
from engine.kinds.uncrossed.specification import UncrossedSpecification
from engine.specification.fields import Specification

KINDS: dict[str, Kind[Any]] = {
    "census": Censuses(),
    "certificate": Certification(),
    "complete": Completion(),
    "construct": Construction(),
    "distance": Distances(),
    "enumerate": Enumeration(),
    "import": Imported(),
    "index": CycleIndexing(),
    "puzzle": PuzzleMaking(),
    "test-generator": GeneratorTesting(),
    "sample": Sampling(),
    "strip": StripCounting(),
    "symmetry": SymmetryCounting(),
    "uncrossed": UncrossedPaths(),
}


JobSpecification = Annotated[
    EnumerateSpecification
    | SampleSpecification
    | ConstructSpecification
    | CompleteSpecification
    | PuzzleSpecification
    | DistanceSpecification
    | GeneratorTestSpecification
    | IndexSpecification
    | SymmetrySpecification
    | CertificateSpecification
    | CensusSpecification
    | StripSpecification
    | UncrossedSpecification,
    Field(discriminator="kind"),
]


MODELS: dict[str, type[Specification]] = {
    get_args(model.model_fields["kind"].annotation)[0]: model for model in get_args(get_args(JobSpecification)[0])
}
"""The specification of each kind that can be submitted, by the kind's name."""
