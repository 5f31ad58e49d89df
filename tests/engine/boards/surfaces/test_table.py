"""The table of surfaces."""

from __future__ import annotations

from typing import get_args

from engine.boards.surfaces.table import GLUED, SURFACES, Rectangle, Surface


def test_every_surface_has_its_entry() -> None:
    """Each name is in the table once; a rectangle is plain or glued, and nothing else is."""
    assert set(SURFACES) == set(get_args(Surface))
    assert {"flat", *GLUED} == set(get_args(Rectangle))
    assert {surface for surface, joining in SURFACES.items() if joining.bordered} == {"flat", "box"}


def test_a_glued_board_lies_on_itself_after_its_shifts() -> None:
    """All ways round a torus; half way round against a reversal, if there is a half; none past marked corners."""
    found = {surface: tuple(map(list, SURFACES[surface].shifts(4, 3))) for surface in GLUED}
    assert found == {
        "torus": ([0, 1, 2, 3], [0, 1, 2]),
        "cylinder": ([0], [0, 1, 2]),
        "moebius": ([0], [0, 1, 2]),
        "klein": ([0, 2], [0, 1, 2]),
        "projective": ([0], [0]),
    }
    assert list(SURFACES["klein"].shifts(5, 3)[0]) == [0]
