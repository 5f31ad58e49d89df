"""How a job of the kind `test-generator` is computed, and the tests that it may run."""

from __future__ import annotations

from dataclasses import replace

from engine.kinds.common.method import Method

GENERATOR_TEST = Method(
    "engine.kinds.generator_test.runner:open_generator_test",
    ("engine.kinds.generator_test.planner:GeneratorTesting",),
    warm_up_jobs=(
        {"generator": "pcg64dxsm", "trials": 2},
        {"generator": "philox", "trials": 2},
        {"generator": "sfc64", "trials": 2},
        {"generator": "maple", "trials": 2},
        {"generator": "maple", "tests": ["spectral"], "trials": 1},
    ),
)

TESTS: dict[str, Method] = {
    "chi-square": replace(
        GENERATOR_TEST,
        summary="Counts 1000 reals in 100 channels, again and again, and compares the statistics with their law.",
        promise="estimate",
        boards="none",
        cost="some 20 microseconds for each trial",
        parameters={
            "trials": "how often the test is repeated",
            "streams": "the trials are shared out to this many streams",
            "low_bits": "judges the lowest bits of the draws",
        },
        reference="K. Pearson, 1900; D. E. Knuth, The Art of Computer Programming 2, 3.3.1",
    ),
    "kolmogorov-smirnov": replace(
        GENERATOR_TEST,
        summary="K+ and K- of 1000 reals, again and again, compared with their law.",
        promise="estimate",
        boards="none",
        cost="some 30 microseconds for each trial",
        parameters={"trials": "as for chi-square", "streams": "as for chi-square", "low_bits": "as for chi-square"},
        reference="D. E. Knuth, The Art of Computer Programming 2, 3.3.1",
    ),
    "gap": replace(
        GENERATOR_TEST,
        summary="The lengths of 1000 gaps between visits to [0, 0.5), again and again, compared with their law.",
        promise="estimate",
        boards="none",
        cost="some 40 microseconds for each trial",
        parameters={"trials": "as for chi-square", "streams": "as for chi-square", "low_bits": "as for chi-square"},
        reference="D. E. Knuth, The Art of Computer Programming 2, 3.3.2",
    ),
    "serial-correlation": replace(
        GENERATOR_TEST,
        summary="The correlation of 1000 reals with those some places on, again and again, compared with its law.",
        promise="estimate",
        boards="none",
        cost="some 25 microseconds for each trial",
        parameters={
            "lag": "how many places on",
            "trials": "as for chi-square",
            "streams": "as for chi-square",
            "low_bits": "as for chi-square",
        },
        reference="D. E. Knuth, The Art of Computer Programming 2, 3.3.2",
    ),
    "spectral": replace(
        GENERATOR_TEST,
        summary="The distance of the planes that hold all points of a linear congruential generator, exactly.",
        promise="exact",
        boards="none",
        cost="a tenth of a second",
        reference="D. E. Knuth, The Art of Computer Programming 2, 3.3.4",
    ),
}
"""The tests, by their names in the specification's `tests`."""
