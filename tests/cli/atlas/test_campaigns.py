"""The order in which the atlas's jobs are computed."""

from __future__ import annotations

from cli.atlas.campaigns import in_order
from findings.atlas.costs import LONG_SECONDS, expected_seconds, priority_of
from findings.atlas.plan import ALL, Specification

CORNERS: list[Specification] = [{**ALL, "starts": [[1, column]]} for column in (1, 2, 3, 4)]


def test_long_jobs_come_one_after_the_other() -> None:
    """Equally long sweeps have different priorities, cheap ones of equal cost share one; the cheapest come first."""
    assert expected_seconds("8x8", CORNERS[0]) > LONG_SECONDS
    found = list(in_order([(one, ["8x8"]) for one in CORNERS] + [(ALL, ["4x5", "5x4"])]))
    *long, cheap = sorted(found, key=lambda one: one[1])
    assert (cheap[0], cheap[1], sorted(cheap[2])) == (ALL, priority_of(expected_seconds("4x5", ALL)), ["4x5", "5x4"])
    assert [boards for _, _, boards in long] == [["8x8"]] * len(CORNERS)
    assert len({priority for _, priority, _ in long}) == len(CORNERS)
    assert found == sorted(found, key=lambda one: -one[1])


def test_what_takes_too_long_is_left_out() -> None:
    """Jobs that are expected to take longer than asked for are not begun."""
    jobs = [(CORNERS[0], ["8x8", "5x5"])]
    assert [boards for _, _, boards in in_order(jobs, LONG_SECONDS)] == [["5x5"]]
