"""Rough lengths of time in words."""

from __future__ import annotations

from engine.kinds.common.durations import in_words


def test_a_length_of_time_has_the_unit_that_fits() -> None:
    """From a hundredth of a millisecond on, which stands for less as well."""
    words = {1e-9: "0.01 ms", 6e-5: "0.06 ms", 0.0085: "8.5 ms", 0.2: "0.2 s", 42.0: "42 s", 300.0: "5 minutes"}
    assert {seconds: in_words(seconds) for seconds in words} == words
