"""The repeated tests: each statistic by its definition, on reals made for the purpose."""

from __future__ import annotations

import numpy as np
import pytest

from engine.generator_tests.battery import find_test
from engine.generator_tests.law import Reals
from engine.generator_tests.sizes import Sizes
from engine.generator_tests.statistical_test import Draw
from engine.kinds.parse import InvalidSpecificationError, parse_specification


def serve(reals: Reals) -> Draw:
    """Hand out the reals in order."""
    position = 0

    def draw(size: int) -> Reals:
        nonlocal position
        position += size
        return reals[position - size : position]

    return draw


SAMPLE = np.random.Generator(np.random.Philox(11)).random(60_000)


def test_chi_square_by_definition() -> None:
    """V is the sum of (count - 10)**2 / 10; even reals give 0, equal ones the greatest value, 99000."""
    counts = [sum(channel <= 100 * real < channel + 1 for real in SAMPLE[:1000]) for channel in range(100)]
    (statistic,) = find_test("chi-square").trial(serve(SAMPLE))
    assert statistic == pytest.approx(sum((count - 10) ** 2 for count in counts) / 10)
    assert find_test("chi-square").trial(serve((np.arange(1000) + 0.5) / 1000)) == (0.0,)
    assert find_test("chi-square").trial(serve(np.full(1000, 0.25))) == (99_000.0,)


def test_kolmogorov_smirnov_by_definition() -> None:
    """K+ and K- are the greatest distances between the staircase and the diagonal, looked for at every real."""
    ordered = sorted(SAMPLE[:1000].tolist())
    above = max((rank + 1) / 1000 - real for rank, real in enumerate(ordered))
    below = max(real - rank / 1000 for rank, real in enumerate(ordered))
    found = find_test("kolmogorov-smirnov").trial(serve(SAMPLE))
    assert found == pytest.approx((above * 1000**0.5, below * 1000**0.5))


def test_gaps_by_definition() -> None:
    """Gap lengths are counted one real at a time up to 1000 gaps."""
    counts, length, gaps = [0] * 7, 0, 0
    for real in SAMPLE:
        if gaps == 1000:
            break
        if real < 0.5:
            counts[min(length, 6)] += 1
            length, gaps = 0, gaps + 1
        else:
            length += 1
    expected = [500, 250, 125, 62.5, 31.25, 15.625, 15.625]
    (statistic,) = find_test("gap").trial(serve(SAMPLE))
    assert statistic == pytest.approx(sum((c - e) ** 2 / e for c, e in zip(counts, expected, strict=True)))


def test_a_generator_that_never_comes_by() -> None:
    """Without visits to the interval all gaps count as long ones; with a visit at each draw none do."""
    (never,) = find_test("gap").trial(lambda size: np.full(size, 0.75))
    assert never == pytest.approx(1000**2 / 15.625 - 1000)
    (always,) = find_test("gap").trial(np.zeros)
    assert always == pytest.approx(1000)


@pytest.mark.parametrize("lag", [1, 7, 500])
def test_serial_correlation_by_definition(lag: int) -> None:
    """The coefficient is that of Knuth's formula, with cyclic indices."""
    reals = SAMPLE[:1000].tolist()
    total = sum(reals)
    products = sum(real * reals[(index + lag) % 1000] for index, real in enumerate(reals))
    expected = (1000 * products - total**2) / (1000 * sum(real**2 for real in reals) - total**2)
    (statistic,) = find_test("serial-correlation", Sizes(lag=lag)).trial(serve(SAMPLE))
    assert statistic == pytest.approx(expected)


def test_equal_reals_correlate_perfectly() -> None:
    """Where the formula has no value the answer is 1."""
    assert find_test("serial-correlation").trial(serve(np.full(1000, 0.5))) == (1.0,)


@pytest.mark.parametrize(("low", "high", "gaps"), [(0.2, 0.5, 400), (0.0, 0.9, 1000), (0.5, 0.55, 500)])
def test_gaps_of_other_intervals(low: float, high: float, gaps: int) -> None:
    """Gap lengths are counted one real at a time; each class expects at least ten, and one more class would not."""
    test = find_test("gap", Sizes(gaps=gaps, low=low, high=high))
    longest, lengths, length = len(test.expected) - 1, [], 0  # type: ignore[attr-defined]  # of this test
    for real in np.tile(SAMPLE, 10):
        if low <= real < high:
            lengths.append(min(length, longest))
            length = -1
        length += 1
    share = high - low
    expected = [gaps * share * (1 - share) ** r for r in range(longest)] + [gaps * (1 - share) ** longest]
    counts = [lengths[:gaps].count(r) for r in range(longest + 1)]
    (statistic,) = test.trial(serve(np.tile(SAMPLE, 10)))
    assert statistic == pytest.approx(sum((c - e) ** 2 / e for c, e in zip(counts, expected, strict=True)))
    assert min(expected) >= 10 > min(gaps * share * (1 - share) ** longest, gaps * (1 - share) ** (longest + 1))


def test_other_numbers_of_reals_and_channels() -> None:
    """Each statistic by its definition, from 250 reals in 20 channels."""
    sizes, reals = Sizes(reals=250, channels=20), SAMPLE[:250]
    counts = [sum(int(real * 20) == channel for real in reals) for channel in range(20)]
    (chi,) = find_test("chi-square", sizes).trial(serve(SAMPLE))
    assert chi == pytest.approx(sum((count - 12.5) ** 2 / 12.5 for count in counts))
    ordered = sorted(reals.tolist())
    above, _ = find_test("kolmogorov-smirnov", sizes).trial(serve(SAMPLE))
    assert above == pytest.approx(250**0.5 * max((rank + 1) / 250 - real for rank, real in enumerate(ordered)))
    (serial,) = find_test("serial-correlation", sizes).trial(serve(SAMPLE))
    assert abs(serial) < 4 / 250**0.5


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"reals": 100, "lag": 100}, "/reals"), ({"reals": 99}, "/reals"), ({"channels": 300}, "/channels"),
        ({"gap": [0.5, 0.5]}, "/gap"), ({"gap": [0.1]}, "/gap"), ({"gap": [0, 0.01]}, "/gap"),
        ({"gap": [-1, 0.5]}, "/gap"),
        ({"gap": [0, 0.98], "gaps": 100}, "/gaps"), ({"gaps": 10**9}, "/gaps"),
    ],
)  # fmt: skip
def test_sizes_that_make_no_test_are_refused(fields: dict[str, object], pointer: str) -> None:
    """Sizes that make no test are refused at the wrong field."""
    with pytest.raises(InvalidSpecificationError) as caught:
        parse_specification({"kind": "test-generator", "generator": "maple", **fields})
    assert [fault.pointer for fault in caught.value.faults] == [pointer]
