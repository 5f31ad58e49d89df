"""The Maple generator's number theory: what "La marche du cavalier" prints, confirmed or corrected."""

from __future__ import annotations

from functools import cache

from engine.number_theory.maple_tables import MODULUS, MULTIPLIER, Entry, MapleReport, maple_report
from engine.number_theory.printed_tables import STARTS_33
from tests.reference.number_theory import primes_by_division


@cache
def report() -> MapleReport:
    """Return the report, which is made once."""
    return maple_report()


def wrong(entries: list[Entry]) -> dict[int, tuple[int, int]]:
    """Return the misprints: key to (printed, right)."""
    return {entry.key: (entry.printed, entry.computed) for entry in entries if not entry.equal}


def test_the_inverse_and_the_factors() -> None:
    """The inverse is as printed, and the printed factors of both multipliers are products of the prime factors."""
    assert report().inverse == 721609879133 == 950521 * 759173
    assert MULTIPLIER == 89853 * 4756877
    assert report().factors["multiplier"] == {**primes_by_division(89853), **primes_by_division(4756877)}
    assert report().factors["inverse"] == {**primes_by_division(950521), **primes_by_division(759173)}
    assert report().order == MODULUS - 1


def test_178_of_180_exponents_hold() -> None:
    """X = 135 and X = 162 are printed one too high, all others are right."""
    misprints = wrong(report().exponents)
    assert len(report().exponents) == 180
    assert misprints == {135: (843314504984, 843314504983), 162: (877941936714, 877941936713)}


def test_all_32_starts_hold() -> None:
    """The 32 starts stand where the source says."""
    assert len(report().starts_32) == 32
    assert wrong(report().starts_32) == {}
    assert report().deviations == []


def test_four_of_33_starts_are_corrected() -> None:
    """Rows 7, 12, 13 and 16 are printed with positions one too high."""
    assert {row: printed - right for row, (printed, right) in wrong(report().starts_33).items()} == {
        7: 1,
        12: 1,
        13: 1,
        16: 1,
    }
    assert all(max(primes_by_division(start)) < 184 for _, start, _, _ in STARTS_33)


def test_every_recomputed_figure_is_a_logarithm() -> None:
    """The multiplier to each recomputed power is the value, whatever the method."""
    for entry in report().exponents + report().starts_32 + report().starts_33:
        assert pow(MULTIPLIER, entry.computed, MODULUS) == entry.value


def test_the_document_names_the_misprints() -> None:
    """The JSON form counts the correct figures and lists the misprints."""
    tables = report().as_json()["tables"]
    assert tables["exponents"]["equal"] == 178
    assert [row["key"] for row in tables["starts_33"]["refuted"]] == [7, 12, 13, 16]
