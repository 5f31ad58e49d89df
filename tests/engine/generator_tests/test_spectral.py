"""The spectral test against exhaustive search and the literature."""

from __future__ import annotations

import pytest

from engine.generator_tests.spectral import DIMENSIONS, SpectralFigure, figure_of_wave, spectral_figure
from engine.streams.catalogue import generator_facts
from engine.streams.facts import LinearCongruence
from tests.reference.streams import shortest_wave, shortest_wave_by_halves

KNUTH = {
    # multiplier, modulus of the lattice: nu squared in dimensions 2 to 6
    # D. E. Knuth, The Art of Computer Programming 2 (3rd ed.), 3.3.4, table 1
    (23, 10**8 + 1): (530, 530, 530, 530, 447),
    (2**7 + 1, 2**35): (16642, 16642, 16642, 15602, 252),
    (2**18 + 1, 2**35): (34359738368, 6, 4, 4, 4),
    (3141592653, 2**35): (2997222016, 1026050, 27822, 1118, 1118),
    (137, 256): (274, 30, 14, 6, 4),
    (3141592621, 10**10): (4577114792, 1034718, 62454, 1776, 542),
    (69069, 2**32): (4243209856, 2072544, 52804, 6990, 242),
    (65539, 2**29): (536936458, 118, 116, 116, 116),
    (16807, 2**31 - 1): (282475250, 408197, 21682, 4439, 895),
    (48271, 2**31 - 1): (1990735345, 1433881, 47418, 4404, 1402),
}


@pytest.mark.parametrize(("multiplier", "modulus"), KNUTH)
def test_knuths_table(multiplier: int, modulus: int) -> None:
    """The squares of nu_2 to nu_6 are those Knuth prints."""
    congruence = LinearCongruence(modulus, multiplier, 0, modulus)
    figures = [spectral_figure(congruence, dimension) for dimension in range(2, 7)]
    assert tuple(figure.nu_squared for figure in figures) == KNUTH[multiplier, modulus]


def test_randus_merits_are_knuths() -> None:
    """RANDU in the catalogue: mu_2 = 3.14, then 10**-5, 10**-4 and 10**-3 in order of magnitude, as Knuth prints."""
    figures = randu()
    assert round(figures[0].mu, 2) == 3.14
    assert [float(f"{figure.mu:.0e}") for figure in figures[1:4]] == [1e-5, 1e-4, 1e-3]
    assert [figure.verdict for figure in figures[:2]] == ["flying colours", "fail"]


def test_randus_normalised_figures() -> None:
    """S_2 to S_8 of RANDU as the documentation of the Rust crate randu 0.9.4 prints them."""
    congruence = generator_facts("randu").congruence
    assert congruence is not None
    figures = [spectral_figure(congruence, dimension).normalised for dimension in DIMENSIONS]
    assert [float(f"{figure:.2g}") for figure in figures] == [0.93, 0.012, 0.059, 0.16, 0.29, 0.45, 0.62]


@pytest.mark.parametrize(("name", "dimension"), [("turbo-pascal", 7), ("turbo-pascal", 8), ("randu", 5), ("randu", 8)])
def test_large_lattices_by_matching_halves(name: str, dimension: int) -> None:
    """No vector is shorter among all pairs of short halves: another proof, without any reduction."""
    congruence = generator_facts(name).congruence
    assert congruence is not None
    found = spectral_figure(congruence, dimension).nu_squared
    assert shortest_wave_by_halves(congruence.multiplier, congruence.lattice, dimension, found) == found


def randu() -> list[SpectralFigure]:
    """Return RANDU's figures in dimensions 2 to 6."""
    congruence = generator_facts("randu").congruence
    assert congruence is not None
    return [spectral_figure(congruence, dimension) for dimension in range(2, 7)]


@pytest.mark.parametrize(("multiplier", "modulus"), [(137, 256), (5, 101), (17, 1009), (65, 1024), (42, 997)])
@pytest.mark.parametrize("dimension", [2, 3, 4])
def test_small_lattices_by_trying_everything(multiplier: int, modulus: int, dimension: int) -> None:
    """The square of nu is the least over all vectors; none with an entry beyond its root can be shorter."""
    figure = spectral_figure(LinearCongruence(modulus, multiplier, 1, modulus), dimension)
    reach = int(figure.nu_squared**0.5)
    assert figure.nu_squared == shortest_wave(multiplier, modulus, dimension, reach)


@pytest.mark.parametrize("name", ["maple", "turbo-pascal", "randu"])
def test_waves_are_in_the_lattice(name: str) -> None:
    """Every wave satisfies s_1 + a s_2 + ... = 0 modulo m, and no lattice is better than the best."""
    congruence = generator_facts(name).congruence
    assert congruence is not None
    for dimension in DIMENSIONS:
        figure = spectral_figure(congruence, dimension)
        powers = [pow(congruence.multiplier, index, congruence.lattice) for index in range(dimension)]
        assert sum(s * power for s, power in zip(figure.wave, powers, strict=True)) % congruence.lattice == 0
        assert 0 < figure.normalised <= 1
        assert figure_of_wave(congruence, figure.wave) == figure


def test_maple_passes_and_turbo_pascal_does_not() -> None:
    """Maple's multiplier has mu above 0.5 in dimensions 2 to 8; Turbo Pascal's fails in dimension 7."""
    maple, turbo = (generator_facts(name).congruence for name in ("maple", "turbo-pascal"))
    assert maple is not None
    assert turbo is not None
    assert min(spectral_figure(maple, dimension).mu for dimension in DIMENSIONS) > 0.5
    failed = [dimension for dimension in DIMENSIONS if spectral_figure(turbo, dimension).verdict == "fail"]
    assert failed == [7]
