"""A shard's task, as its row stores it: the base of each kind's own model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, Self

from pydantic import BaseModel, ConfigDict


class HasTarget(Protocol):
    """A shard as planned, stored or opened."""

    @property
    def target(self) -> Mapping[str, object]:
        """Its target as JSON."""


class Target(BaseModel):
    """A shard's task. A field missing from a row has its default, so that rows of earlier versions can be read."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def of(cls, shard: HasTarget) -> Self:
        """Read a shard's target."""
        return cls.model_validate(shard.target)

    def to_json(self) -> dict[str, object]:
        """Return the target as JSON, without fields at their defaults."""
        return self.model_dump(mode="json", exclude_defaults=True)


class StartTarget(Target):
    """A whole tree: start is the number of its start square."""

    start: int
