"""Equal problems become equal specifications; wrong fields are named by pointer."""

from __future__ import annotations

import time
import tracemalloc
from typing import Any

import pytest

from engine.boards.labels import parse_board
from engine.kinds.parse import InvalidSpecificationError, parse_problem, parse_specification
from engine.specification.normal_form import as_json, fingerprint

HEART = list(parse_board("heart").rows())
USUAL_ORDER = [[2, 1], [2, -1], [1, 2], [1, -2], [-1, 2], [-1, -2], [-2, 1], [-2, -1]]
WIDE = {"rows": ["#" * 20] * 20 + ["." + "#" * 19]}
LAYER = ["#" * 6] * 6
HOLED_TORUS = {"rows": [".#####", *LAYER[1:], *["", *LAYER] * 5], "surface": "torus"}


def enumerate_on(board: object, **more: object) -> dict[str, Any]:
    """Return a raw job specification."""
    return {"kind": "enumerate", "board": board, **more}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (enumerate_on("3^3"), enumerate_on("3x3x3", piece=[2, 1])),
        (enumerate_on("heart"), enumerate_on({"rows": HEART})),
        (enumerate_on("5x5", starts=["a5", "c3"]), enumerate_on("5x5", starts=[[1, 1], [3, 3.0]])),
        (enumerate_on("1x3"), enumerate_on("1x3", starts=["a1", "b1", "c1"])),
        (enumerate_on("3x4", order=USUAL_ORDER), enumerate_on("3x4")),
        (enumerate_on({"board": "2x3", "removed": ["b1"]}), enumerate_on("mask:###/#.#")),
        (enumerate_on({"squares": [[1, 1], [1, 3], [2, 2]]}), enumerate_on("mask:#.#/.#.")),
        (enumerate_on({"rows": ["#.", "##"], "surface": "torus"}), enumerate_on("torus:#./##")),
        (enumerate_on(WIDE), enumerate_on({"board": "21x20", "removed": ["a1"]})),
        (enumerate_on({"board": "2x2x3", "removed": [[1, 2, 2]]}), enumerate_on("mask:###/#.#//###/###")),
        (enumerate_on({"squares": [[1, 1, 1], [2, 2, 2]]}), enumerate_on({"rows": ["#.", "..", "", "..", ".#"]})),
        (enumerate_on({"rows": ["#.", "##", "", "##", "##"], "surface": "klein"}), enumerate_on("klein:#./##//##/##")),
        (enumerate_on({"board": "torus:6^3", "removed": [[1, 1, 1]]}), enumerate_on(HOLED_TORUS)),
        (enumerate_on("3x4", label="mine", priority=3), enumerate_on("3x4")),
    ],
)  # fmt: skip
def test_equal_problems(first: dict[str, object], second: dict[str, object]) -> None:
    """Two spellings of one problem have one fingerprint, and the normal form is its own normal form."""
    normal = parse_specification(first)
    assert fingerprint(as_json(normal)) == parse_problem(second).fingerprint
    again = parse_specification(as_json(normal))
    assert as_json(again) == as_json(normal)
    assert parse_problem(first).board == parse_problem(second).board


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (enumerate_on("3x4"), enumerate_on("4x3")),
        (enumerate_on("3x4"), enumerate_on("torus:3x4")),
        (enumerate_on("3x4"), enumerate_on("3x4", piece=[1, 3])),
        (enumerate_on("3x4", starts=[[1, 1]]), enumerate_on("3x4", starts=[[1, 2]])),
        (enumerate_on("3x4", starts=[[1, 1], [1, 2]]), enumerate_on("3x4", starts=[[1, 2], [1, 1]])),
        (enumerate_on({"rows": ["#.", "##"]}), enumerate_on({"rows": ["#.", "##"], "surface": "torus"})),
    ],
)
def test_different_problems(first: dict[str, object], second: dict[str, object]) -> None:
    """Problems that differ, if only in the order of the search, have different fingerprints."""
    assert parse_problem(first).fingerprint != parse_problem(second).fingerprint


