"""Extremes of the closed tours of 8x8 that are proved in print, and those that a weighted sweep has found as well."""

from __future__ import annotations

from findings.references.data_files import Figure
from language.translate import gettext_noop
from reproduction.table import Results, Table
from reproduction.verdict import Computed

METHOD = gettext_noop("weighted sweep")
LONG = gettext_noop("a census of all closed tours of 8x8: more work than this run does")
LEAST = 2
TOURS_BY_MOVES = (
    14_781, 818_602, 15_761_528, 160_806_052, 1_107_465_475, 5_482_442_466, 21_411_131_152, 66_295_173_656,
    171_977_778_340, 370_031_274_144, 688_063_153_829, 1_086_313_567_410, 1_510_099_503_154, 1_803_643_636_838,
    1_920_978_257_653, 1_765_165_798_288, 1_460_618_992_082, 1_039_949_920_666, 672_906_568_261,
    370_808_994_372, 187_756_295_892, 79_325_911_708, 31_323_994_598, 9_962_362_174, 3_052_100_335, 710_568_296,
    168_800_124, 27_447_248, 5_254_144, 516_002, 96_987, 3_246, 1_029,
)  # fmt: skip
"""How many closed tours of 8x8 have LEAST, LEAST + 1, ... moves east-north-east or back; other directions are alike.

By a job of 3,045 s of processor time, with the code 18ae972eb44914dc:
{"kind": "census", "board": "8x8", "method": "weighted-sweep", "statistics": ["moves_ene"]}.
"""
MOST = LEAST + len(TOURS_BY_MOVES) - 1
DIRECTIONS = 4


def _along_a_direction(figure: Figure, _results: Results) -> Computed:
    """Return the most moves; or how many tours have them: two directions of one tour would take 68 moves of its 64."""
    tours = DIRECTIONS * TOURS_BY_MOVES[-1]
    return Computed(str(tours if figure.quantity == "cycles" else MOST), METHOD)


TABLES = (
    Table("directions_8x8", _along_a_direction),
    *(Table(name, lambda _figure, _results: None, missing=LONG) for name in ("extremes_8x8", "extreme_tours_8x8")),
)
