"""The notation of figures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawing.numbers import (
    TIMES,
    compact,
    duration,
    format_printed,
    group_digits,
    in_one_unit,
    percent,
    plain,
    plus_minus,
    power_of_ten,
    rate,
    share,
    significant,
    time_left,
    time_range,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"), (999, "999"), (999.6, "1k"), (1728, "1.73k"), (999_999, "1M"), (7_894_584, "7.89M"), (10**18, "1e18"),
        (7.9e21, "8e21"), (3 * 10**400, "3e400"),
    ],
)  # fmt: skip
def test_compact(value: float, text: str) -> None:
    """Numbers of any size take at most five characters."""
    assert compact(value) == text


@given(st.integers(min_value=0, max_value=10**300))
def test_grouping_loses_no_digit(value: int) -> None:
    """Exact counts of any size keep all their digits."""
    assert int(group_digits(str(value)).replace(",", "")) == value


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, "-"),
        (0.25, "250 ms"),
        (0.0002, "under 1 ms"),
        (0, "0 s"),
        (59.9, "59.9 s"),
        (61, "1 min 1 s"),
        (3599, "59 min 59 s"),
        (3660, "1 h 1 min"),
        (90000, "1 d 1 h"),
    ],
)
def test_duration(seconds: float | None, text: str) -> None:
    """A duration has its two largest units."""
    assert duration(seconds) == text


def test_extreme_durations() -> None:
    """Short durations are in milliseconds or "under 1 ms", very long ones in powers of ten of years."""
    assert duration(3.2e20) == "1.0\u00d710¹³ y"
    assert [duration(0), duration(0.0002), duration(0.25)] == ["0 s", "under 1 ms", "250 ms"]


def test_percent() -> None:
    """Only complete work is 100 %."""
    assert [percent(0.12345), percent(0.99999), percent(1.0)] == ["12.3 %", "99.9 %", "100 %"]
    assert [percent(0.0), percent(1e-9)] == ["0 %", "under 0.1 %"]


def test_grouped_and_significant() -> None:
    """Exact figures keep every digit, estimates four."""
    assert group_digits("1234567") == "1,234,567"
    assert [significant(1.9612e16), significant(123456.7), significant(0.12341)] == [
        "1.961\u00d710¹⁶",
        "123,457",
        "0.1234",
    ]


def test_time_left_is_rounded_to_what_is_known() -> None:
    """The time left has one unit and at most two figures, however long it is."""
    told = {
        None: "not known yet",
        0.0: "a few seconds",
        41.0: "about 40 seconds",
        95.0: "about 2 minutes",
        185.0: "about 3 minutes",
        52 * 60.0: "about 50 minutes",
        2.4 * 3600: "about 2 hours",
        40 * 3600: "about 2 days",
        76.4 * 31_557_600: "about 75 years",
        451 * 31_557_600: "about 450 years",
        3.2e6 * 31_557_600: f"about 3{TIMES}10⁶ years",
    }
    assert {seconds: time_left(seconds) for seconds in told} == told


def test_a_range_of_time_is_in_the_unit_of_its_end() -> None:
    """Ranges are rounded outwards; a start of zero is omitted, and equal ends are written once."""
    told = {
        None: "not known yet",
        (0.0, 5.0): "a few seconds",
        (0.0, 41.0): "up to 45 seconds",
        (12.0, 41.0): "10 to 45 seconds",
        (100.0, 290.0): "1 to 5 minutes",
        (62 * 60.0, 170 * 60.0): "1 to 3 hours",
        (20 * 86400.0, 50 * 86400.0): "20 to 50 days",
        (180.0, 180.0): "about 3 minutes",
        (1e12, 3.2e6 * 31_557_600): f"3{TIMES}10⁴ to 4{TIMES}10⁶ years",
    }
    assert {seconds: time_range(seconds) for seconds in told} == told


def test_rates() -> None:
    """Large rates are abbreviated."""
    assert [rate(0.5), rate(1234.0), rate(51_100_000.0)] == ["0.5/s", "1,234/s", "51.1M/s"]


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (1656.4, 342.3, "1,656 ± 342"), (0.98231, 0.0123, "0.982 ± 0.012"), (3.0, 0.0, "3 ± 0"),
        (0.0, 0.0, "0 (none found)"),
        (1.9613e16, 1.04e14, "(1.961 ± 0.010)\u00d710¹⁶"), (0.0, 2.5, "0.0 ± 2.5"),
        (1e8, 3e30, "(0.0 ± 3.0)\u00d710³⁰"),
    ],
)  # fmt: skip
def test_an_estimate_and_its_error_end_at_the_same_digit(value: float, error: float, text: str) -> None:
    """The error has two digits, and the value ends at the same place."""
    assert plus_minus(value, error) == text


def test_figures_beyond_floats_are_written_from_their_logarithms() -> None:
    """Such a figure is a mantissa with its error and a power of ten of any size."""
    assert power_of_ten(480.25, 0.05) == "(1.778 ± 0.089)\u00d710⁴⁸⁰"


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        ("19591828170979904", None, "19,591,828,170,979,904"),
        ("1" * 63, None, "1" * 63),
        ("yes", None, "yes"),
        ([4, 1, 0], None, "4, 1, 0"),
        (4.83, None, "4.83"),
        (0.09, None, "0.09"),
        (20, None, "20"),
        (250000, None, "250,000"),
        (6.4e20, None, significant(6.4e20)),
        (2800, 52.9, plus_minus(2800, 52.9)),
        (None, None, ""),
    ],
)
def test_printed_values_of_every_sort(value: object, error: float | None, text: str) -> None:
    """Numbers, decimal texts, long digit strings, words and rows are written as printed."""
    assert format_printed(value, error) == text


def test_a_share_is_as_precise_as_its_interval() -> None:
    """A share has two digits of half its interval's width, and so have the ends."""
    assert share(0.978815, 0.97818, 0.97944) == ("97.882 %", "97.818 %", "97.944 %")
    assert share(0.5, 0.4, 0.6) == ("50.0 %", "40.0 %", "60.0 %")
    assert share(1.0, 1.0, 1.0) == ("100.0000 %", "100.0000 %", "100.0000 %")


def test_plain_numbers() -> None:
    """Numbers have separators; very large or small ones have four digits and a power of ten."""
    assert [plain(x) for x in (400_000.0, 0.25, 1234.5, 4325420.6, 2e22, 3.25e-7)] == [
        "400,000", "0.25", "1,234.5", "4,325,421", f"2{TIMES}10²²", f"3.25{TIMES}10⁻⁷",
    ]  # fmt: skip


def test_numbers_for_small_squares() -> None:
    """Numbers are whole if they fit, else all in one power of ten, even beyond floats; unknown ones are empty."""
    assert in_one_unit([1234, None, -7]) == (["1,234", "", "-7"], "")
    assert in_one_unit([10**400, 5 * 10**399, None]) == (["1,000", "500", ""], "10³⁹⁷")
    assert in_one_unit([1222177251161336, 89189631412088, 10**12]) == (["1,222", "89", "1"], "10¹²")
    assert in_one_unit([534167.0, 47398.2]) == (["5.34", "0.474"], "10⁵")
    assert in_one_unit([2.5e-7, 1e-7]) == (["2.5", "1"], "10⁻⁷")
    assert in_one_unit([0.25, 3.0]) == (["0.25", "3"], "")
    assert in_one_unit([None]) == ([""], "")
