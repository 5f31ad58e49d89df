"""Which kinds of job exist: the specification's `kind` to its planner and merger."""

from __future__ import annotations

from engine.kinds.base import Kind

KINDS: dict[str, Kind] = {}
"""Filled with one entry a line as the kinds are built: {"enumerate": Enumeration()}."""
