"""The parts of a result document."""

from __future__ import annotations

import pytest

from engine.specification.result import DepthStatistics, Estimate, GeneratorTest, Part, SquareStatistics
from tests.in_memory import sample

OLD = {"quantity": "tours", "value": 1.5, "standard_error": 0.5, "estimator": "knuth", "samples": 4}


def test_what_is_not_known_is_left_out() -> None:
    """An estimate stored without an interval is read and shown without one, but always with its warnings."""
    read = Estimate.model_validate(OLD)
    assert read.interval_95 is None
    assert read.model_dump() == OLD | {"convention": "directed", "unbiased": True, "warnings": []}
    assert Estimate.model_validate(OLD | {"square": [1, 1], "batches": 2}).model_dump()["square"] == [1, 1]


@pytest.mark.parametrize("fields", [{"method": "uniform"}, {"method": "smc", "particles": 32}, {"exact": True}])
def test_every_figure_answered_is_a_field(fields: dict[str, object]) -> None:
    """Every figure of a sampling job is a field of the model, and so in the OpenAPI document."""
    method = {"method": "warnsdorff"} if "exact" in fields else {}
    result, _ = sample(board="5x5", budget={"walks": 2000}, **method, **fields)
    parts: list[Part] = [*result.counts, *result.estimates, *result.squares, *result.depths]
    assert parts
    assert not [part.model_extra for part in parts if part.model_extra]


def test_the_schema_names_them() -> None:
    """The fields stand in the schema that the OpenAPI document shows."""
    shown = {model: set(model.model_json_schema(mode="serialization")["properties"]) for model in Part.__subclasses__()}
    assert {"interval_95", "warnings", "batches", "square"} <= shown[Estimate]
    assert "success_probability" in shown[SquareStatistics]
    assert "unbiased_width" in shown[DepthStatistics]
    assert {"law", "expected_mean", "nu_squared", "wave"} <= shown[GeneratorTest]
