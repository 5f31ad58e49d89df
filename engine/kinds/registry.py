"""Which kinds of job exist: the specification's `kind` to its planner and merger."""

from __future__ import annotations

from typing import Any

from engine.kinds.base import Kind
from engine.kinds.census import TourCensus
from engine.kinds.certificate import Certification
from engine.kinds.completion import Completion
from engine.kinds.construction import Construction
from engine.kinds.distance import Distances
from engine.kinds.enumeration import Enumeration
from engine.kinds.generator_test import GeneratorTesting
from engine.kinds.imported import Imported
from engine.kinds.index import CycleIndexing
from engine.kinds.puzzle import PuzzleMaking
from engine.kinds.sampling.kind import Sampling
from engine.kinds.symmetry import SymmetryCounting
from engine.kinds.uncrossed import UncrossedPaths

KINDS: dict[str, Kind[Any]] = {
    "census": TourCensus(),
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
    "symmetry": SymmetryCounting(),
    "uncrossed": UncrossedPaths(),
}
