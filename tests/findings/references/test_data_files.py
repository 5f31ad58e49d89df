"""The data files of published figures agree with themselves and with easily recomputed facts."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.piece import KNIGHT
from engine.features.extremes import KNUTH
from engine.number_theory.printed_tables import EXPONENTS, STARTS_32, STARTS_33
from engine.search.tree import branch_string
from engine.streams.catalogue import SHIFT_REGISTER_POLYNOMIALS
from findings.references.data_files import SOURCES, UNKNOWN, Figure, all_figures, data_version


def values(table: str, quantity: str) -> dict[str, Any]:
    """Return a table's figures of one quantity by their place."""
    return {
        ",".join(map(str, figure.at.get("square", []))): figure.value
        for figure in all_figures()
        if (figure.table, figure.quantity) == (table, quantity)
    }


def test_keys_are_unique_and_sources_known() -> None:
    """Every source has figures, and every figure a unique key."""
    assert {figure.source for figure in all_figures()} == set(SOURCES)
    assert max(Counter(figure.key for figure in all_figures()).values()) == 1
    assert len(data_version()) == 16


def test_what_is_refuted_says_why() -> None:
    """A figure is refuted if and only if its own record or its table says why."""
    for figure in all_figures():
        assert (figure.status == "refuted") == (figure.finding is not None), figure.key


@pytest.mark.parametrize("quantity", ["tours", "closed", "dead_ends"])
def test_the_ten_squares_make_the_total(quantity: str) -> None:
    """A square on the diagonal stands for 4, any other for 8."""
    rows = {place: int(value) for place, value in values("warnsdorff_tree_8x8", quantity).items()}
    total = rows.pop("")
    assert sum(value * (4 if len(set(place.split(","))) == 1 else 8) for place, value in rows.items()) == total


def test_the_starts_of_5x5_make_the_total() -> None:
    """1728 is the sum over the 25 squares."""
    rows = {place: int(value) for place, value in values("tours_5x5_by_start", "tours").items()}
    assert rows.pop("") == sum(rows.values()) == 1728


def test_the_upper_bound_is_half_the_product_of_the_degrees() -> None:
    """The upper bound is half the product of the degrees, as the source derives it."""
    graph = move_graph(parse_board("8x8"), KNIGHT)
    degrees = [sum(other >= 0 for other in row) for row in graph.neighbours.tolist()]
    exact, rounded = (figure.value for figure in of("upper_bound_8x8"))
    assert exact == str(math.prod(degrees) // 2)
    assert rounded == float(f"{int(exact):.1e}")


def test_the_example_has_other_ties_than_printed() -> None:
    """The printed tour gives the string named in the finding, not the printed one."""
    grid = values("warnsdorff_example_8x8", "tour")[""]
    order = sorted(range(64), key=lambda number: grid[number // 8][number % 8])
    moves = branch_string(move_graph(parse_board("8x8"), KNIGHT), order, tied=True)
    figure = next(figure for figure in all_figures() if figure.quantity == "tied_candidates")
    assert "".join(str(count) for count, _ in moves) == figure.right != figure.value


def test_strings_stand_as_printed() -> None:
    """Strings keep their surplus or missing digits, although a tour of 8x8 has 63 moves."""
    strings = {
        (figure.table, figure.quantity): (len(figure.value), len(figure.right))
        for table in ("backtrack_8x8_from_corner", "warnsdorff_example_8x8")
        for figure in of(table)
        if figure.quantity in ("available_moves", "branches_taken", "tied_candidates")
    }
    assert strings == {
        ("backtrack_8x8_from_corner", "available_moves"): (64, 63),
        ("backtrack_8x8_from_corner", "branches_taken"): (69, 63),
        ("warnsdorff_example_8x8", "tied_candidates"): (63, 63),
        ("warnsdorff_example_8x8", "branches_taken"): (62, 63),
    }


def test_only_pictures_are_unknown() -> None:
    """Only figures printed as pictures have no value."""
    assert [figure.key for figure in all_figures() if figure.value == UNKNOWN] == [
        *(f"marche-du-cavalier/historic_tours/tour/author={name}" for name in ("De Moivre", "Legendre", "Euler")),
        "knights-luxembourg/distance_tables/distances/3x3",
    ]


IMPLIED = {
    "backtrack_8x8_from_corner": 4,
    "existence": 24,
    "oeis": 8,
    "first_solution": 1,
    "tours_5x5_by_start": 1,
    "first_tours": 16,
    "heart_9x9": 1,
    "cube_4x4x4": 2,
    "distances_from_corner": 4,
    "directions": 1,
    "squirrel": 21,
    "three_rows": 18,
}
"""The number of figures per table that its source does not print: cases of a theorem, terms, pictures, sums."""


def test_figures_that_no_source_prints_are_implied() -> None:
    """Exactly these figures are marked as implied."""
    assert Counter(figure.table for figure in all_figures() if figure.status == "implied") == IMPLIED


def test_two_copies_of_knuth_s_extremes_agree() -> None:
    """The extremes in the engine, with their numbers of tours, equal those in the data files."""
    values = {f.quantity: (f.value, f.note) for table in ("extremes_8x8", "directions_8x8") for f in of(table)}
    tours = {(f.at["statistic"], f.at["value"]): f.value for f in of("extreme_tours_8x8") if f.quantity == "cycles"}
    for (statistic, sought), (value, pages, number) in KNUTH.items():
        printed, note = values[f"{statistic}_{sought}"]
        assert (printed, str(note).split()[1]) == (str(value), pages)
        assert tours.get((statistic, value)) == (None if number is None else str(number)), statistic
    assert values.keys() - {"cycles"} == {f"{statistic}_{sought}" for statistic, sought in KNUTH}


def test_two_copies_of_the_maple_tables_agree() -> None:
    """The printed figures in the engine equal those in the data files."""
    assert [figure.value for figure in of("maple_powers")] == [str(exponent) for exponent in EXPONENTS]
    for table, rows in (("maple_32_starts", STARTS_32), ("maple_33_starts", STARTS_33)):
        for quantity, column in (("position", 3), ("deviation", 2)):
            printed = [(f.at["k"], f.at["seed"], f.value) for f in of(table) if f.quantity == quantity]
            assert printed == [(row[0], row[1], str(row[column])) for row in rows]


def test_the_five_polynomials_have_period_63() -> None:
    """Each divides X^63 - 1 (so does none of degree above 6 that is primitive); the toy has the full period 15."""
    polynomials = {f.at["polynomial"]: f.value for f in of("generator_gf2") if f.quantity == "exponents"}
    toy = polynomials.pop("toy")
    assert power_is_one(toy, 15)
    assert not power_is_one(toy, 3)
    assert not power_is_one(toy, 5)
    assert all(power_is_one(exponents, 63) for exponents in polynomials.values())
    assert {max(exponents) for exponents in polynomials.values()} == set(SHIFT_REGISTER_POLYNOMIALS)


def power_is_one(exponents: list[int], power: int) -> bool:
    """Whether X^power = 1 modulo the polynomial over GF(2)."""
    modulus, degree = sum(1 << exponent for exponent in exponents), max(exponents)
    rest = 1
    for _ in range(power):
        rest <<= 1
        if rest >> degree:
            rest ^= modulus
    return rest == 1


def of(table: str) -> list[Figure]:
    """Return a table's figures."""
    return [figure for figure in all_figures() if figure.table == table]
