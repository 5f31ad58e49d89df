"""The kinds of job: for each `kind` of a specification its planner and merger, and its model.

Code is only named: that of a kind is loaded when it is first looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from functools import cache
from pkgutil import resolve_name
from typing import Annotated, Any, TypeVar, Union

from pydantic import Field

from engine.kinds.common.kind import Kind
from engine.specification.fields import Specification

Value = TypeVar("Value")


class LazyTable(MutableMapping[str, Value]):
    """Values by key, each made when it is first looked up.

    names: "module:name" by key. make: makes the value from what the name refers to.
    """

    def __init__(self, names: Mapping[str, str], make: Callable[[Any], Value]) -> None:
        self._values: dict[str, Value | None] = dict.fromkeys(names)
        self._names = names
        self._make = make

    def __getitem__(self, key: str) -> Value:
        value = self._values[key]
        if value is None:
            value = self._values[key] = self._make(resolve_name(self._names[key]))
        return value

    def __setitem__(self, key: str, value: Value) -> None:
        self._values[key] = value

    def __delitem__(self, key: str) -> None:
        del self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: object) -> bool:
        return key in self._values


KINDS: LazyTable[Kind[Any]] = LazyTable(
    {
        "census": "engine.kinds.census.choice:Censuses",
        "certificate": "engine.kinds.certificate.planner:Certification",
        "complete": "engine.kinds.complete.planner:Completion",
        "construct": "engine.kinds.construct.planner:Construction",
        "distance": "engine.kinds.distance.planner:Distances",
        "enumerate": "engine.kinds.enumerate.planner:Enumeration",
        "import": "engine.kinds.imported.planner:Imported",
        "index": "engine.kinds.index.planner:CycleIndexing",
        "puzzle": "engine.kinds.puzzle.planner:PuzzleMaking",
        "test-generator": "engine.kinds.generator_test.planner:GeneratorTesting",
        "sample": "engine.kinds.sample.planner:Sampling",
        "strip": "engine.kinds.strip.planner:StripCounting",
        "symmetry": "engine.kinds.symmetry.planner:SymmetryCounting",
        "uncrossed": "engine.kinds.uncrossed.planner:UncrossedPaths",
    },
    lambda kind: kind(),
)

MODELS: LazyTable[type[Specification]] = LazyTable(
    {
        "enumerate": "engine.kinds.enumerate.specification:EnumerateSpecification",
        "sample": "engine.kinds.sample.specification:SampleSpecification",
        "construct": "engine.kinds.construct.specification:ConstructSpecification",
        "complete": "engine.kinds.complete.specification:CompleteSpecification",
        "puzzle": "engine.kinds.puzzle.specification:PuzzleSpecification",
        "distance": "engine.kinds.distance.specification:DistanceSpecification",
        "test-generator": "engine.kinds.generator_test.specification:GeneratorTestSpecification",
        "index": "engine.kinds.index.specification:IndexSpecification",
        "symmetry": "engine.kinds.symmetry.specification:SymmetrySpecification",
        "certificate": "engine.kinds.certificate.specification:CertificateSpecification",
        "census": "engine.kinds.census.specification:CensusSpecification",
        "strip": "engine.kinds.strip.specification:StripSpecification",
        "uncrossed": "engine.kinds.uncrossed.specification:UncrossedSpecification",
    },
    lambda model: model,
)
"""The specification of each kind that can be submitted, by the kind's name."""


@cache
def job_specification() -> Any:  # noqa: ANN401  a type of many
    """Return the type of all specifications that can be submitted; loads the model of every kind."""
    return Annotated[Union[tuple(MODELS.values())], Field(discriminator="kind")]  # noqa: UP007  made of a list
