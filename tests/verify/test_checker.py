"""The C program against independent plain counts, and the command that runs it over the atlas."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from findings.atlas.entries import Entry, all_entries
from tests.reference.boards import tours_by_end
from verify import __main__ as command
from verify import checker
from verify.checker import NoCompilerError, Recount, UncheckedError, build, count, recount_of

pytestmark = pytest.mark.usefixtures("c_compiler")


def plain_counts(label: str, piece: tuple[int, ...]) -> tuple[list[int], int]:
    """Return the directed paths by start square and the cycles, by dynamic programming over sets of squares."""
    graph = move_graph(parse_board(label), piece)
    by_end = [tours_by_end(graph.lists, start) for start in range(graph.size)]
    closed = sum(ways for end, ways in by_end[0].items() if graph.adjacent(0, end))
    return [sum(ends.values()) for ends in by_end], closed // 2


@pytest.mark.parametrize(
    ("label", "piece"),
    [
        ("3x4", (1, 2)), ("4x3", (1, 2)), ("4x5", (1, 2)), ("3x6", (1, 2)), ("torus:3x4", (1, 2)),
        ("torus:4x4", (1, 3)), ("cylinder:3x4", (1, 2)), ("cylinder:4x3", (1, 2)), ("4x4", (1,)), ("3x5", (1, 1)),
        ("torus:3x3", (1, 2)), ("mask:####/#.##/####", (1, 2)), ("ring:4x5-1", (1, 2)), ("torus:###/##./###", (1, 2)),
        ("moebius:3x4", (1, 2)), ("klein:3x4", (1, 2)), ("projective:3x4", (1, 2)), ("2x2x3", (1, 2)),
        ("cube:1", (1, 2)), ("mask:###/###//##./###", (1, 2)),
    ],
)  # fmt: skip
def test_counts_are_those_of_the_plain_search(label: str, piece: tuple[int, ...]) -> None:
    """Cycles, paths and paths from each square are counted right, on every surface it takes, with and without holes."""
    board = parse_board(label)
    starts, cycles = plain_counts(label, piece)

    assert count(board, piece, Recount("closed")).residue == cycles
    assert 2 * count(board, piece, Recount("paths")).residue == sum(starts)
    for index, tours in enumerate(starts):
        assert count(board, piece, Recount("paths", start=tuple(board.square(index)))).residue == tours


def test_runs_on_the_disk_change_nothing() -> None:
    """With 1 MiB of memory the states of 6x6 make many sorted runs on disk; the merged counts are the same."""
    small = count(parse_board("6x6"), (1, 2), Recount("closed"), memory=1)
    assert small == count(parse_board("6x6"), (1, 2), Recount("closed"))
    assert small.residue == 9862
    assert count(parse_board("6x6"), (1, 2), Recount("closed"), prime=101).residue == 9862 % 101


def test_what_it_cannot_count_is_refused() -> None:
    """Other quantities, large boards and wide boards are refused; the program says what is wrong with its arguments."""
    with pytest.raises(UncheckedError, match="400 squares"):
        count(parse_board("8x8x8"), (1, 2), Recount("closed"))
    with pytest.raises(UncheckedError, match="too wide"):
        count(parse_board("15x15"), (1, 2), Recount("closed"))
    with pytest.raises(UncheckedError, match="dead_ends"):
        recount_of("dead_ends", "directed", "any", 25, None)
    wrong = subprocess.run(
        [build(), "flat", "3", "4", "1", "2", "paths", "7", "start=4,1"], capture_output=True, check=False
    )
    assert (wrong.returncode, b"start=4,1" in wrong.stderr) == (2, True)
    move = subprocess.run(
        [build(), "listed", "3", "4", "0", "0", "closed", "7"], input=b"1 13", capture_output=True, check=False
    )
    assert (move.returncode, b"no square" in move.stderr) == (2, True)


def test_a_machine_without_a_compiler_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says what to install."""
    monkeypatch.setenv("CC", "no-such-compiler")
    build.cache_clear()
    with pytest.raises(NoCompilerError, match="install gcc or clang"):
        build()
    build.cache_clear()


def test_the_program_is_short_and_alone() -> None:
    """It includes nothing but the standard library, in at most 300 lines."""
    lines = checker.SOURCE.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 300
    assert {line.split()[1] for line in lines if line.startswith("#include")} == {
        "<stdint.h>", "<stdio.h>", "<stdlib.h>", "<string.h>"
    }  # fmt: skip


def test_the_atlas_is_confirmed_on_small_boards(tmp_path: Path) -> None:
    """No figure of the atlas for boards of at most 12 squares is contradicted, and over 100 are confirmed."""
    done = CliRunner().invoke(
        command.main, ["--squares", "12", "--seconds", "5", "--out", str(tmp_path / "verdicts.json")]
    )
    assert done.exit_code == 0, done.output
    assert "contradicted" not in done.output
    assert int(done.output.split("knightcount: ")[1].split()[0]) > 100


def test_a_wrong_figure_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command names a count that is wrong by two and ends with 1."""

    def damaged(entry: Entry) -> Entry:
        return replace(
            entry, figures=tuple(replace(one, value=str(int(one.value) + 2), by_start=None) for one in entry.figures)
        )

    entries = [damaged(entry) for entry in all_entries() if entry.key == "3x4/1,2/enumerate/any"]
    monkeypatch.setattr(command, "all_entries", lambda: entries)
    done = CliRunner().invoke(command.main, ["--board", "3x4"])
    assert done.exit_code == 1
    assert "3x4/1,2/enumerate/any  tours from all: contradicted" in done.output
