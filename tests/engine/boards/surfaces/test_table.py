"""The table of surfaces."""

from __future__ import annotations

from typing import get_args

from engine.boards.surfaces.table import GLUED, SURFACES, Rectangle, Surface


def test_every_surface_has_its_entry() -> None:
    """Each name is in the table once; a rectangle is plain or glued, and nothing else is."""
    assert set(SURFACES) == set(get_args(Surface))
    assert {"flat", *GLUED} == set(get_args(Rectangle))
    assert {surface for surface, joining in SURFACES.items() if joining.is_bordered} == {"flat", "box"}


def test_a_glued_board_lies_on_itself_after_its_shifts() -> None:
    """A torus has all shifts; with a reversal only half a turn is one, on even sides; marked corners allow none."""
    found = {surface: tuple(map(list, SURFACES[surface].shifts((4, 3)))) for surface in GLUED}
    assert found == {
        "torus": ([0, 1, 2, 3], [0, 1, 2]),
        "cylinder": ([0], [0, 1, 2]),
        "moebius": ([0], [0, 1, 2]),
        "klein": ([0, 2], [0, 1, 2]),
        "projective": ([0], [0]),
    }
    assert list(SURFACES["klein"].shifts((5, 3))[0]) == [0]
    assert [list(one) for one in SURFACES["klein"].shifts((2, 4, 3))] == [[0, 1], [0, 2], [0, 1, 2]]
    assert [len(one) for one in SURFACES["moebius"].shifts((2, 4, 3))] == [1, 1, 3]


def test_axes_that_may_be_exchanged_play_one_part() -> None:
    """All axes of a torus, all but a cylinder's columns, and all before reversed rows may be exchanged."""
    parts = {surface: [SURFACES[surface].part(axis, 4) for axis in range(4)] for surface in GLUED}
    same = [0, 0, 0, 0]
    assert parts["torus"] == parts["projective"] == same
    assert parts["cylinder"] == [0, 0, 0, 2]
    assert parts["moebius"] == parts["klein"] == [0, 0, 1, 2]
    assert [SURFACES["box"].part(axis, 4) for axis in range(4)] == same
