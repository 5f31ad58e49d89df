"""PUZZLE."""

from __future__ import annotations

from engine.kinds.common.method import Program

PUZZLE = Program("engine.kinds.puzzle.runner:PuzzleRunner", ("engine.kinds.puzzle.planner:PuzzleMaking",))
