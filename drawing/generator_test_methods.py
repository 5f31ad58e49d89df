"""The tests of random-number generators that there are, as methods.py tells of methods."""

from __future__ import annotations

from drawing.method import Method

GENERATOR_TESTS: tuple[Method, ...] = (
    Method(
        name="chi-square",
        kinds=("test-generator",),
        summary="Counts 1000 reals in 100 channels, again and again, and compares the statistics with their law.",
        promise="estimate",
        boards="none",
        cost="some 20 microseconds for each trial",
        parameters={
            "trials": "how often the test is repeated",
            "streams": "the trials are shared out to so many streams",
            "low_bits": "judges the lowest bits of the draws",
        },
        reference="K. Pearson, 1900; D. E. Knuth, The Art of Computer Programming 2, 3.3.1",
    ),
    Method(
        name="kolmogorov-smirnov",
        kinds=("test-generator",),
        summary="K+ and K- of 1000 reals, again and again, compared with their law.",
        promise="estimate",
        boards="none",
        cost="some 30 microseconds for each trial",
        parameters={"trials": "as for chi-square", "streams": "as for chi-square", "low_bits": "as for chi-square"},
        reference="D. E. Knuth, The Art of Computer Programming 2, 3.3.1",
    ),
    Method(
        name="gap",
        kinds=("test-generator",),
        summary="The lengths of 1000 gaps between visits to [0, 0.5), again and again, compared with their law.",
        promise="estimate",
        boards="none",
        cost="some 40 microseconds for each trial",
        parameters={"trials": "as for chi-square", "streams": "as for chi-square", "low_bits": "as for chi-square"},
        reference="D. E. Knuth, The Art of Computer Programming 2, 3.3.2",
    ),
    Method(
        name="serial-correlation",
        kinds=("test-generator",),
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
    Method(
        name="spectral",
        kinds=("test-generator",),
        summary="The distance of the planes that hold all points of a linear congruential generator, exactly.",
        promise="exact",
        boards="none",
        cost="a tenth of a second",
        reference="D. E. Knuth, The Art of Computer Programming 2, 3.3.4",
    ),
)
