"""`cavalier verify`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from cli.main import main
from engine.boards.labels import parse_board
from engine.construction.heuristics.squirrel_cull import squirrel_cull
from engine.tours.parse import directions_text, grid_text, squares_text
from tests.engine.search.test_tree import BOARD_777

BOARD = parse_board("6x7")
TOUR = squirrel_cull(6, 7)


def verify(tmp_path: Path, content: str | bytes, *options: str) -> Result:
    """Run the command on a file with this content."""
    path = tmp_path / "tour"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return CliRunner().invoke(main, ["verify", str(path), *options])


@pytest.mark.parametrize(
    "content", [grid_text(BOARD, TOUR), squares_text(BOARD, TOUR), directions_text(BOARD, (1, 2), TOUR)]
)
def test_every_way_to_write_a_tour(tmp_path: Path, content: str) -> None:
    """A tour is found sound as a grid, as squares and as directions."""
    result = verify(tmp_path, content, "--board", "6x7", "--open")
    assert result.exit_code == 0
    assert result.output.startswith("a sound open tour of 6x7 by the knight, 42 squares, from [1, 1] to")


def test_a_grid_tells_its_board(tmp_path: Path) -> None:
    """Without --board the grid's rows are the board, and an entry that is no number is a removed square."""
    document = json.loads(verify(tmp_path, grid_text(BOARD, TOUR), "--json").output)
    assert (document["sound"], document["board"], document["closed"]) == (True, "6x7", False)
    result = verify(tmp_path, "1 4 7\n6 . 2\n3 8 5\n")
    assert (result.exit_code, "closed" in result.output) == (0, True)


def test_numpy_files(tmp_path: Path) -> None:
    """A numpy file of square numbers needs --board."""
    buffer = io.BytesIO()
    np.save(buffer, TOUR)
    assert verify(tmp_path, buffer.getvalue(), "--board", "6x7").exit_code == 0
    assert verify(tmp_path, buffer.getvalue()).exit_code == 2


def test_the_first_fault_is_named(tmp_path: Path) -> None:
    """Two exchanged squares give exit code 1 and the place of the first wrong move."""
    spoilt = TOUR.copy()
    spoilt[[10, 20]] = spoilt[[20, 10]]
    result = verify(tmp_path, squares_text(BOARD, spoilt), "--board", "6x7")
    assert result.exit_code == 1
    assert "after 10 sound squares" in result.output
    assert verify(tmp_path, squares_text(BOARD, TOUR), "--board", "6x7", "--closed").exit_code == 1


@pytest.mark.parametrize("content", ["", "hello", "a1 z9", "1 2\n3\n"])
def test_what_is_no_tour_at_all(tmp_path: Path, content: str) -> None:
    """Unreadable text gives exit code 2 and a problem document."""
    result = verify(tmp_path, content, "--board", "6x7")
    assert result.exit_code == 2
    assert "Unreadable tour" in result.output


def test_the_head_of_a_pasted_table_is_no_part_of_the_board(tmp_path: Path) -> None:
    """Lines without a number above the grid are names and rules, not rows of removed squares."""
    rows = "".join(f"| {' | '.join(line.split())} |\n" for line in grid_text(BOARD, TOUR).splitlines())
    head = "| a | b | c |\n|---|---|---|\n"
    assert json.loads(verify(tmp_path, head + rows, "--json").output)["board"] == BOARD.label


def test_branches_of_the_search_that_finds_a_tour(tmp_path: Path) -> None:
    """For tour 777 of "La marche du cavalier" the numbers of moves are those in print."""
    content = "\n".join(" ".join(map(str, row)) for row in BOARD_777)
    order = "2,-1 1,-2 -1,-2 -2,-1 -2,1 -1,2 1,2 2,1"

    told = json.loads(verify(tmp_path, content, "--branches", "all", "--order", order, "--json").stdout)

    assert "".join(map(str, told["branches"])) == "255373333175251451346511322445522413132312331115121122121211111"
    assert len(told["taken"]) == 63
    assert all(1 <= taken <= met for met, taken in zip(told["branches"], told["taken"], strict=True))
    said = verify(tmp_path, content, "--branches", "warnsdorff").stdout
    assert " 0 " in said.splitlines()[2], "it does not keep to Warnsdorff's rule"


def test_an_order_that_names_no_directions_is_refused(tmp_path: Path) -> None:
    """Exit code 2 and a problem document."""
    for order in ("2;1", "2,1", "9,9"):
        done = verify(tmp_path, grid_text(BOARD, TOUR), "--branches", "all", "--order", order)
        assert done.exit_code == 2, order


@pytest.mark.parametrize("first", [0, 1])
def test_what_the_command_prints_is_read(tmp_path: Path, first: int) -> None:
    """The answer above the grid is ignored; the grid may begin with 0 or 1."""
    text = f"A tour, built by blocks: of tours.\n{grid_text(BOARD, TOUR, first)}"
    assert "a sound" in verify(tmp_path, text).output
