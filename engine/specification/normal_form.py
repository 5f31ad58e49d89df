"""A specification as stored JSON, and its fingerprint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.specification.fields import Specification

NOT_IN_THE_HASH = {"label", "priority", "weight", "confirm_cost", "after", "if_failed"}
"""Fields that say how a job is run, not what it computes."""


def as_json(specification: Specification) -> dict[str, object]:
    """Return the normalised specification as a JSON object, defaults filled in."""
    document: dict[str, object] = specification.model_dump(mode="json", by_alias=True, exclude_none=True)
    return document


def fingerprint(document: Mapping[str, object]) -> str:
    """Return the SHA-256 (hex) of what a job computes: its normalised fields except those that say how it is run."""
    fields = {key: value for key, value in document.items() if key not in NOT_IN_THE_HASH}
    return hashlib.sha256(json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
