"""TESTS."""

from __future__ import annotations

from engine.kinds.common.method import Program

TESTS = Program(
    "engine.kinds.generator_test.runner:open_generator_test", ("engine.kinds.generator_test.planner:GeneratorTesting",)
)
