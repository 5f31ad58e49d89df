"""The first lines of an answer for people, by kind."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from cli.show.answer import Result, View, show_finding

ON_5X5 = {"board": "5x5"}


def shown(kind: str, result: Result, view: View = View(), **head: object) -> list[str]:
    """Return the lines printed of an answer."""
    out = Console(width=150, file=io.StringIO(), record=True)
    show_finding(out, {"job": {"kind": kind, "spec": ON_5X5, "answer": "So it is.", **head}, **result}, view)
    first, *lines = out.export_text().splitlines()
    assert first == "So it is."
    return [line.rstrip() for line in lines]


@pytest.mark.parametrize(
    ("extra", "lines"),
    [
        ({"path": [[1, 1], [2, 3]]}, ["one of them: a5 c4"]),
        ({"walk": {"squares": [[1, 1], [2, 3], [4, 2]]}}, ["it goes: a5 c4 b2"]),
        ({"squares_by_distance": [1, 2, 22]}, ["squares by number of moves: 1 at 0, 2 at 1, 22 at 2"]),
        (
            {"path": [[1, 1], [2, 3]], "orders": {"breadth_first": {"entered": 3, "moves": 1}}},
            ["one of them: a5 c4", "breadth-first search enters 3 squares, moves of its way: 1"],
        ),
        (
            {"orders": {"depth_first": {"entered": 25, "moves": 24}}},
            ["depth-first search enters 25 squares, moves of its longest way: 24"],
        ),
    ],
)
def test_distances(extra: dict[str, object], lines: list[str]) -> None:
    """The answer has a way by square names or the squares by distance, and what other searches enter."""
    assert shown("distance", {"extra": extra}) == lines


def test_distances_of_few_squares() -> None:
    """They are listed when there are several and neither a way nor sums."""
    rows = [{"square": [1, column], "distance": column, "shortest_paths": "2"} for column in (1, 2)]
    assert any("1,2" in line for line in shown("distance", {"distances": rows}))
    assert shown("distance", {"distances": rows[:1]}) == []


def test_estimates_come_with_what_makes_them_doubtful() -> None:
    """Only warnings about all start squares are shown, and on a screen only the first of them."""
    row = {
        "quantity": "tours",
        "convention": "directed",
        "value": 1728.0,
        "standard_error": 20.0,
        "estimator": "knuth",
        "samples": 100,
        "warnings": [f"doubt {number}" for number in range(9)],
    }
    found = {"estimates": [row, {**row, "square": [1, 1], "warnings": ["of a square"]}]}
    lines = shown("sample", found)
    doubts = [line for line in lines if line.startswith("warning: ")]
    assert doubts == [f"warning: tours by knuth: doubt {number}" for number in range(9)]
    fewer = [line for line in shown("sample", found, View(lines=24)) if line.startswith("warning: ")]
    assert 0 < len(fewer) < len(doubts)
    assert fewer == doubts[: len(fewer)]


def test_tests_that_failed_come_first() -> None:
    """Those that passed follow in their order."""
    rows = [
        {"test": name, "statistic": 1.0, "p_value": value, "verdict": verdict}
        for name, value, verdict in (("runs", 0.5, "pass"), ("gaps", 1e-9, "fail"), ("poker", 0.4, "pass"))
    ]
    lines = "\n".join(shown("test-generator", {"tests": rows}))
    assert lines.index("gaps") < lines.index("runs") < lines.index("poker")


def test_a_tour_is_a_grid_where_it_fits() -> None:
    """On a flat board a tour is a grid, else a list of squares; on a short screen it is left out."""
    path = [[1, 1], [2, 3], [3, 1], [1, 2], [2, 4], [3, 2], [1, 3], [2, 1], [3, 3], [1, 4], [2, 2], [3, 4]]
    found = {"tours": [{"squares": path}]}
    flat = {"spec": {"board": "3x4"}}
    grid = shown("construct", found, View(first=0), **flat)
    assert [int(line.split()[0]) for line in grid] == [0, 7, 2]
    assert shown("construct", found, View(lines=4), **flat) == []
    assert shown("construct", {}, **flat) == []
    torus = shown("construct", found, spec={"board": "torus:3x4"})
    assert torus == [", ".join(map(str, path))]
