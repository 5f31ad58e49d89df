"""Pictures of the recorded comparisons are complete and well-formed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reproduction.pictures import by_place, class_map, ratios
from reproduction.recorded_results import load_recorded
from reproduction.registry import TABLES, choose_figures
from reproduction.verdict import Comparison, Computed
from tests.drawing.parsed import elements

PICTURES = {
    "warnsdorff_tree_8x8": 3, "warnsdorff_example_8x8": 2, "backtrack_8x8_from_corner": 2, "upper_bound_8x8": 1,
    "uniform_random_walk_8x8": 3, "biased_random_walk_8x8": 1, "estimates_8x8": 4, "third_family_8x8": 2,
    "generator_additive_1_k": 8, "maple_32_starts": 1, "maple_33_starts": 1, "existence": 1,
    "warnsdorff_random_ties": 1, "squirrel": 6, "three_rows": 6, "oeis": 1, "links": 1, "tours_5x5_by_start": 1,
    "first_tours": 6, "distance_tables": 5, "distances_8x8": 1, "torus_8x8": 1, "holed_8x8": 1, "heart_9x9": 1,
    "cube_4x4x4": 1, "matrix_example": 1, "cycles": 1, "paths": 1, "cycles_sampled": 1, "paths_sampled": 1,
}  # fmt: skip
"""The least number of pictures per table; a picture of any other table would show nothing."""


def of_table(name: str) -> list[Comparison]:
    """Return the recorded comparisons of a table."""
    return [load_recorded()[figure.key] for figure in choose_figures(None, name)[name]]


@pytest.mark.parametrize("name", TABLES)
def test_every_picture_is_well_formed(name: str) -> None:
    """Each picture has its title, there are enough of them, and missing results cause no error."""
    drawn = TABLES[name].pictures(of_table(name))
    assert len(drawn) >= PICTURES.get(name, 0)
    for title, svg in drawn.items():
        assert elements(svg, "title")[0].text == title or elements(svg, "svg")
    for title, svg in TABLES[name].pictures([replace(one, computed=None) for one in of_table(name)]).items():
        assert elements(svg, "svg"), title


def test_printed_marks_stand_beside_ours() -> None:
    """A printed figure has its mark even if we have none; equal values are equally high."""
    first, second = (
        replace(one, computed=Computed(one.figure.value, "here")) for one in of_table("third_family_8x8")[:2]
    )
    svg = by_place([first, replace(second, computed=None)], "title", ["a", "b"], "unit")["title"]
    heights = {}
    for dot in elements(svg, "circle"):
        heights.setdefault(dot.get("cy"), []).append(dot.get("cx"))
    assert sorted(map(len, heights.values())) == [1, 2]
    assert {word.text for word in elements(svg, "text")} >= {"a", "b", "printed", "recomputed"}


def test_ten_classes_make_sixty_four_squares() -> None:
    """A figure of one of the ten classes appears on all its squares, for the corner on four."""
    svg = class_map(of_table("warnsdorff_tree_8x8"), "tours", "title")["title"]
    words = [word.text for word in elements(svg, "text")]
    assert words.count("137,300") == 4
    assert words.count("205,491") == 8


def test_ratios_show_agreement() -> None:
    """Figures that we did not compute are omitted."""
    rows = of_table("cycles_sampled")
    svg = ratios([rows[0], replace(rows[1], computed=None)], "title")["title"]
    assert len(elements(svg, "circle")) == 1
    assert ratios([replace(rows[0], computed=None)], "title") == {}
