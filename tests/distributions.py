"""The distributions that are installed with Cavalier without extras."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.processes import ROOT


def core_distributions() -> dict[str, Distribution]:
    """Return the dependencies in pyproject.toml, and theirs in turn, by canonical name."""
    found: dict[str, Distribution] = {}
    _add(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"], {""}, found)
    return found


def _add(requirements: Iterable[str], extras: set[str], found: dict[str, Distribution]) -> None:
    for requirement in map(Requirement, requirements):
        if requirement.marker and not any(requirement.marker.evaluate({"extra": extra}) for extra in extras):
            continue
        name = canonicalize_name(requirement.name)
        if name not in found or requirement.extras:
            found[name] = distribution(name)
            _add(found[name].requires or (), {"", *requirement.extras}, found)
