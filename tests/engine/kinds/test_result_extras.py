"""The names and types of what each kind adds to its result."""

from __future__ import annotations

import pytest

from engine.kinds.result_extras import Extra
from tests.in_memory import finished

WALKS = {"kind": "sample", "board": "5x5", "budget": {"walks": 2000}, "rng": {"streams": 2}}
JOBS: list[tuple[dict[str, object], set[str]]] = [
    ({"kind": "enumerate", "board": "5x5", "method": "board-array", "starts": ["a1"]}, {"depth_trace"}),
    ({"kind": "construct", "board": "6x6"}, {"stages", "tour"}),
    ({"kind": "distance", "board": "8x8", "from": "a1"}, {"squares_by_distance", "eccentricity"}),
    ({"kind": "distance", "board": "8x8", "from": "a1", "to": "h8"}, {"path", "algebra"}),
    ({"kind": "distance", "board": "5x5", "from": "a1", "to": "a1", "via": ["c3"]}, {"walk"}),
    ({"kind": "distance", "board": "4x4", "from": "all"}, {"pairs_by_distance", "diameter"}),
    ({"kind": "test-generator", "generator": "randu", "trials": 3, "tests": ["gap"]}, {"generator", "histograms"}),
    (WALKS | {"method": "uniform"}, {"mean_length", "by_class"}),
    (WALKS | {"method": "warnsdorff", "exact": True}, {"success_probability", "error"}),
    (WALKS | {"method": "smc", "particles": 64, "potential": "auto", "store": "all"}, {"pilot", "tour_distribution"}),
]


@pytest.mark.parametrize(("fields", "names"), JOBS)
def test_results_hold_what_is_said_of_them(fields: dict[str, object], names: set[str]) -> None:
    """Every name in a result is described, and every value has the type described."""
    extra = finished(**fields).extra

    assert names <= extra.keys() <= Extra.model_fields.keys()
    Extra.model_validate(extra, strict=True)