@pytest.mark.parametrize(
    ("raw", "pointers"),
    [
        (enumerate_on("9"), ["/board"]),
        (enumerate_on(3), ["/board"]),
        (enumerate_on("8x8", piece="bishop"), ["/piece"]),
        (enumerate_on("8x8", piece=[1, 2, 3]), ["/piece"]),
        (enumerate_on("8x8", piece=[1, -2]), ["/piece/1"]),
        (enumerate_on("8x8", starts=[]), ["/starts"]),
        (enumerate_on("8x8", starts=["a1", "b1", "c1", "z1"]), ["/starts/3"]),
        (enumerate_on("8x8", starts=[[1, 1], "a8"]), ["/starts/1"]),
        (enumerate_on("torus:8x8", starts=["a1"], piece=[0]), ["/piece", "/starts/0"]),
        (enumerate_on("8x8", order=[[1, 2]]), ["/order"]),
        (enumerate_on("8x8", order=[[1, 2], [1, 2]]), ["/order/1"]),
        (enumerate_on("8x8", order=[[3, 3]]), ["/order/0"]),
        (enumerate_on({"rows": ["##", "#"]}), ["/board/rows/1"]),
        (enumerate_on({"rows": ["##"], "board": "8x8"}), ["/board"]),
        (enumerate_on({"board": "8x8"}), ["/board"]),
        (enumerate_on({"board": "torus:8x8", "removed": [], "surface": "klein"}), ["/board"]),
        (enumerate_on({"board": "8x9", "removed": ["a1", "a99"]}), ["/board/removed/1"]),
        (enumerate_on({"board": "8", "removed": []}), ["/board/board"]),
        (enumerate_on({"board": "2^7", "removed": [[1] * 7]}), ["/board/removed"]),
        (enumerate_on({"board": "3x3x3", "removed": [[1, 1, 4]]}), ["/board/removed/0"]),
        (enumerate_on({"rows": ["##", "", "##", "##"]}), ["/board/rows"]),
        (enumerate_on({"rows": ["##"], "surface": "cube"}), ["/board/rows"]),
        (enumerate_on({"squares": [[1, 1], [1, 0]]}), ["/board/squares/1"]),
        ({"kind": "distance", "board": "8x8", "from": "a9", "to": [1], "via": ["a1", "x"]}, ["/from", "/to", "/via/1"]),
        ({"kind": "construct", "board": "8x8", "start": "a9", "end": [9, 9]}, ["/start", "/end"]),
        ({"kind": "construct", "board": "8x8", "start": "all", "end": "all"}, ["/start", "/end"]),
    ],
)
def test_faults(raw: dict[str, object], pointers: list[str]) -> None:
    """Each wrong field is named by its JSON pointer."""
    with pytest.raises(InvalidSpecificationError) as error:
        parse_specification(raw)
    assert [fault.pointer for fault in error.value.faults] == pointers


def test_what_a_problem_has() -> None:
    """A problem has its board, its piece, its start squares in the order given, and the graph in the order asked."""
    order = [[-1, -2], [-1, 2], [-2, -1], [-2, 1], [1, -2], [1, 2], [2, -1], [2, 1]]
    problem = parse_problem(enumerate_on("5x5", starts=["c3", "a5"], order=order))
    assert (problem.board.label, problem.piece, problem.starts.tolist()) == ("5x5", (1, 2), [12, 0])
    assert problem.graph.neighbours[12].tolist() == [12 + 5 * down + right for down, right in order]
    assert parse_problem(enumerate_on("3x4")).starts.tolist() == list(range(12))
    assert parse_problem({"kind": "construct", "board": "3x4", "start": "a3"}).starts.tolist() == [0]


def test_submitting_is_cheap() -> None:
    """Reading a job on a board met before costs well under two milliseconds."""
    raw = enumerate_on("8x8", starts=["a1", "h8"])
    parse_specification(raw)
    begin = time.process_time()
    for _ in range(50):
        assert parse_problem(raw).graph.size == 64
    assert (time.process_time() - begin) / 50 < 0.002


def test_start_squares_of_a_large_board_are_read_without_its_squares() -> None:
    """A list of all its squares, to compare with, would take gigabytes in a request."""
    tracemalloc.start()
    try:
        normal = parse_specification(enumerate_on("999x999", starts=["7,5"]))
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
    assert as_json(normal)["starts"] == [[7, 5]]
